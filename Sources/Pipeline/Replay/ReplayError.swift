import IMUDrivers

/// Why a recording could not be replayed.
public enum ReplayError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The recording can't be used; the text names file and line.
  case recording(String)
  /// The heading was asked for, but the recording has no magnetometer.
  case noMagnetometer
  /// The simulated chip could not be set up for it.
  case sensor(SensorError)
  /// The recording pauses, or its clock was set, for longer than a simulated chip is kept waiting.
  case pause(row: Int, seconds: Double)
  /// The simulated chip's first samples never came.
  case didNotSettle

  public var description: String {
    switch self {
    case .recording(let reason): reason
    case .noMagnetometer: "the recording has no columns mx, my, mz, which the heading needs; leave --9d out"
    case .sensor(let error): error.description
    case .pause(let row, let seconds):
      "between rows \(row) and \(row + 1) \(seconds.rounded()) seconds pass, more than the \(Replay.longestPauseSeconds) that a "
        + "simulated chip is kept waiting: a clock that was set? Cut the recording there, or use --through filter"
    case .didNotSettle: "the simulated chip did not settle; please report this"
    }
  }
}
