import RingBuffer
import Testing

@Suite struct SPSCRingStressTests {
  @Test(arguments: [(1, UInt64(20_000)), (64, 200_000), (1024, 200_000)])
  func everyItemArrivesOnceWholeAndInOrderByPop(capacity: Int, items: UInt64) {
    let ring = SPSCRing<Packet>(capacity: capacity)
    let producer = Handover(ring.producer)
    let consumer = Handover(ring.consumer)
    let wrong = Tally()
    concurrently(
      { Self.push(items, into: producer.take()) },
      {
        var consumer = consumer.take()
        for sequence in 0..<items {
          var next: Packet?
          guard
            eventually({
              next = consumer.pop()
              return next != nil
            })
          else { return wrong.count() }
          if next != Self.packet(sequence) { wrong.count() }
        }
        if consumer.pop() != nil { wrong.count() }
      })
    #expect(wrong.total == 0)
  }

  @Test func everyItemArrivesOnceWholeAndInOrderByDrainUntilTheProducerIsGone() {
    let items: UInt64 = 200_000
    let ring = SPSCRing<Packet>(capacity: 128)
    let producer = Handover(ring.producer)
    let consumer = Handover(ring.consumer)
    let wrong = Tally()
    concurrently(
      { Self.push(items, into: producer.take()) },
      {
        var consumer = consumer.take()
        var sequence: UInt64 = 0
        let ended = eventually {
          // Asked before the drain, which then finds the rest.
          let isLast = consumer.isAbandoned
          _ = consumer.drain {
            if $0 != Self.packet(sequence) { wrong.count() }
            sequence += 1
          }
          return isLast
        }
        if !ended || sequence != items { wrong.count() }
      })
    #expect(wrong.total == 0)
  }

  /// Every word follows from the sequence number.
  private static func packet(_ sequence: UInt64) -> Packet {
    Packet(
      sequence: sequence, words: SIMD4(repeating: sequence) &* SIMD4(3, 5, 7, 9), last: ~sequence,
      more: sequence &<< 7, end: sequence &+ 1)
  }

  private static func push(_ items: UInt64, into producer: consuming Producer<Packet>) {
    for sequence in 0..<items {
      let packet = packet(sequence)
      // Given up, the consumer misses the rest and reports it.
      guard eventually({ producer.push(packet) }) else { return }
    }
  }
}
