/// A quarter of a second of samples, boiled down: what stillness is judged by.
public struct RestWindow: Sendable, BitwiseCopyable {
  /// Seconds from the first sample of all to this window's first.
  public let startSeconds: Double
  /// Seconds from this window's first sample to its last.
  public let seconds: Double
  /// Number of samples.
  public let count: Int
  /// The mean rate in rad/s.
  public let rate: Vector3
  /// The variance of the rate on each axis, (rad/s)^2.
  public let rateVariance: Vector3
  /// The mean specific force in m/s^2.
  public let force: Vector3
  /// The variance of the specific force on each axis, (m/s^2)^2.
  public let forceVariance: Vector3
  /// The mean temperature in degrees Celsius.
  public let temperatureCelsius: Double
}
