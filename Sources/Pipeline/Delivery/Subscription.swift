import Dispatch
import Fusion

/// A push consumer: a handler on a queue, with a bounded buffer in between.
///
/// Handlers of one subscription run one after the other and in order, on a concurrent queue too. A slow handler delays
/// nobody else: when its buffer is full the oldest update is dropped and counted. Dropping the last reference cancels.
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

  /// Updates dropped so far because the handler was slow; with those that were still waiting for it at a ``MotionPipeline/stop()``.
  public var dropped: UInt64 { core.dropped }

  /// How often the handler is called. A change takes effect with the next value, and what waits is kept.
  public var interval: UpdateInterval {
    get { core.interval }
    set {
      core.interval = newValue
      onIntervalChange()
    }
  }

  /// Ends the subscription: what waits is dropped, and after the return no call of the handler begins.
  ///
  /// From any thread, the handler included; again does nothing. A call that is under way on another thread is waited for, at
  /// most 0.1 s: a handler that itself waits for the caller goes on after the return.
  public func cancel() {
    core.cancel()
    onCancel()
  }
}

/// The working half of a subscription, held by the delivery hub: chooses what the handler is for, and when it is due.
final class SubscriptionCore: Sendable {
  private struct State {
    var interval: UpdateInterval
    var due = DueValues()
    /// Whether the handler knows of the loss that goes on.
    var knowsOfLoss = false
  }

  typealias Executor = Mailbox<MotionUpdate>.Executor

  /// What it wants to be looked for in the motion.
  let detectors: DetectorSelection
  private let takesSamples: Bool
  private let events: Events
  private let mailbox: Mailbox<MotionUpdate>
  private let state: Guarded<State>

  /// Which events of the pipeline a handler is for; others take no room in the buffer.
  enum Events: Sendable {
    case all
    /// That the chip is lost, once for each loss.
    case loss
  }

  /// - Parameters:
  ///   - executor: nil calls the handler on the delivery thread.
  ///   - takesSamples: whether the handler is for values.
  init(
    interval: UpdateInterval, capacity: Int, executor: Executor?, detectors: DetectorSelection = [],
    takesSamples: Bool = true, events: Events = .all, handler: @escaping @Sendable (MotionUpdate) -> Void
  ) {
    self.detectors = detectors
    self.takesSamples = takesSamples
    self.events = events
    // Events are few and say what no later value does, so a value gives way first.
    mailbox = Mailbox(capacity: capacity, executor: executor, isNews: { !$0.isSample }, handler: handler)
    state = Guarded(State(interval: interval))
  }

  /// The same on a dispatch queue.
  convenience init(
    interval: UpdateInterval, capacity: Int, queue: DispatchQueue, detectors: DetectorSelection = [],
    takesSamples: Bool = true, events: Events = .all, handler: @escaping @Sendable (MotionUpdate) -> Void
  ) {
    self.init(
      interval: interval, capacity: capacity, executor: { work in queue.async(execute: work) }, detectors: detectors,
      takesSamples: takesSamples, events: events, handler: handler)
  }

  var interval: UpdateInterval {
    get { state.withLock { $0.interval } }
    set { state.withLock { $0.interval = newValue } }
  }

  var dropped: UInt64 { mailbox.dropped }

  func cancel() { mailbox.close() }

  /// At a stop: see ``Mailbox/discard()``.
  func discard() -> DispatchSemaphore? { mailbox.discard() }

  /// Buffers an update and sees to it that the handler runs. Called on the delivery thread.
  ///
  /// - Parameter periodNanoseconds: time between two published values.
  func offer(_ update: MotionUpdate, periodNanoseconds: UInt64) {
    switch update {
    case .sample(let sample):
      let due = state.withLock { state -> MotionSample? in
        state.knowsOfLoss = false
        guard takesSamples else { return nil }
        return state.due.take(sample, hertz: state.interval.hertz, periodNanoseconds: periodNanoseconds)
      }
      if let due { mailbox.offer(.sample(due)) }
    case .event(let event): if takes(event) { mailbox.offer(update) }
    case .detected(let event): if detectors.includes(event.kind.detector) { mailbox.offer(update) }
    }
  }

  private func takes(_ event: PipelineEvent) -> Bool {
    switch events {
    case .all: true
    case .loss:
      state.withLock { state in
        // A chip that is set up again in vain is lost more than once before a value comes.
        guard event.isLoss, !state.knowsOfLoss else { return false }
        state.knowsOfLoss = true
        return true
      }
    }
  }
}
