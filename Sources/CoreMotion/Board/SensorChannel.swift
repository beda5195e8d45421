import Foundation
import Fusion
import Pipeline

/// One kind of data of one manager: its interval, whether it is active, who handles it.
final class SensorChannel: Sendable {
  /// Where a handler runs.
  typealias Executor = @Sendable (_ work: @escaping @Sendable () -> Void) -> Void
  /// What a handler is given: a value, or why there is none.
  typealias Handler = @Sendable (MotionSample?, MotionUnavailable?) -> Void

  /// From a start to its stop.
  private struct Run {
    let lease: BoardLease
    var subscription: Subscription?
    /// Waits for the first value, where there is none at the start; it fixes the yaw that counts as 0.
    var starter: Subscription?
    /// What the properties show.
    var shown = ShownValue()
    /// The yaw that counts as 0; nil before the first value.
    var yawZero: Double?
    /// What the handler got.
    var delivered = ValueTimes()
    /// What the properties showed.
    var read = ValueTimes()
  }

  private struct State {
    var interval = UpdateInterval.gesture
    var run: Run?
    /// Counts the starts, so that what belongs to an old one is known.
    var generation = 0
  }

  let board: MotionBoard
  /// Tells a handler that nothing could be started.
  let refusal = Refusal()
  private let state = Guarded(State())

  init(board: MotionBoard) { self.board = board }

  // MARK: Interval

  /// Seconds between values, 0.01 or more; 0 for every sample.
  var seconds: Double {
    get { interval.seconds }
    set { interval = UpdateInterval(seconds: newValue) }
  }

  var interval: UpdateInterval {
    get { state.withLock { $0.interval } }
    set {
      let run = state.withLock { state in
        state.interval = newValue
        return state.run
      }
      run?.subscription?.interval = newValue
      run?.lease.setInterval(newValue)
    }
  }

  // MARK: Start and stop

  var isActive: Bool { state.withLock { $0.run != nil } }

  /// Becomes active; does nothing if it is, and leaves its handler.
  func start() throws(MotionUnavailable) {
    if isActive { return }
    let lease = try board.lease(interval: interval)
    // The lease of the slower of two starts at once goes after the lock.
    let (spare, generation) = state.withLock { state -> (BoardLease?, Int) in
      guard state.run == nil else { return (lease, state.generation) }
      state.generation += 1
      state.run = Run(lease: lease)
      return (nil, state.generation)
    }
    if spare == nil { fixYaw(lease.pipeline, generation) }
    withExtendedLifetime(spare) {}
  }

  /// Lets the present yaw count as 0, or that of the first value.
  private func fixYaw(_ pipeline: MotionPipeline, _ generation: Int) {
    if let sample = pipeline.published.newest { return fixYaw(sample, generation) }
    let starter = pipeline.subscribe(interval: interval, capacity: 1, executor: { $0() }) { [weak self] sample, _ in
      if let sample { self?.fixYaw(sample, generation) }
    }
    let spare = state.withLock { state -> Subscription? in
      guard state.generation == generation, state.run?.yawZero == nil else { return starter }
      state.run?.starter = starter
      return nil
    }
    spare?.cancel()
  }

  private func fixYaw(_ sample: MotionSample, _ generation: Int) {
    let starter = state.withLock { state -> Subscription? in
      guard state.generation == generation, state.run != nil else { return nil }
      if state.run?.yawZero == nil { state.run?.yawZero = sample.angles.yaw }
      defer { state.run?.starter = nil }
      return state.run?.starter
    }
    starter?.cancel()
  }

  /// Becomes active, and calls a handler from now on; an earlier one is forgotten. Of a chip that is lost at the moment the handler is
  /// told at once, and gets values when it is back.
  ///
  /// - Parameter capacity: values that wait while the handler is busy; the oldest is dropped beyond. Nil keeps all.
  func start(capacity: Int?, executor: @escaping Executor, handler: @escaping Handler) throws(MotionUnavailable) {
    try start()
    guard let (lease, generation) = state.withLock({ state in state.run.map { ($0.lease, state.generation) } }) else {
      return
    }
    let subscription = lease.pipeline.subscribe(
      interval: interval, capacity: board.isVirtual ? .max : capacity ?? .max, executor: executor
    ) { [weak self] sample, error in
      if let sample { self?.note(sample, generation: generation) }
      handler(sample, error.map(MotionUnavailable.pipeline))
    }
    let former = state.withLock { state -> Subscription? in
      // Stopped meanwhile: the new one goes instead.
      guard state.generation == generation, state.run != nil else { return subscription }
      defer { state.run?.subscription = subscription }
      state.run?.delivered = ValueTimes()
      return state.run?.subscription
    }
    former?.cancel()
    refusal.withdraw()
  }

  /// Ends it. After the return no call of the handler begins; see `Subscription.cancel()`. From any thread, the handler included.
  func stop() {
    let run = state.withLock { state -> Run? in
      state.generation += 1
      defer { state.run = nil }
      return state.run
    }
    run?.starter?.cancel()
    run?.subscription?.cancel()
    refusal.withdraw()
  }

  private func note(_ sample: MotionSample, generation: Int) {
    state.withLock { state in
      guard state.generation == generation else { return }
      if state.run?.yawZero == nil { state.run?.yawZero = sample.angles.yaw }
      state.run?.delivered.add(sample.timeNanoseconds)
    }
  }

  // MARK: Values

  /// The latest value at the channel's interval; nil before the first, when it is stale, and after the stop.
  var latest: MotionSample? {
    guard let (newest, period) = state.withLock({ $0.run?.lease.pipeline })?.published else { return nil }
    return state.withLock { state in
      let hertz = state.interval.hertz
      guard let shown = state.run?.shown.show(newest, hertz: hertz, periodNanoseconds: period) else { return nil }
      if state.run?.yawZero == nil { state.run?.yawZero = shown.angles.yaw }
      state.run?.read.add(shown.timeNanoseconds)
      return shown
    }
  }

  /// The yaw in radians that counts as 0: that of the first value since the start, or what ``recentre()`` set.
  var yawZero: Double { state.withLock { $0.run?.yawZero ?? 0 } }

  /// Makes the present yaw count as 0.
  /// - Returns: false when there is no value.
  func recentre() -> Bool {
    // Not what the properties show, which may be old.
    guard let yaw = state.withLock({ $0.run?.lease.pipeline })?.published.newest?.angles.yaw else { return false }
    state.withLock { $0.run?.yawZero = yaw }
    return true
  }

  /// Values that the handler was too slow for, since the start.
  var dropped: UInt64 { state.withLock { $0.run?.subscription }?.dropped ?? 0 }

  /// Mean seconds between the values that the handler got; without a handler between those that were read. Nil before the second.
  var meanInterval: Double? {
    state.withLock { state in
      guard let run = state.run else { return nil }
      return run.subscription == nil ? run.read.meanSeconds : run.delivered.meanSeconds
    }
  }

  deinit { stop() }
}

/// Counts values and the time between the first and the last.
private struct ValueTimes {
  private var count = 0
  private var first: UInt64 = 0
  private var last: UInt64 = 0

  mutating func add(_ nanoseconds: UInt64) {
    if count > 0, nanoseconds == last { return }
    if count == 0 { first = nanoseconds }
    last = nanoseconds
    count += 1
  }

  var meanSeconds: Double? { count > 1 && last > first ? Double(last - first) * 1e-9 / Double(count - 1) : nil }
}
