import Foundation
import Pipeline

/// What a handler of steps is given.
public typealias CMPedometerHandler = (CMPedometerData?, (any Error)?) -> Void
/// What a handler of pauses is given.
public typealias CMPedometerEventHandler = (CMPedometerEvent?, (any Error)?) -> Void

/// Counts the steps of whoever carries the device, by the up and down of walking.
///
/// Steps are counted only while a pedometer is active in this process, and remembered for seven days while the process lives: a start or a query
/// that reaches further back finds nothing there. Handlers run on a background queue, one at a time. Safe from any thread.
open class CMPedometer: NSObject, @unchecked Sendable {
  // Ownership: everything below is immutable or guards itself.

  /// News that wait for a slow handler; each tells the whole count, so that a later one says what a dropped one said.
  private static let mostWaiting = 1024

  private let counter: StepCounter
  private let steps: ListenerSlot<StepCounter.News>
  private let events: ListenerSlot<StepCounter.News>
  /// Handlers run here.
  let queue = DispatchQueue(label: "CoreMotion pedometer")

  /// A pedometer on ``MotionBoard/standard``.
  public override init() {
    counter = .of(.standard)
    steps = .listening(to: counter)
    events = .listening(to: counter)
    super.init()
  }

  /// A pedometer on a board.
  public init(board: MotionBoard) {
    counter = .of(board)
    steps = .listening(to: counter)
    events = .listening(to: counter)
    super.init()
  }

  deinit {
    stopUpdates()
    stopEventUpdates()
  }

  /// Whether the standard board has a chip that answers.
  open class func isStepCountingAvailable() -> Bool { MotionBoard.standard.unavailability == nil }
  /// False: the length of a step follows from who walks.
  open class func isDistanceAvailable() -> Bool { false }
  /// False: floors need a barometer.
  open class func isFloorCountingAvailable() -> Bool { false }
  /// False, as ``isDistanceAvailable()``.
  open class func isPaceAvailable() -> Bool { false }
  /// Whether the standard board has a chip that answers.
  open class func isCadenceAvailable() -> Bool { isStepCountingAvailable() }
  /// Whether the standard board has a chip that answers.
  open class func isPedometerEventTrackingAvailable() -> Bool { isStepCountingAvailable() }
  /// Authorised: on Linux file permissions decide.
  open class func authorizationStatus() -> CMAuthorizationStatus { .authorized }

  /// The steps between two dates, as far as they were counted. An end before the start is an error, ``CMErrorInvalidParameter``.
  open func queryPedometerData(from start: Date, to end: Date, withHandler handler: @escaping CMPedometerHandler) {
    // Ownership: the handler is the caller's and not Sendable, as on the phone; this is its only call.
    nonisolated(unsafe) let handle = handler
    queue.async { [counter] in
      guard end >= start else {
        return handle(nil, NSError(domain: CMErrorDomain, code: Int(CMErrorInvalidParameter.rawValue)))
      }
      let steps = counter.steps(from: start, to: end)
      handle(CMPedometerData(startDate: start, endDate: end, numberOfSteps: steps, cadence: nil), nil)
    }
  }

  /// Calls a handler with the steps since `start`, cumulated, whenever there are more. A second start replaces the first.
  open func startUpdates(from start: Date, withHandler handler: @escaping CMPedometerHandler) {
    // Ownership: as above; it runs on the serial queue alone.
    nonisolated(unsafe) let handle = handler
    listen(steps) { [counter] news in
      switch news {
      case .steps(let cadence, let date):
        let steps = counter.steps(from: start, to: date)
        handle(CMPedometerData(startDate: start, endDate: date, numberOfSteps: steps, cadence: cadence), nil)
      case .failed(let reason): handle(nil, reason.asNSError)
      case .paused, .resumed: break
      }
    }
  }

  /// Ends it: no call of the handler begins after the return.
  open func stopUpdates() { steps.end() }

  /// Calls a handler when the walker pauses or walks again. A second start replaces the first.
  open func startEventUpdates(handler: @escaping CMPedometerEventHandler) {
    // Ownership: as above.
    nonisolated(unsafe) let handle = handler
    listen(events) { news in
      switch news {
      case .paused(let date): handle(CMPedometerEvent(date: date, type: .pause), nil)
      case .resumed(let date): handle(CMPedometerEvent(date: date, type: .resume), nil)
      case .failed(let reason): handle(nil, reason.asNSError)
      case .steps: break
      }
    }
  }

  /// Ends it: no call of the handler begins after the return.
  open func stopEventUpdates() { events.end() }

  /// - Parameter handle: called on the queue, until the end.
  private func listen(
    _ slot: ListenerSlot<StepCounter.News>, handle: @escaping @Sendable (StepCounter.News) -> Void
  ) {
    let mailbox = Mailbox<StepCounter.News>(
      capacity: Self.mostWaiting, queue: queue, isNews: { if case .steps = $0 { false } else { true } }, handler: handle
    )
    slot.listen(mailbox, failure: { .failed($0) })
  }
}

extension ListenerSlot<StepCounter.News> {
  fileprivate static func listening(to counter: StepCounter) -> ListenerSlot {
    ListenerSlot(
      add: { listener throws(MotionUnavailable) in try counter.add(listener) }, remove: { counter.remove($0) })
  }
}
