import Dispatch
import Fusion
import Testing

@testable import Pipeline

@Suite struct SubscriptionTests {
  private static func sample(_ sequence: UInt64) -> MotionUpdate {
    let zero = Vector3(0, 0, 0)
    return .sample(
      MotionSample(
        sequence: sequence, timeNanoseconds: sequence * 10_000_000, specificForce: zero, rotationRate: zero,
        temperatureCelsius: 25, orientation: .identity, gravity: zero, userAcceleration: zero, bias: zero,
        health: .running, lost: 0))
  }

  private static func sequence(_ update: MotionUpdate) -> UInt64 {
    if case .sample(let sample) = update { sample.sequence } else { 0 }
  }

  private func hub() -> (hub: DeliveryHub, rate: SharedRate) {
    let rate = SharedRate(.gesture)
    return (DeliveryHub(rate: rate, pullInterval: .gesture), rate)
  }

  @Test func handlersRunInOrderOnAConcurrentQueue() {
    let (hub, _) = hub()
    let queue = DispatchQueue(label: "concurrent", attributes: .concurrent)
    let seen = Guarded<[UInt64]>([])
    let done = DispatchSemaphore(value: 0)
    let subscription = hub.add(
      SubscriptionCore(interval: .everySample, capacity: 1000, queue: queue) { update in
        let count = seen.withLock {
          $0.append(Self.sequence(update))
          return $0.count
        }
        if count == 500 { done.signal() }
      })
    for sequence in 1...500 { hub.distribute(Self.sample(UInt64(sequence))) }
    #expect(done.wait(timeout: .now() + 30) == .success)
    #expect(seen.withLock { $0 } == (1...500).map { UInt64($0) })
    #expect(subscription.dropped == 0)
  }

  @Test func aSlowHandlerLosesTheOldestAndIsToldHowMany() {
    let (hub, _) = hub()
    let queue = DispatchQueue(label: "slow")
    let seen = Guarded<[UInt64]>([])
    let subscription = hub.add(
      SubscriptionCore(interval: .everySample, capacity: 8, queue: queue) { update in
        seen.withLock { $0.append(Self.sequence(update)) }
      })
    // The queue is held, so nothing is handled meanwhile.
    queue.suspend()
    for sequence in 1...100 { hub.distribute(Self.sample(UInt64(sequence))) }
    queue.resume()
    queue.sync {}
    queue.sync {}
    #expect(subscription.dropped == 92)
    #expect(seen.withLock { $0 } == (93...100).map { UInt64($0) })
  }

  @Test func noHandlerBeginsAfterCancel() {
    let (hub, rate) = hub()
    let queue = DispatchQueue(label: "cancelled")
    let seen = Guarded(0)
    let subscription = hub.add(
      SubscriptionCore(interval: .everySample, capacity: 8, queue: queue) { _ in seen.withLock { $0 += 1 } })
    queue.suspend()
    for sequence in 1...5 { hub.distribute(Self.sample(UInt64(sequence))) }
    subscription.cancel()
    subscription.cancel()
    queue.resume()
    queue.sync {}
    #expect(seen.withLock { $0 } == 0)
    #expect(!hub.hasListeners)
    #expect(rate.hertz == 100)
  }

  @Test func aHandlerMayCancelItself() {
    let (hub, _) = hub()
    let queue = DispatchQueue(label: "self")
    let seen = Guarded(0)
    let box = Guarded<Subscription?>(nil)
    let subscription = hub.add(
      SubscriptionCore(interval: .everySample, capacity: 8, queue: queue) { _ in
        seen.withLock { $0 += 1 }
        box.withLock { $0 }?.cancel()
      })
    queue.suspend()
    box.withLock { $0 = subscription }
    for sequence in 1...5 { hub.distribute(Self.sample(UInt64(sequence))) }
    queue.resume()
    queue.sync {}
    queue.sync {}
    #expect(seen.withLock { $0 } == 1)
  }

