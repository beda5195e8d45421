import Foundation
import Pipeline

/// Records the accelerometer at 50 Hz into files, for later.
///
/// On the phone the recording outlives the program; here it goes on without this object, but ends with the process. For more run the
/// program as a service. Samples are kept for three days, in $XDG_STATE_HOME/imu-rt/recorder or ~/.local/state/imu-rt/recorder. Gaps stay
/// gaps. Safe from any thread.
open class CMSensorRecorder: NSObject, @unchecked Sendable {
  // Ownership: immutable.

  /// Longest recording that one call asks for, in seconds: twelve hours.
  static let longestSeconds = 43_200.0
  /// How long samples are kept, in seconds: three days.
  static let keptSeconds = 3.0 * 24 * 3600

  let recording: AccelerometerRecording

  /// A recorder of ``MotionBoard/standard`` into the usual folder.
  public override init() {
    recording = .of(.standard, into: Self.usualFolder)
    super.init()
  }

  /// A recorder of a board into a folder.
  public init(board: MotionBoard, folder: URL) {
    recording = .of(board, into: folder)
    super.init()
  }

  static var usualFolder: URL {
    let environment = ProcessInfo.processInfo.environment
    let state = environment["XDG_STATE_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
    let home = environment["HOME"] ?? NSTemporaryDirectory()
    return URL(fileURLWithPath: (state ?? home + "/.local/state") + "/imu-rt/recorder")
  }

  /// Whether the standard board has a chip that answers.
  open class func isAccelerometerRecordingAvailable() -> Bool { MotionBoard.standard.unavailability == nil }
  /// Authorised: on Linux file permissions decide.
  open class func authorizationStatus() -> CMAuthorizationStatus { .authorized }
  /// True; superseded by ``authorizationStatus()``.
  open class func isAuthorizedForRecording() -> Bool { true }

  /// Records from now on, at most for 43,200 s; while a recording goes on it is made longer. Does nothing when there is no chip (see
  /// ``lastFailure``), or for a duration that is not above 0.
  open func recordAccelerometer(forDuration duration: TimeInterval) {
    guard duration > 0 else { return }
    do throws(MotionUnavailable) {
      try recording.record(seconds: min(duration, Self.longestSeconds))
      startFailure.withLock { $0 = nil }
    } catch { startFailure.withLock { $0 = error } }
  }

  private let startFailure = Guarded<(any Error)?>(nil)

  /// Why the last recording did not start, could not be written, or has a gap at the moment since the chip is lost; nil when all is well.
  public var lastFailure: (any Error)? { startFailure.withLock { $0 } ?? recording.failure }

  /// Whether a recording goes on.
  public var isRecording: Bool { recording.isRecording }

  /// What was recorded between two dates, both included. Nil when there is nothing, and for more than twelve hours at once.
  open func accelerometerData(from fromDate: Date, to toDate: Date) -> CMSensorDataList? {
    let span = toDate.timeIntervalSince(fromDate)
    guard span >= 0, span <= Self.longestSeconds else { return nil }
    let records = recording.records(
      from: fromDate.timeIntervalSinceReferenceDate, to: toDate.timeIntervalSinceReferenceDate)
    guard !records.isEmpty else { return nil }
    return CMSensorDataList(
      samples: records.map {
        CMRecordedAccelerometerData(
          identifier: $0.identifier, startDate: Date(timeIntervalSinceReferenceDate: $0.date),
          acceleration: CMAcceleration(x: $0.x, y: $0.y, z: $0.z), timestamp: $0.timestamp)
      })
  }
}
