import Dispatch
import IMUDrivers
import SimulatedIMU
import Testing

@testable import Pipeline

/// Everything at once, from many threads and from inside handlers. Worth most under the thread sanitizer.
@Suite(.serialized) struct PipelineStormTests {
  /// The LSM6DS3 starts within milliseconds.
  private static let configuration = PipelineConfiguration(
    source: .simulated(SimulatedSource(chip: .lsm6ds3, motion: .still)), updateInterval: .everySample,
    realtime: .none, staleAfterSeconds: 60)
  private static let patience = DispatchTimeInterval.seconds(60)

  @Test func startsStopsSubscriptionsAndReadersAtOnceEndInOrder() throws {
    let pipeline = MotionPipeline(Self.configuration)
    DispatchQueue.concurrentPerform(iterations: 8) { index in
      for round in 0..<12 {
        switch (index + round) % 6 {
        case 0: do { try pipeline.start() } catch { #expect("\(error)".contains("runs already")) }
        case 1: pipeline.stop()
        case 2:
          let subscription = pipeline.subscribe(interval: .display, capacity: 2, on: .global()) { _, _ in
            _ = pipeline.latest
          }
          subscription.cancel()
        case 3: _ = pipeline.updates(interval: .everySample, capacity: 1)
        case 4: pipeline.updateInterval = UpdateInterval(hertz: Double(10 + 10 * round))
        default:
          for _ in 0..<200 { _ = (pipeline.latest, pipeline.counters, pipeline.isRunning, pipeline.faultReason) }
        }
      }
    }
    pipeline.stop()
    #expect(!pipeline.isRunning)
    #expect(pipeline.latest == nil)
    try pipeline.start()
    pipeline.stop()
  }

  @Test func aHandlerMayRestartThePipeline() throws {
    let pipeline = MotionPipeline(Self.configuration)
    let restarts = Guarded(0)
    let done = DispatchSemaphore(value: 0)
    let subscription = pipeline.subscribe(on: DispatchQueue(label: "restarts")) { sample, _ in
      guard sample != nil, restarts.withLock({ $0 < 5 }) else { return }
      pipeline.stop()
      do { try pipeline.start() } catch { Issue.record("\(error)") }
      if restarts.withLock({
        $0 += 1; return $0
      }) == 5 {
        done.signal()
      }
    }
    try pipeline.start()
    #expect(done.wait(timeout: .now() + Self.patience) == .success)
    pipeline.stop()
    subscription.cancel()
  }

  @Test func aHandlerMayDropTheLastReference() throws {
    let board = SimulatedBoard(clock: .realTime)
    let chip = board.attach(.lsm6ds3, motion: .still())
    var configuration = Self.configuration
    configuration.source = .custom(bus: board.bus, address: chip.address, line: board.line(for: chip))
    let box = Guarded<MotionPipeline?>(MotionPipeline(configuration))
    let gone = DispatchSemaphore(value: 0)
    let subscription = box.withLock { $0 }?.subscribe(on: DispatchQueue(label: "drops")) { sample, _ in
      guard sample != nil else { return }
      var last = box.withLock { $0.take() }
      guard last != nil else { return }
      last = nil
      gone.signal()
    }
    try box.withLock { $0 }?.start()
    #expect(gone.wait(timeout: .now() + Self.patience) == .success)
    // Its end has put the chip to sleep.
    #expect(chip.register(0x10) >> 4 == 0)
    subscription?.cancel()
  }

  @Test func aThreadThatJoinsItselfEnds() throws {
    let box = Guarded<RealtimeThread?>(nil)
    let stored = DispatchSemaphore(value: 0)
    let ended = DispatchSemaphore(value: 0)
    let thread = try RealtimeThread.start(.init(name: "self"), report: RealtimeReportBook()) {
      stored.wait()
      box.withLock { $0.take() }?.join()
      ended.signal()
    }
    box.withLock { $0 = thread }
    stored.signal()
    #expect(ended.wait(timeout: .now() + Self.patience) == .success)
  }

  @Test func aHandlerThatNeverReturnsHoldsUpNobodyElse() throws {
    let pipeline = MotionPipeline(Self.configuration)
    let release = DispatchSemaphore(value: 0)
    let entered = DispatchSemaphore(value: 0)
    let others = DispatchSemaphore(value: 0)
    let stuck = pipeline.subscribe(capacity: 2, on: DispatchQueue(label: "stuck")) { _, _ in
      entered.signal()
      release.wait()
    }
    let count = Guarded(0)
    let live = pipeline.subscribe(on: DispatchQueue(label: "live")) { _, _ in
      if count.withLock({
        $0 += 1; return $0
      }) == 50 {
        others.signal()
      }
    }
    try pipeline.start()
    #expect(entered.wait(timeout: .now() + Self.patience) == .success)
    #expect(others.wait(timeout: .now() + Self.patience) == .success)
    #expect(stuck.dropped > 0)
    pipeline.stop()
    #expect(!pipeline.isRunning)
    stuck.cancel()
    live.cancel()
    for _ in 0..<4 { release.signal() }
  }

  @Test func aThousandSubscriptionsAreServed() throws {
    let pipeline = MotionPipeline(Self.configuration)
    let served = Guarded<Set<Int>>([])
    let all = DispatchSemaphore(value: 0)
    let queue = DispatchQueue(label: "thousand")
    let subscriptions = (0..<1000).map { index in
      pipeline.subscribe(interval: .orientation, capacity: 1, on: queue) { sample, _ in
        guard sample != nil else { return }
        let isLast = served.withLock { $0.insert(index).inserted && $0.count == 1000 }
        if isLast { all.signal() }
      }
    }
    try pipeline.start()
    #expect(all.wait(timeout: .now() + Self.patience) == .success)
    for subscription in subscriptions { subscription.cancel() }
    pipeline.stop()
  }

  @Test func aSequenceIteratedAfterTheStopEnds() async throws {
    let pipeline = MotionPipeline(Self.configuration)
    let updates = pipeline.updates(capacity: 4)
    try pipeline.start()
    let arrived = DispatchSemaphore(value: 0)
    let subscription = pipeline.subscribe(on: .global()) { sample, _ in if sample != nil { arrived.signal() } }
    await withCheckedContinuation { continuation in
      DispatchQueue.global().async {
        _ = arrived.wait(timeout: .now() + Self.patience)
        continuation.resume()
      }
    }
    pipeline.stop()
    subscription.cancel()
    var count = 0
    for await _ in updates { count += 1 }
    #expect(count >= 1 && count <= 4)
  }
}
