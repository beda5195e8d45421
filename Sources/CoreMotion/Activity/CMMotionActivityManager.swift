import Foundation
import Fusion
import Pipeline

/// What a handler of activities is given.
public typealias CMMotionActivityHandler = (CMMotionActivity?) -> Void
/// What a handler of past activities is given.
public typealias CMMotionActivityQueryHandler = ([CMMotionActivity]?, (any Error)?) -> Void

/// Tells what the carrier of the device does: stationary, walking, running, or unknown.
///
/// It looks only while it is active in this process; a query finds what this manager has told, for seven days while it lives. Safe from
/// any thread.
open class CMMotionActivityManager: NSObject, @unchecked Sendable {
  // Ownership: everything below is immutable or guards itself.

  private struct State {
    var follower: MotionFollower?
    var classifier = ActivityClassifier()
    var history: [CMMotionActivity] = []
    var generation = 0
  }

  private let board: MotionBoard
  private let state = Guarded(State())

  /// A manager on ``MotionBoard/standard``.
  public override convenience init() { self.init(board: .standard) }

  /// A manager on a board.
  public init(board: MotionBoard) {
    self.board = board
    super.init()
  }

  deinit { stopActivityUpdates() }

  /// Whether the standard board has a chip that answers.
  open class func isActivityAvailable() -> Bool { MotionBoard.standard.unavailability == nil }
  /// Authorised: on Linux file permissions decide.
  open class func authorizationStatus() -> CMAuthorizationStatus { .authorized }

  /// Calls a handler when the activity changes, or how sure it is. A second start replaces the handler. When there is no chip the handler gets
  /// nil once.
  open func startActivityUpdates(to queue: OperationQueue, withHandler handler: @escaping CMMotionActivityHandler) {
    // Ownership: the handler is the caller's and not Sendable, as on the phone; it runs on the caller's queue alone.
    nonisolated(unsafe) let handle = handler
    stopActivityUpdates()
    let generation = state.withLock { state -> Int in
      state.classifier = ActivityClassifier()
      return state.generation
    }
    do throws(MotionUnavailable) {
      let follower = try MotionFollower(board, interval: UpdateInterval(hertz: 20), detecting: .step) {
        [weak self] update in
        guard let self, let activity = take(update, generation) else { return }
        queue.addOperation { [weak self] in
          if self?.isCurrent(generation) == true { handle(activity) }
        }
      }
      let spare = state.withLock { state -> MotionFollower? in
        guard state.generation == generation else { return follower }
        state.follower = follower
        return nil
      }
      withExtendedLifetime(spare) {}
    } catch { queue.addOperation { handle(nil) } }
  }

  /// Ends it: no handler is taken up after the return.
  open func stopActivityUpdates() {
    let former = state.withLock { state -> MotionFollower? in
      state.generation += 1
      defer { state.follower = nil }
      return state.follower
    }
    withExtendedLifetime(former) {}
  }

  /// What this manager told between two dates, oldest first; with an end before the start, ``CMErrorInvalidParameter``.
  open func queryActivityStarting(
    from start: Date, to end: Date, to queue: OperationQueue,
    withHandler handler: @escaping CMMotionActivityQueryHandler
  ) {
    // Ownership: as above; this is its only call.
    nonisolated(unsafe) let handle = handler
    let found = state.withLock { $0.history.filter { $0.startDate >= start && $0.startDate <= end } }
    queue.addOperation {
      guard end >= start else {
        return handle(nil, NSError(domain: CMErrorDomain, code: Int(CMErrorInvalidParameter.rawValue)))
      }
      handle(found, nil)
    }
  }

  private func isCurrent(_ generation: Int) -> Bool { state.withLock { $0.generation == generation } }

  /// Called on the delivery thread: brief.
  private func take(_ update: MotionUpdate, _ generation: Int) -> CMMotionActivity? {
    state.withLock { state in
      guard state.generation == generation else { return nil }
      let time: Double
      let hasChanged: Bool
      switch update {
      case .sample(let sample):
        time = sample.timestamp
        hasChanged = state.classifier.update(sample)
      case .detected(let event):
        guard case .step(_, let cadence) = event.kind else { return nil }
        time = Double(event.timeNanoseconds) * 1e-9
        hasChanged = state.classifier.step(at: time, cadence: cadence)
      case .event: return nil
      }
      guard hasChanged else { return nil }
      let verdict = state.classifier.verdict
      let date = board.date(of: time)
      let activity = CMMotionActivity(
        verdict.kind, confidence: verdict.confidence, startDate: date, timestamp: time)
      let oldest = date.addingTimeInterval(-StepCounter.keptSeconds)
      state.history.removeFirst(state.history.firstIndex { $0.startDate >= oldest } ?? state.history.count)
      state.history.append(activity)
      return activity
    }
  }
}
