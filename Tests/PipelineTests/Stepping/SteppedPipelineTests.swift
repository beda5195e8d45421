import Dispatch
import SimulatedIMU
import Testing

@testable import Pipeline

/// A pipeline without threads, whose time the caller moves.
@Suite struct SteppedPipelineTests {
  private func pipeline(_ motion: SimulatedSource.Motion = .moving) -> MotionPipeline {
    MotionPipeline.stepped(
      PipelineConfiguration(source: .simulated(SimulatedSource(motion: motion)), realtime: .none))
  }

  @Test func itHasNoThreadsAndTimeStandsStill() throws {
    let pipeline = pipeline()
    #expect(pipeline.nowNanoseconds == nil)
    pipeline.advance(nanoseconds: 1_000_000_000)
    try pipeline.start()
    defer { pipeline.stop() }
    #expect(pipeline.threadIDs.isEmpty)
    let now = try #require(pipeline.nowNanoseconds)
    #expect(pipeline.latest == nil)
    #expect(pipeline.nowNanoseconds == now)
  }

  /// A step waits for a sample; what that is too much the next call goes less far.
  @Test func manySmallStepsAreOneLargeOne() throws {
    let pipeline = pipeline()
    try pipeline.start()
    defer { pipeline.stop() }
    let start = try #require(pipeline.nowNanoseconds)
    for _ in 0..<1000 { pipeline.advance(nanoseconds: 1_000_000) }
    let passed = try #require(pipeline.nowNanoseconds) - start
    #expect((1_000_000_000...1_016_000_000).contains(passed))
  }

  @Test func theSameStepsGiveTheSameValues() throws {
    let runs = try (0..<2).map { _ in
      let pipeline = pipeline()
      try pipeline.start()
      defer { pipeline.stop() }
      return (0..<10).map { _ in
        pipeline.advance(nanoseconds: 200_000_000)
        return pipeline.latest
      }
    }
    #expect(runs[0] == runs[1])
    #expect(runs[0].last != nil)
  }

  @Test func anIntervalMayChangeWhileRunning() throws {
    let pipeline = pipeline(.still)
    let times = Guarded<[UInt64]>([])
    let subscription = pipeline.subscribe(interval: UpdateInterval(hertz: 10), capacity: 8, executor: { $0() }) {
      sample, _ in
      if let sample { times.withLock { $0.append(sample.timeNanoseconds) } }
    }
    try pipeline.start()
    pipeline.advance(nanoseconds: 1_000_000_000)
    let slow = times.withLock { $0.count }
    subscription.interval = UpdateInterval(hertz: 50)
    pipeline.advance(nanoseconds: 1_000_000_000)
    let quick = times.withLock { $0.count } - slow
    #expect((9...11).contains(slow))
    #expect((48...51).contains(quick))
    pipeline.stop()
    subscription.cancel()
  }

  /// The old run's chip is asleep before the new one's is set up: it may be the same.
  @Test func whatIsDeliveredMayRestart() throws {
    let board = SimulatedBoard(clock: .virtual)
    let chip = board.attach(.lsm6ds3, motion: .still())
    let pipeline = MotionPipeline.stepped(
      PipelineConfiguration(
        source: .custom(bus: board.bus, address: chip.address, line: board.line(for: chip)), realtime: .none))
    let restarts = Guarded(0)
    let subscription = pipeline.subscribe(interval: .everySample, capacity: 8, executor: { $0() }) { sample, _ in
      guard sample != nil, restarts.withLock({ $0 < 3 }) else { return }
      restarts.withLock { $0 += 1 }
      pipeline.stop()
      #expect(chip.register(0x10) >> 4 == 0)
      do { try pipeline.start() } catch { Issue.record(error) }
    }
    try pipeline.start()
    for _ in 0..<5 { pipeline.advance(nanoseconds: 1_000_000_000) }
    #expect(restarts.withLock { $0 } == 3)
    #expect(pipeline.isRunning && pipeline.latest != nil)
    #expect(chip.register(0x10) >> 4 != 0)
    pipeline.stop()
    #expect(chip.register(0x10) >> 4 == 0)
    subscription.cancel()
  }

  /// A stop from within a step puts the chip to sleep behind it, and ends the advance.
  @Test func aStopFromWhatIsDeliveredEndsTheAdvance() throws {
    let pipeline = pipeline(.still)
    let count = Guarded(0)
    let subscription = pipeline.subscribe(interval: .everySample, capacity: 8, executor: { $0() }) {
      [weak pipeline] sample, _ in
      guard sample != nil else { return }
      count.withLock { $0 += 1 }
      if count.withLock({ $0 }) == 5 { pipeline?.stop() }
    }
    try pipeline.start()
    pipeline.advance(nanoseconds: 10_000_000_000)
    #expect(count.withLock { $0 } == 5)
    #expect(!pipeline.isRunning)
    try pipeline.start()
    pipeline.advance(nanoseconds: 100_000_000)
    #expect(count.withLock { $0 } > 15)
    pipeline.stop()
    subscription.cancel()
  }
}
