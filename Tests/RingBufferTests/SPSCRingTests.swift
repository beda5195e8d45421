import Testing

@testable import RingBuffer

@Suite struct SPSCRingTests {
  @Test func popReturnsElementsInTheOrderTheyWerePushed() {
    let ring = SPSCRing<Int>(capacity: 8)
    var producer = ring.producer
    var consumer = ring.consumer
    for value in 1...5 { #expect(producer.push(value) == true) }
    for value in 1...5 { #expect(consumer.pop() == value) }
  }

  @Test func popOnAnEmptyRingReturnsNil() {
    let ring = SPSCRing<Int>(capacity: 2)
    var producer = ring.producer
    var consumer = ring.consumer
    #expect(consumer.pop() == nil)
    #expect(producer.push(1) == true)
    #expect(consumer.pop() == 1)
    #expect(consumer.pop() == nil)
  }

  @Test(arguments: [(1, 1), (2, 2), (3, 4), (4, 4), (5, 8), (1000, 1024), (1024, 1024), (1025, 2048)])
  func capacityIsRoundedUpToAPowerOfTwoAndFullyUsable(asked: Int, given: Int) {
    let ring = SPSCRing<Int>(capacity: asked)
    var producer = ring.producer
    var consumer = ring.consumer
    #expect(producer.capacity == given)
    #expect(consumer.capacity == given)
    var held = 0
    while held <= given, producer.push(held) { held += 1 }
    #expect(held == given)
    for value in 0..<given { #expect(consumer.pop() == value) }
    #expect(consumer.pop() == nil)
  }

  @Test func pushOnAFullRingReturnsFalseAndOverwritesNothing() {
    let ring = SPSCRing<Int>(capacity: 4)
    var producer = ring.producer
    var consumer = ring.consumer
    for value in 0..<4 { #expect(producer.push(value) == true) }
    for value in 100..<110 { #expect(producer.push(value) == false) }
    #expect(consumer.pop() == 0)
    #expect(producer.push(4) == true)
    #expect(producer.push(5) == false)
    for value in 1...4 { #expect(consumer.pop() == value) }
    #expect(consumer.pop() == nil)
  }

  @Test(arguments: 1...4)
  func orderHoldsOverManyWrapArounds(fill: Int) {
    let ring = SPSCRing<Int>(capacity: 4)
    var producer = ring.producer
    var consumer = ring.consumer
    var pushed = 0
    var popped = 0
    for _ in 0..<1000 {
      for _ in 0..<fill {
        #expect(producer.push(pushed) == true)
        pushed += 1
      }
      for _ in 0..<fill {
        #expect(consumer.pop() == popped)
        popped += 1
      }
    }
    #expect(consumer.pop() == nil)
  }

  @Test func bothSidesCountWhatIsInTheRing() {
    let ring = SPSCRing<Int>(capacity: 4)
    var producer = ring.producer
    var consumer = ring.consumer
    for expected in 1...4 {
      #expect(producer.push(expected) == true)
      #expect(producer.count == expected)
      #expect(consumer.count == expected)
    }
    #expect(consumer.pop() == 1)
    #expect(producer.count == 3)
    #expect(consumer.count == 3)
  }

  @Test func drainHandsOverEverythingInOrder() {
    let ring = SPSCRing<Int>(capacity: 8)
    var producer = ring.producer
    var consumer = ring.consumer
    for value in 0..<6 { #expect(producer.push(value) == true) }
    #expect(consumer.pop() == 0)
    var seen: [Int] = []
    let count = consumer.drain { seen.append($0) }
    #expect(count == 5)
    #expect(seen == [1, 2, 3, 4, 5])
    #expect(consumer.drain { seen.append($0) } == 0)
    #expect(seen.count == 5)
  }

  @Test func drainGivesPlacesBackAsItGoesAndLeavesWhatIsPushedMeanwhile() {
    let ring = SPSCRing<Int>(capacity: 4)
    var producer = ring.producer
    var consumer = ring.consumer
    for value in 0..<4 { #expect(producer.push(value) == true) }
    var seen: [Int] = []
    var accepted = 0
    let count = consumer.drain {
      // The place of the element being handled is still taken, those before it are free.
      if producer.push(10 + accepted) { accepted += 1 }
      seen.append($0)
    }
    #expect(count == 4)
    #expect(seen == [0, 1, 2, 3])
    #expect(accepted == 3)
    for value in 0..<3 { #expect(consumer.pop() == 10 + value) }
  }

  @Test func whatWasPushedCanBePoppedAfterTheProducerIsGone() {
    let ring = SPSCRing<Int>(capacity: 4)
    var consumer = ring.consumer
    pushTwoAndGo(ring.producer)
    #expect(consumer.isAbandoned == true)
    #expect(consumer.pop() == 1)
    #expect(consumer.pop() == 2)
    #expect(consumer.pop() == nil)
  }

  @Test func theProducerStaysUsableAfterTheConsumerIsGone() {
    let ring = SPSCRing<Int>(capacity: 2)
    var producer = ring.producer
    #expect(producer.isAbandoned == false)
    popNothingAndGo(ring.consumer)
    #expect(producer.isAbandoned == true)
    #expect(producer.push(1) == true)
    #expect(producer.push(2) == true)
    #expect(producer.push(3) == false)
  }

  @Test func theMemoryIsFreedWhenBothSidesAreGone() {
    let ring = SPSCRing<Int>(capacity: 4)
    let lifetime = Lifetime(ring.producer.memory)
    pushTwoAndGo(ring.producer)
    #expect(!lifetime.isOver)
    popTwoAndGo(ring.consumer)
    #expect(lifetime.isOver)
  }

  private func pushTwoAndGo(_ producer: consuming Producer<Int>) {
    #expect(producer.push(1) == true)
    #expect(producer.push(2) == true)
  }

  private func popTwoAndGo(_ consumer: consuming Consumer<Int>) {
    #expect(consumer.pop() == 1)
    #expect(consumer.pop() == 2)
  }

  private func popNothingAndGo(_ consumer: consuming Consumer<Int>) {
    #expect(consumer.pop() == nil)
  }

  #if compiler(>=6.2)
    @Test(arguments: [0, -1, 1 << 30 + 1])
    func aCapacityOutOfRangeTraps(capacity: Int) async {
      await #expect(processExitsWith: .failure) { [capacity] in
        _ = SPSCRing<UInt8>(capacity: capacity)
      }
    }
  #endif
}
