import Fusion
import Testing

@testable import Pipeline

/// Intervals slower than 10 Hz, at which values are published more often than consumers get them.
@Suite struct SlowIntervalTests {
  private func pipeline(
    _ motion: SimulatedSource.Motion = .still, every seconds: Double, staleAfter: Double = 0.5
  ) -> MotionPipeline {
    MotionPipeline.stepped(
      PipelineConfiguration(
        source: .simulated(SimulatedSource(motion: motion)), updateInterval: UpdateInterval(seconds: seconds),
        realtime: .none, staleAfterSeconds: staleAfter))
  }

  /// What pull showed in some seconds of readings, one every 20 ms.
  private func shown(_ pipeline: MotionPipeline, seconds: Double) -> (times: [UInt64], missing: Int) {
    var times: [UInt64] = []
    var missing = 0
    for _ in 0..<Int(seconds * 50) {
      pipeline.advance(nanoseconds: 20_000_000)
      guard let time = pipeline.latest?.timeNanoseconds else {
        missing += 1
        continue
      }
      if times.last != time { times.append(time) }
    }
    return (times, missing)
  }

  private func isExact(_ times: [UInt64], _ seconds: Double) -> Bool {
    times.enumerated().allSatisfy { abs(Double($1 - times[0]) * 1e-9 - Double($0) * seconds) < 0.0051 }
  }

  @Test(arguments: [(0.2, 20), (1, 4), (2.5, 2)] as [(Double, Int)])
  func pullShowsOneValueAnInterval(_ seconds: Double, count: Int) throws {
    let pipeline = pipeline(every: seconds, staleAfter: 0.05)
    try pipeline.start()
    defer { pipeline.stop() }
    pipeline.advance(nanoseconds: 200_000_000)
    let (times, missing) = shown(pipeline, seconds: Double(count) * seconds - 0.1)
    #expect(times.count == count)
    #expect(missing == 0)
    #expect(isExact(times, seconds))
  }

  /// Nor does pull see more because somebody else wants more.
  @Test func aQuickSubscriberDoesNotHurryPull() throws {
    let pipeline = pipeline(every: 1)
    let subscription = pipeline.subscribe(interval: .everySample, capacity: 8, executor: { $0() }) { _, _ in }
    try pipeline.start()
    defer { pipeline.stop() }
    pipeline.advance(nanoseconds: 200_000_000)
    let (times, missing) = shown(pipeline, seconds: 3.9)
    #expect(times.count == 4)
    #expect(missing == 0)
    #expect(isExact(times, 1))
    subscription.cancel()
  }

  /// A new run does not show a value of the former.
  @Test func aNewStartShowsNothingOld() throws {
    let pipeline = pipeline(every: 60)
    try pipeline.start()
    pipeline.advance(nanoseconds: 500_000_000)
    #expect(pipeline.latest != nil)
    pipeline.stop()
    #expect(pipeline.latest == nil)
    try pipeline.start()
    defer { pipeline.stop() }
    #expect(pipeline.latest == nil)
    pipeline.advance(nanoseconds: 500_000_000)
    #expect(pipeline.latest != nil)
  }

  @Test(arguments: [(0.2, 21), (1, 5), (2, 3)] as [(Double, Int)])
  func subscribersAndSequencesGetOneValueAnInterval(_ seconds: Double, count: Int) async throws {
    let pipeline = pipeline(every: seconds)
    let times = Guarded<[UInt64]>([])
    let subscription = pipeline.subscribe(capacity: 8, executor: { $0() }) { sample, _ in
      if let sample { times.withLock { $0.append(sample.timeNanoseconds) } }
    }
    let updates = pipeline.updates()
    try pipeline.start()
    pipeline.advance(nanoseconds: 4_150_000_000)
    pipeline.stop()
    var streamed: [UInt64] = []
    for await update in updates { if case .sample(let sample) = update { streamed.append(sample.timeNanoseconds) } }
    let pushed = times.withLock { $0 }
    #expect(pushed.count == count)
    #expect(isExact(pushed, seconds))
    #expect(streamed == pushed)
    subscription.cancel()
  }

  private static func sample(_ sequence: UInt64, clipped: SensorWords) -> MotionSample {
    let zero = Vector3(0, 0, 0)
    return MotionSample(
      sequence: sequence, timeNanoseconds: sequence * 100_000_000, specificForce: zero, rotationRate: zero,
      temperatureCelsius: 25, orientation: .identity, gravity: zero, userAcceleration: zero, bias: zero,
      health: .running, lost: 0, clipped: clipped)
  }

  /// What was clipped between two values of a slow consumer, the second says.
  @Test func clippingBetweenTwoValuesIsSaid() {
    var due = DueValues()
    let given = (1...31).compactMap { sequence in
      let clipped: SensorWords = sequence == 5 ? .gyroscopeX : sequence == 8 ? .accelerometerZ : []
      return due.take(Self.sample(UInt64(sequence), clipped: clipped), hertz: 1, periodNanoseconds: 100_000_000)
    }
    #expect(given.map(\.sequence) == [1, 11, 21, 31])
    #expect(given.map(\.clipped) == [[], [.gyroscopeX, .accelerometerZ], [], []])
  }
}
