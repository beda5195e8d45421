import Foundation
import Fusion
import Pipeline

/// What a handler of activities is given.
public typealias CMMotionActivityHandler = (CMMotionActivity?) -> Void
/// What a handler of past activities is given.
public typealias CMMotionActivityQueryHandler = ([CMMotionActivity]?, (any Error)?) -> Void

/// Tells what the carrier of the device does: stationary, walking, running, or unknown.
///
/// It looks only while a manager is active in this process; a query finds what was told on its board, by any manager, for seven days while the
/// process lives. Safe from any thread.
open class CMMotionActivityManager: NSObject, @unchecked Sendable {
  // Ownership: everything below is immutable or guards itself.

  /// Verdicts that wait for a slow handler.
  private static let mostWaiting = 1024

  private let board: MotionBoard
  private let watch: ActivityWatch
  private let listener: ListenerSlot<ActivityWatch.News>

  /// A manager on ``MotionBoard/standard``.
  public override init() {
    board = .standard
    watch = .of(board)
    listener = .listening(to: watch)
    super.init()
  }

  /// A manager on a board.
  public init(board: MotionBoard) {
    self.board = board
    watch = .of(board)
    listener = .listening(to: watch)
    super.init()
  }

  deinit { stopActivityUpdates() }

  /// Whether the standard board has a chip that answers.
  open class func isActivityAvailable() -> Bool { MotionBoard.standard.unavailability == nil }
  /// Authorised: on Linux file permissions decide.
  open class func authorizationStatus() -> CMAuthorizationStatus { .authorized }

  /// Why no activity is told, while there is no chip or it is lost; nil when there is motion to judge by. The phone has no such thing.
  public var unavailability: MotionUnavailable? { board.unavailability }

  /// Calls a handler with the activity that is known, and when it changes, or how sure it is. A second start replaces the handler. When there
  /// is no chip, or it is lost, the handler gets nil once: ``unavailability`` tells why.
  open func startActivityUpdates(to queue: OperationQueue, withHandler handler: @escaping CMMotionActivityHandler) {
    // Ownership: the handler is the caller's and not Sendable, as on the phone; it runs on the caller's queue alone, one call at a time.
    nonisolated(unsafe) let handle = handler
    let mailbox = Mailbox<ActivityWatch.News>(
      capacity: board.isVirtual ? .max : Self.mostWaiting, executor: { work in queue.addOperation(work) }
    ) { news in
      switch news {
      case .activity(let activity): handle(activity)
      case .failed: handle(nil)
      }
    }
    listener.listen(mailbox, failure: { .failed($0) })
  }

  /// Ends it: no call of the handler begins after the return.
  open func stopActivityUpdates() { listener.end() }

  /// What was told on this board between two dates, by this manager or another of the process, oldest first; with an end before the start,
  /// ``CMErrorInvalidParameter``.
  open func queryActivityStarting(
    from start: Date, to end: Date, to queue: OperationQueue,
    withHandler handler: @escaping CMMotionActivityQueryHandler
  ) {
    // Ownership: as above; this is its only call.
    nonisolated(unsafe) let handle = handler
    let found = watch.activities(from: start, to: end)
    queue.addOperation {
      guard end >= start else {
        return handle(nil, NSError(domain: CMErrorDomain, code: Int(CMErrorInvalidParameter.rawValue)))
      }
      handle(found, nil)
    }
  }
}

extension ListenerSlot<ActivityWatch.News> {
  fileprivate static func listening(to watch: ActivityWatch) -> ListenerSlot {
    ListenerSlot(add: { listener throws(MotionUnavailable) in try watch.add(listener) }, remove: { watch.remove($0) })
  }
}
