import Dispatch
import SimulatedIMU
import Synchronization
import Testing

@testable import Pipeline

#if canImport(Glibc)
  import Glibc
#endif

/// Stops, wherever they are called: each returns, and behind the return on another thread no handler begins. What should never end ends
/// as a failed expectation here; what is measured is order, never time.
extension MotionPipelineThreadTests {
  /// The LSM6DS3 starts within milliseconds.
  private static func pipeline() -> MotionPipeline {
    MotionPipeline(
      PipelineConfiguration(
        source: .simulated(SimulatedSource(chip: .lsm6ds3, motion: .gestures)), updateInterval: .everySample,
        realtime: .none, staleAfterSeconds: 60))
  }

  private static let patience = DispatchTimeInterval.seconds(60)
  private static let rounds = 12

  /// Where a handler runs.
  enum Place: CaseIterable {
    case deliveryThread, queue, detectorsQueue, sequence
  }

  /// Calls a handler for each value, or what is found, in a place. It lasts as long as what is returned.
  private static func follow(
    _ pipeline: MotionPipeline, in place: Place, _ handler: @escaping @Sendable () -> Void
  ) -> Any {
    switch place {
    case .deliveryThread: return pipeline.subscribeOnDeliveryThread { if $0.isSample { handler() } }
    case .queue:
      return pipeline.subscribe(on: DispatchQueue(label: "push")) { sample, _ in if sample != nil { handler() } }
    case .detectorsQueue:
      // Values beside: it takes seconds until something is found.
      let work = DispatchQueue(label: "detectors")
      let found = pipeline.detect(.all, on: work) { _, _ in handler() }
      return (found, pipeline.subscribe(on: work) { sample, _ in if sample != nil { handler() } })
    case .sequence:
      let updates = pipeline.updates()
      return Task { for await update in updates where update.isSample { handler() } }
    }
  }

  /// Runs a body elsewhere.
  private static func elsewhere(_ body: @escaping @Sendable () -> Void) -> DispatchSemaphore {
    let isDone = DispatchSemaphore(value: 0)
    DispatchQueue(label: "elsewhere").async {
      body()
      isDone.signal()
    }
    return isDone
  }

  private static func startUnlessRunning(_ pipeline: MotionPipeline) {
    do throws(PipelineError) { try pipeline.start() } catch {
      if case .alreadyRunning = error { return }
      Issue.record(error)
    }
  }

  private static func ends(_ semaphore: DispatchSemaphore) -> Bool {
    semaphore.wait(timeout: .now() + patience) == .success
  }

  /// While another thread is in stop(), which waits for the handler's thread.
  @Test(arguments: Place.allCases) func aStopInAHandlerWhileAnotherThreadStopsReturns(_ place: Place) throws {
    for _ in 0..<Self.rounds {
      let pipeline = Self.pipeline()
      let (entered, returned) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
      let handling = Self.follow(pipeline, in: place) {
        entered.signal()
        // Until the other is in it: the first that it does is this.
        while pipeline.isRunning { sched_yield() }
        pipeline.stop()
        returned.signal()
      }
      try pipeline.start()
      try #require(Self.ends(entered))
      let other = Self.elsewhere { pipeline.stop() }
      try #require(Self.ends(returned))
      try #require(Self.ends(other))
      #expect(!pipeline.isRunning && pipeline.threadIDs.isEmpty)
      withExtendedLifetime(handling) {}
    }
  }