  @Test func whatTheHandlerCapturedIsLetGoByTheCancellation() {
    final class Owner: Sendable {}
    let (hub, _) = hub()
    var owner: Owner? = Owner()
    let remains = { [weak owner] in owner != nil }
    let subscription = hub.add(
      SubscriptionCore(interval: .everySample, capacity: 8, queue: .global()) { [owner] _ in _ = owner })
    owner = nil
    #expect(remains())
    subscription.cancel()
    #expect(!remains())
  }

  @Test func everybodyIsServedAtTheirOwnInterval() {
    let (hub, rate) = hub()
    let queue = DispatchQueue(label: "intervals")
    let counts = Guarded([10.0: 0, 50: 0, 100: 0])
    let subscriptions = [10.0, 50, 100].map { hertz in
      hub.add(
        SubscriptionCore(interval: UpdateInterval(hertz: hertz), capacity: 2000, queue: queue) { _ in
          counts.withLock { $0[hertz, default: 0] += 1 }
        })
    }
    // Ten seconds at 100 Hz.
    for sequence in 1...1000 { hub.distribute(Self.sample(UInt64(sequence))) }
    queue.sync {}
    queue.sync {}
    #expect(counts.withLock { $0 } == [10: 100, 50: 500, 100: 1000])
    #expect(rate.hertz == 100)
    for subscription in subscriptions { subscription.cancel() }
  }

  @Test func theFastestConsumerSetsTheRate() {
    let (hub, rate) = hub()
    hub.pullInterval = .orientation
    #expect(rate.hertz == 15)
    let queue = DispatchQueue(label: "rates")
    let fast = hub.add(SubscriptionCore(interval: .controlLoop(hertz: 500), capacity: 8, queue: queue) { _ in })
    #expect(rate.hertz == 500)
    fast.cancel()
    #expect(rate.hertz == 15)
  }

  @Test func aSlowSequenceLosesTheOldestAndIsToldHowMany() async {
    let (hub, _) = hub()
    let updates = hub.addStream(interval: .everySample, capacity: 4)
    for sequence in 1...10 { hub.distribute(Self.sample(UInt64(sequence))) }
    hub.finishStreams()
    var seen: [UInt64] = []
    for await update in updates { seen.append(Self.sequence(update)) }
    #expect(seen == [7, 8, 9, 10])
    #expect(updates.dropped == 6)
    #expect(!hub.hasListeners)
  }

  private static let loss = PipelineEvent(
    kind: .healthChanged(from: .recovering, to: .faulted), timeNanoseconds: 1, sequence: 1)

  @Test func aFullBufferKeepsTheNewsOfALoss() {
    let (hub, _) = hub()
    let queue = DispatchQueue(label: "busy")
    let seen = Guarded<[MotionUpdate]>([])
    let subscription = hub.add(
      SubscriptionCore(interval: .everySample, capacity: 4, queue: queue) { update in
        seen.withLock { $0.append(update) }
      })
    queue.suspend()
    hub.distribute(.event(Self.loss))
    for sequence in 1...100 { hub.distribute(Self.sample(UInt64(sequence))) }
    queue.resume()
    queue.sync {}
    queue.sync {}
    #expect(seen.withLock { $0 } == [.event(Self.loss)] + (98...100).map { Self.sample($0) })
    #expect(subscription.dropped == 97)
  }

  /// A chip that is set up again in vain is lost several times over; its handler hears of it once, and anew after a value.
  @Test func aLossIsToldOnceUntilAValueComes() {
    let (hub, _) = hub()
    let seen = Guarded<[MotionUpdate]>([])
    let subscription = hub.add(
      SubscriptionCore(interval: .everySample, capacity: 4, executor: { work in work() }, events: .loss) { update in
        seen.withLock { $0.append(update) }
      })
    for _ in 0..<3 { hub.distribute(.event(Self.loss)) }
    hub.distribute(Self.sample(1))
    for _ in 0..<3 { hub.distribute(.event(Self.loss)) }
    #expect(seen.withLock { $0 } == [.event(Self.loss), Self.sample(1), .event(Self.loss)])
    withExtendedLifetime(subscription) {}
  }

