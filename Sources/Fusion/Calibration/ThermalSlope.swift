/// How a gyroscope's bias changes with temperature.
public struct ThermalSlope: Sendable, Equatable, BitwiseCopyable {
  /// In rad/s for each degree Celsius, in chip axes.
  public let slope: Vector3
  /// The standard error of ``slope``, as far as the windows' errors are independent.
  public let uncertainty: Vector3
  /// The temperatures between which it was learnt, in degrees Celsius.
  public let lowestCelsius, highestCelsius: Double
}