  /// Two handlers that stop, two threads that do, and one that starts again, at once.
  @Test(arguments: Place.allCases) func stopsAndStartsFromHandlersAndThreadsEnd(_ place: Place) throws {
    let pipeline = Self.pipeline()
    let left = Atomic<Int>(40)
    let inside = Atomic<Int>(0)
    let handling = [place, .deliveryThread].map { place in
      Self.follow(pipeline, in: place) {
        // Sequentially consistent: who is not counted finds nothing left.
        inside.wrappingAdd(1, ordering: .sequentiallyConsistent)
        defer { inside.wrappingSubtract(1, ordering: .sequentiallyConsistent) }
        guard left.wrappingSubtract(1, ordering: .sequentiallyConsistent).newValue > 0 else { return }
        pipeline.stop()
        Self.startUnlessRunning(pipeline)
      }
    }
    let threads = (0..<3).map { index in
      Self.elsewhere {
        for _ in 0..<Self.rounds {
          if index < 2 { pipeline.stop() }
          Self.startUnlessRunning(pipeline)
        }
      }
    }
    for thread in threads { try #require(Self.ends(thread)) }
    left.store(0, ordering: .sequentiallyConsistent)
    // A handler may be between its stop and its start.
    let last = Self.elsewhere {
      while inside.load(ordering: .sequentiallyConsistent) > 0 { sched_yield() }
      pipeline.stop()
    }
    try #require(Self.ends(last))
    #expect(!pipeline.isRunning)
    withExtendedLifetime(handling) {}
  }

  @Test(arguments: Place.allCases) func noHandlerBeginsBehindTheReturnOfAStop(_ place: Place) throws {
    // Sequences give what they have.
    if place == .sequence { return }
    let pipeline = Self.pipeline()
    let isStopped = Atomic<Bool>(false)
    let late = Atomic<Int>(0)
    let called = DispatchSemaphore(value: 0)
    let handling = Self.follow(pipeline, in: place) {
      // Sequentially consistent, as its partner below: what is judged is which came first.
      if isStopped.load(ordering: .sequentiallyConsistent) { late.wrappingAdd(1, ordering: .relaxed) }
      called.signal()
    }
    for _ in 0..<Self.rounds {
      isStopped.store(false, ordering: .sequentiallyConsistent)
      try pipeline.start()
      try #require(Self.ends(called))
      pipeline.stop()
      isStopped.store(true, ordering: .sequentiallyConsistent)
      // What would begin late has a moment to.
      for _ in 0..<100 { sched_yield() }
      while called.wait(timeout: .now()) == .success {}
    }
    #expect(late.load(ordering: .relaxed) == 0)
    withExtendedLifetime(handling) {}
  }

  /// Not even on the delivery thread itself, of which a stop in a handler can't wait for the end.
  @Test func noOtherHandlerBeginsBehindAStopInAHandler() throws {
    let pipeline = Self.pipeline()
    let calls = Atomic<Int>(0)
    let others = Atomic<Int>(0)
    let stopped = DispatchSemaphore(value: 0)
    let first = pipeline.subscribeOnDeliveryThread { update in
      guard update.isSample, calls.wrappingAdd(1, ordering: .relaxed).newValue == 3 else { return }
      pipeline.stop()
      others.store(0, ordering: .relaxed)
      stopped.signal()
    }
    let second = pipeline.subscribeOnDeliveryThread { _ in others.wrappingAdd(1, ordering: .relaxed) }
    try pipeline.start()
    try #require(Self.ends(stopped))
    // Waits for the delivery thread, which the one in the handler could not.
    pipeline.stop()
    #expect(calls.load(ordering: .relaxed) == 3)
    #expect(others.load(ordering: .relaxed) == 0)
    withExtendedLifetime((first, second)) {}
  }

  @Test func aHandlerOnTheDeliveryThreadMayRestart() throws {
    let pipeline = Self.pipeline()
    let restarts = Atomic<Int>(0)
    let done = DispatchSemaphore(value: 0)
    let subscription = pipeline.subscribeOnDeliveryThread { update in
      guard update.isSample, restarts.load(ordering: .relaxed) < 5 else { return }
      pipeline.stop()
      do { try pipeline.start() } catch { Issue.record(error) }
      if restarts.wrappingAdd(1, ordering: .relaxed).newValue == 5 { done.signal() }
    }
    try pipeline.start()
    #expect(Self.ends(done))
    #expect(pipeline.isRunning)
    pipeline.stop()
    withExtendedLifetime(subscription) {}
  }

  @Test func aHandlerOnTheDeliveryThreadMayDropTheLastReference() throws {
    for _ in 0..<Self.rounds {
      let box = Guarded<MotionPipeline?>(Self.pipeline())
      let gone = DispatchSemaphore(value: 0)
      let subscription = box.withLock { $0 }?.subscribeOnDeliveryThread { _ in
        guard box.withLock({ $0.take() != nil }) else { return }
        gone.signal()
      }
      try box.withLock { $0 }?.start()
      try #require(Self.ends(gone))
      subscription?.cancel()
    }
  }

  /// Each waits for the other's delivery thread, which is in a stop itself.
  @Test func handlersOnDeliveryThreadsMayStopEachOthersPipelines() throws {
    let pipelines = [Self.pipeline(), Self.pipeline()]
    let met = [DispatchSemaphore(value: 0), DispatchSemaphore(value: 0)]
    let isFirst = [Guarded(true), Guarded(true)]
    let done = DispatchSemaphore(value: 0)
    let subscriptions = (0..<2).map { index in
      pipelines[index].subscribeOnDeliveryThread { _ in
        let isSecond = isFirst[index].withLock { isFirst in
          defer { isFirst = false }
          return !isFirst
        }
        if isSecond { return }
        met[1 - index].signal()
        _ = met[index].wait(timeout: .now() + Self.patience)
        pipelines[1 - index].stop()
        done.signal()
      }
    }
    for pipeline in pipelines { try pipeline.start() }
    for _ in 0..<2 { try #require(Self.ends(done)) }
    for pipeline in pipelines { pipeline.stop() }
    withExtendedLifetime(subscriptions) {}
  }

  /// A handler that waits for whoever stops, as one does that calls into the main queue.
  @Test func aHandlerThatWaitsForTheStopIsGivenUp() throws {
    let pipeline = Self.pipeline()
    let (entered, release) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let calls = Atomic<Int>(0)
    let subscription = pipeline.subscribeOnDeliveryThread { _ in
      guard calls.wrappingAdd(1, ordering: .relaxed).newValue == 1 else { return }
      entered.signal()
      release.wait()
    }
    try pipeline.start()
    try #require(Self.ends(entered))
    pipeline.stop()
    let counted = calls.load(ordering: .relaxed)
    release.signal()
    // Behind this the old run's thread has gone on; the new one's calls are its own.
    pipeline.stop()
    #expect(counted == 1 && calls.load(ordering: .relaxed) == 1)
    try pipeline.start()
    pipeline.stop()
    withExtendedLifetime(subscription) {}
  }

  @Test func whatWaitsForAHandlerAtTheStopIsDroppedAndCounted() throws {
    let pipeline = Self.pipeline()
    let queue = DispatchQueue(label: "suspended")
    let calls = Atomic<Int>(0)
    let subscription = pipeline.subscribe(capacity: 4, on: queue) { _, _ in calls.wrappingAdd(1, ordering: .relaxed) }
    queue.suspend()
    let arrived = DispatchSemaphore(value: 0)
    let last = pipeline.subscribe(on: .global()) { _, _ in arrived.signal() }
    try pipeline.start()
    for _ in 0..<10 { try #require(Self.ends(arrived)) }
    pipeline.stop()
    queue.resume()
    queue.sync {}
    #expect(calls.load(ordering: .relaxed) == 0)
    #expect(subscription.dropped >= 9)
    last.cancel()
  }
}
