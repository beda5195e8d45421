/// One sample as calibration takes it: uncorrected, in the chip's own axes.
public struct CalibrationSample: Sendable, BitwiseCopyable, Equatable {
  /// When it was taken, in nanoseconds of a clock that runs forward.
  public var timeNanoseconds: UInt64
  /// The rotation rate in rad/s, bias included.
  public var angularRate: Vector3
  /// The specific force in m/s^2: +9.81 on the axis that points up at rest.
  public var specificForce: Vector3
  /// The temperature of the die in degrees Celsius.
  public var temperatureCelsius: Double

  /// A sample of the given values.
  public init(timeNanoseconds: UInt64, angularRate: Vector3, specificForce: Vector3, temperatureCelsius: Double) {
    self.timeNanoseconds = timeNanoseconds
    self.angularRate = angularRate
    self.specificForce = specificForce
    self.temperatureCelsius = temperatureCelsius
  }

  var isFinite: Bool { angularRate.isFinite && specificForce.isFinite && temperatureCelsius.isFinite }
}