  /// Hours of values that an unbounded handler has not seen yet: each is handed over, in order. The time limit is what taking from
  /// the front of an array would miss.
  @Test(.timeLimit(.minutes(1))) func anUnboundedBacklogIsHandedOverInOrder() {
    let (hub, _) = hub()
    let queue = DispatchQueue(label: "unbounded")
    let seen = Guarded<[UInt64]>([])
    let subscription = hub.add(
      SubscriptionCore(interval: .everySample, capacity: .max, queue: queue) { update in
        seen.withLock { $0.append(Self.sequence(update)) }
      })
    queue.suspend()
    for sequence in 1...60_000 { hub.distribute(Self.sample(UInt64(sequence))) }
    queue.resume()
    queue.sync {}
    #expect(seen.withLock { $0 } == (1...60_000).map { UInt64($0) })
    #expect(subscription.dropped == 0)
  }

  @Test func eventsThatAHandlerIsNotForTakeNoRoom() {
    let (hub, _) = hub()
    let queue = DispatchQueue(label: "values")
    let seen = Guarded<[UInt64]>([])
    let subscription = hub.add(
      SubscriptionCore(interval: .everySample, capacity: 4, queue: queue, events: .loss) { update in
        seen.withLock { $0.append(Self.sequence(update)) }
      })
    queue.suspend()
    for sequence in 1...4 {
      hub.distribute(Self.sample(UInt64(sequence)))
      for _ in 0..<10 {
        hub.distribute(.event(PipelineEvent(kind: .edgesReturned, timeNanoseconds: 1, sequence: 1)))
      }
    }
    queue.resume()
    queue.sync {}
    queue.sync {}
    #expect(seen.withLock { $0 } == [1, 2, 3, 4])
    #expect(subscription.dropped == 0)
  }

  @Test func aSequenceNobodyIteratesIsForgotten() {
    let (hub, rate) = hub()
    for _ in 0..<100 { _ = hub.addStream(interval: .everySample, capacity: 4) }
    #expect(!hub.hasListeners)
    #expect(rate.hertz == 100)
  }

  @Test func sequencesAddedAndEndedAtOnceAreForgotten() {
    let (hub, _) = hub()
    DispatchQueue.concurrentPerform(iterations: 8) { index in
      for _ in 0..<500 {
        if index % 2 == 0 { _ = hub.addStream(interval: .everySample, capacity: 4) } else { hub.finishStreams() }
      }
    }
    #expect(!hub.hasListeners)
  }

  @Test func onTheDeliveryThread_theHandlerRunsAtOnceAndAtItsInterval() {
    let (hub, _) = hub()
    let seen = Guarded<[UInt64]>([])
    let subscription = hub.add(
      SubscriptionCore(interval: UpdateInterval(hertz: 50), capacity: 1, executor: { work in work() }) { update in
        seen.withLock { $0.append(Self.sequence(update)) }
      })
    for sequence in 1...10 {
      hub.distribute(Self.sample(UInt64(sequence)))
      #expect(seen.withLock { $0.count } == (sequence + 1) / 2, "100 values a second at an interval of 50 Hz")
    }
    subscription.cancel()
    hub.distribute(Self.sample(11))
    #expect(seen.withLock { $0 } == [1, 3, 5, 7, 9])
  }

  @Test func onTheDeliveryThread_theHandlerMayCancelItself() {
    let (hub, _) = hub()
    let count = Guarded(0)
    let subscription = Guarded<Subscription?>(nil)
    let made = hub.add(
      SubscriptionCore(interval: .everySample, capacity: 1, executor: { work in work() }) { _ in
        count.withLock { $0 += 1 }
        subscription.withLock { $0 }?.cancel()
      })
    subscription.withLock { $0 = made }
    for sequence in 1...3 { hub.distribute(Self.sample(UInt64(sequence))) }
    #expect(count.withLock { $0 } == 1)
  }
}
