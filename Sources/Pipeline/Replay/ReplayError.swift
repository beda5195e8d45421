import IMUDrivers

/// Why a recording could not be replayed.
public enum ReplayError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The recording can't be used; the text names file and line.
  case recording(String)
  /// The heading was asked for, but the recording has no magnetometer.
  case noMagnetometer
  /// The simulated chip could not be set up for it.
  case sensor(SensorError)
  /// The simulated chip's first samples never came.
  case didNotSettle

  public var description: String {
    switch self {
    case .recording(let reason): reason
    case .noMagnetometer: "the recording has no columns mx, my, mz, which the heading needs; leave --9d out"
    case .sensor(let error): error.description
    case .didNotSettle: "the simulated chip did not settle; please report this"
    }
  }
}
