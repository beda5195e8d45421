/// A gyroscope's bias, measured at rest, with how good it is and what is known of its change with temperature.
public struct GyroscopeCalibration: Sendable, Equatable, BitwiseCopyable {
  /// How long a rest must last at least, in seconds.
  public static let leastSeconds = 2.0

  /// What the gyroscope shows at rest, in rad/s, in chip axes.
  public let bias: Vector3
  /// The standard error of ``bias`` on each axis, in rad/s.
  public let uncertainty: Vector3
  /// The standard deviation of one sample on each axis, in rad/s.
  public let noise: Vector3
  /// The temperature of the die that ``bias`` was measured at, in degrees Celsius.
  public let temperatureCelsius: Double
  /// How long the rest was, in seconds.
  public let seconds: Double
  /// What all rests so far tell of the bias over temperature.
  public let thermal: ThermalBias

  /// A calibration as it was stored.
  public init(
    bias: Vector3, uncertainty: Vector3, noise: Vector3, temperatureCelsius: Double, seconds: Double,
    thermal: ThermalBias
  ) {
    self.bias = bias
    self.uncertainty = uncertainty
    self.noise = noise
    self.temperatureCelsius = temperatureCelsius
    self.seconds = seconds
    self.thermal = thermal
  }

  /// Calibrates from a rest.
  ///
  /// - Parameters:
  ///   - rest: at least ``leastSeconds`` long.
  ///   - former: what earlier rests of the same chip told of temperature.
  /// - Throws: ``CalibrationRefusal`` when it was moved, or the rest is too short.
  public init(rest: RestRecord, continuing former: ThermalBias = ThermalBias()) throws(CalibrationRefusal) {
    let seconds = rest.seconds
    guard seconds >= Self.leastSeconds, rest.windows.count > 1 else {
      throw .tooShort(seconds: seconds, needed: Self.leastSeconds)
    }
    try rest.requireRest()
    let mean = rest.mean
    var means = VectorStatistics()
    var variance = Vector3.zero
    var thermal = former
    for window in rest.windows {
      means.add(window.rate)
      variance += window.rateVariance
      thermal.take(window)
    }
    bias = mean.rate
    // From the windows' means, since their scatter holds the slow noise that the samples of one window don't show.
    uncertainty = (means.variance / Double(means.count)).squareRoots
    noise = (variance / Double(rest.windows.count)).squareRoots
    temperatureCelsius = mean.temperatureCelsius
    self.seconds = seconds
    self.thermal = thermal
  }
}
