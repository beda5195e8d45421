import Dispatch
import Fusion
import Testing

@testable import Pipeline

/// Who gets which detections.
@Suite struct DetectionDeliveryTests {
  private let rate = SharedRate(.orientation)

  private func hub() -> DeliveryHub { DeliveryHub(rate: rate, pullInterval: .orientation) }

  private func event(_ kind: Detection.Kind, _ sequence: UInt64 = 1) -> MotionUpdate {
    .detected(
      MotionEvent(
        kind: kind, timeNanoseconds: sequence * 10_000_000, beganNanoseconds: sequence * 10_000_000, sequence: sequence)
    )
  }

  private func sample(_ sequence: UInt64) -> MotionUpdate {
    .sample(
      MotionSample(
        sequence: sequence, timeNanoseconds: sequence * 10_000_000, specificForce: .zero, rotationRate: .zero,
        temperatureCelsius: 25, orientation: .identity, gravity: .zero, userAcceleration: .zero, bias: .zero,
        health: .running, lost: 0))
  }

  @Test func whatIsLookedForIsWhatAnybodyWants() {
    let hub = hub()
    #expect(hub.detectors == [])
    let queue = DispatchQueue(label: "wanted")
    let first = hub.add(
      SubscriptionCore(interval: .gesture, capacity: 8, queue: queue, detectors: [.tap, .shake]) { _ in })
    let second = hub.add(SubscriptionCore(interval: .gesture, capacity: 8, queue: queue, detectors: [.step]) { _ in })
    #expect(hub.detectors == [.tap, .shake, .step])
    #expect(rate.hertz == 100)
    first.cancel()
    #expect(hub.detectors == [.step])
    second.cancel()
    #expect(hub.detectors == [])
    #expect(rate.hertz == 15)
  }

  @Test func everybodyGetsTheirOwnKinds() {
    let hub = hub()
    let queue = DispatchQueue(label: "kinds")
    let seen = Guarded<[String: [MotionUpdate]]>([:])
    let subscriptions = [("taps", DetectorSelection.tap), ("falls", .freeFall), ("none", [])].map { name, detectors in
      hub.add(
        SubscriptionCore(interval: .gesture, capacity: 8, queue: queue, detectors: detectors) { update in
          seen.withLock { $0[name, default: []].append(update) }
        })
    }
    let updates = [event(.tap(count: 2)), event(.freeFall), event(.landing(fallSeconds: 0.3)), event(.shake)]
    for update in updates { hub.distribute(update) }
    queue.sync {}
    queue.sync {}
    #expect(seen.withLock { $0 } == ["taps": [updates[0]], "falls": [updates[1], updates[2]]])
    for subscription in subscriptions { subscription.cancel() }
  }

  @Test func aSequenceHasThemAmongItsValues() async {
    let hub = hub()
    let updates = hub.addStream(interval: .everySample, detectors: .tap, capacity: 16)
    let without = hub.addStream(interval: .everySample, capacity: 16)
    #expect(hub.detectors == .tap)
    let sent = [sample(1), event(.tap(count: 1), 2), event(.shake, 2), sample(3)]
    for update in sent { hub.distribute(update) }
    hub.finishStreams()
    var seen: [MotionUpdate] = []
    for await update in updates { seen.append(update) }
    #expect(seen == [sent[0], sent[1], sent[3]])
    seen = []
    for await update in without { seen.append(update) }
    #expect(seen == [sent[0], sent[3]])
    #expect(hub.detectors == [])
  }

  @Test func valuesTakeNoRoomFromThoseWhoWantEventsOnly() {
    let hub = hub()
    let queue = DispatchQueue(label: "room")
    let seen = Guarded<[MotionUpdate]>([])
    let subscription = hub.add(
      SubscriptionCore(interval: .everySample, capacity: 4, queue: queue, detectors: .tap, takesSamples: false) {
        update in
        seen.withLock { $0.append(update) }
      })
    queue.suspend()
    hub.distribute(event(.tap(count: 1)))
    for sequence in 2...100 { hub.distribute(sample(UInt64(sequence))) }
    queue.resume()
    queue.sync {}
    queue.sync {}
    #expect(seen.withLock { $0 } == [event(.tap(count: 1))])
    #expect(subscription.dropped == 0)
  }

  /// On the real threads: asking, finding, an end.
  @Test func aPipelineTellsAHandler() throws {
    let pipeline = MotionPipeline(
      PipelineConfiguration(source: .simulated(SimulatedSource(motion: .still)), realtime: .none))
    let found = DispatchSemaphore(value: 0)
    let kinds = Guarded<[Detection.Kind]>([])
    let subscription = pipeline.detect([.orientation, .tap], on: DispatchQueue(label: "handler")) { event, _ in
      guard let event else { return }
      kinds.withLock { $0.append(event.kind) }
      found.signal()
    }
    #expect(pipeline.unavailableDetectors == [])
    try pipeline.start()
    #expect(found.wait(timeout: .now() + .seconds(30)) == .success)
    #expect(kinds.withLock { $0 } == [.orientation(.faceUp)])
    pipeline.stop()
    subscription.cancel()
  }

  @Test func aChipThatIsTooSlowIsSaidToBe() throws {
    var configuration = PipelineConfiguration(
      source: .simulated(SimulatedSource(chip: .lsm6ds3, motion: .still)), realtime: .none)
    configuration.sensor.sampleRateHertz = 52
    let pipeline = MotionPipeline(configuration)
    let subscription = pipeline.detect(.all, on: .global()) { _, _ in }
    try pipeline.start()
    #expect(pipeline.unavailableDetectors == .tap)
    pipeline.stop()
    #expect(pipeline.unavailableDetectors == [])
    subscription.cancel()
  }
}
