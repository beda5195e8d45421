import Dispatch
import Fusion

/// A push consumer: a handler on a queue, with a bounded buffer in between.
///
/// Handlers of one subscription run one after the other and in order, on a concurrent queue too. A slow handler delays
/// nobody else: when its buffer is full the oldest update is dropped and counted. After ``cancel()`` has returned no handler
/// is taken up; one that is running, or that another thread is about to run, may finish. Dropping the last reference cancels.
public final class Subscription: Sendable {
  private let core: SubscriptionCore
  private let onIntervalChange: @Sendable () -> Void
  private let onCancel: @Sendable () -> Void

  init(
    core: SubscriptionCore, onIntervalChange: @escaping @Sendable () -> Void, onCancel: @escaping @Sendable () -> Void
  ) {
    self.core = core
    self.onIntervalChange = onIntervalChange
    self.onCancel = onCancel
  }

  deinit { cancel() }

  /// Updates dropped so far because the handler was slow.
  public var dropped: UInt64 { core.dropped }

  /// How often the handler is called. A change takes effect with the next value, and what waits is kept.
  public var interval: UpdateInterval {
    get { core.interval }
    set {
      core.interval = newValue
      onIntervalChange()
    }
  }

  /// Ends the subscription. From any thread, the handler included; again does nothing.
  public func cancel() {
    core.cancel()
    onCancel()
  }
}

/// The working half of a subscription, held by the delivery hub.
final class SubscriptionCore: Sendable {
  private struct State {
    /// Nil after the cancellation, so that what the handler captured is let go: often the owner of the subscription.
    var handler: (@Sendable (MotionUpdate) -> Void)?
    var interval: UpdateInterval
    var pending: [MotionUpdate] = []
    var schedule = UpdateSchedule()
    var dropped: UInt64 = 0
    var isScheduled = false
  }

  /// Runs a piece of work where the handler is to run: later, or at once where the handler is brief.
  typealias Executor = @Sendable (_ work: @escaping @Sendable () -> Void) -> Void

  /// What it wants to be looked for in the motion.
  let detectors: DetectorSelection
  private let takesSamples: Bool
  private let capacity: Int
  private let executor: Executor
  private let takesEvent: @Sendable (PipelineEvent) -> Bool
  private let state: Guarded<State>

  /// - Parameters:
  ///   - takesSamples: whether the handler is for values.
  ///   - takesEvent: which events of the pipeline the handler is for; others take no room in the buffer.
  init(
    interval: UpdateInterval, capacity: Int, executor: @escaping Executor, detectors: DetectorSelection = [],
    takesSamples: Bool = true, takesEvent: @escaping @Sendable (PipelineEvent) -> Bool = { _ in true },
    handler: @escaping @Sendable (MotionUpdate) -> Void
  ) {
    precondition(capacity > 0, "a subscription buffers at least one update")
    self.detectors = detectors
    self.takesSamples = takesSamples
    self.takesEvent = takesEvent
    self.capacity = capacity
    self.executor = executor
    state = Guarded(State(handler: handler, interval: interval))
  }

  /// The same on a dispatch queue.
  convenience init(
    interval: UpdateInterval, capacity: Int, queue: DispatchQueue, detectors: DetectorSelection = [],
    takesSamples: Bool = true, takesEvent: @escaping @Sendable (PipelineEvent) -> Bool = { _ in true },
    handler: @escaping @Sendable (MotionUpdate) -> Void
  ) {
    self.init(
      interval: interval, capacity: capacity, executor: { work in queue.async(execute: work) }, detectors: detectors,
      takesSamples: takesSamples, takesEvent: takesEvent, handler: handler)
  }

  var interval: UpdateInterval {
    get { state.withLock { $0.interval } }
    set { state.withLock { $0.interval = newValue } }
  }

  var dropped: UInt64 { state.withLock { $0.dropped } }

  func cancel() {
    // Let go outside the lock: what the handler captured may cancel in its turn.
    let handler = state.withLock { state in
      defer { state.handler = nil }
      state.pending.removeAll()
      return state.handler
    }
    withExtendedLifetime(handler) {}
  }

  /// Buffers an update and sees to it that the handler runs. Called on the delivery thread.
  ///
  /// - Parameter periodNanoseconds: time between two published values.
  func offer(_ update: MotionUpdate, periodNanoseconds: UInt64) {
    switch update {
    case .sample: guard takesSamples else { return }
    case .event(let event): guard takesEvent(event) else { return }
    case .detected(let event): guard detectors.includes(event.kind.detector) else { return }
    }
    let mustSchedule = state.withLock { state -> Bool in
      guard state.handler != nil else { return false }
      if case .sample(let sample) = update {
        let isDue = state.schedule.isDue(
          timeNanoseconds: sample.timeNanoseconds, hertz: state.interval.hertz,
          samplePeriodNanoseconds: periodNanoseconds)
        guard isDue else { return false }
      }
      if state.pending.count >= capacity {
        // Events are few and say what no later value does, so a value gives way first.
        state.pending.remove(at: state.pending.firstIndex(where: \.isSample) ?? 0)
        state.dropped += 1
      }
      state.pending.append(update)
      defer { state.isScheduled = true }
      return !state.isScheduled
    }
    if mustSchedule { executor { self.run() } }
  }

  /// Runs the handler for everything that is buffered, at most a buffer full before others on the queue get their turn.
  private func run() {
    for _ in 0..<capacity {
      let next = state.withLock { state -> (handler: @Sendable (MotionUpdate) -> Void, update: MotionUpdate)? in
        guard let handler = state.handler, !state.pending.isEmpty else {
          state.isScheduled = false
          return nil
        }
        return (handler, state.pending.removeFirst())
      }
      guard let next else { return }
      next.handler(next.update)
    }
    executor { self.run() }
  }
}
