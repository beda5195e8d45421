/// What calibration does to each sample: a few multiplications, in chip axes.
///
/// Real-time: safe on the sample path.
public struct InertialCorrection: Sendable, Equatable, BitwiseCopyable {
  private let forceOffset: Vector3
  private let forceScale: Vector3
  private let bias: Vector3
  private let slope: Vector3
  /// The temperature that ``bias`` holds at, and the range that ``slope`` was learnt in, in degrees Celsius.
  private let temperature, lowest, highest: Double
  /// The standard error of the gyroscope's bias on its worst axis, rad/s; nil where it was not calibrated.
  private let biasUncertainty: Double?

  /// How well the gyroscope's bias is known, rad/s, and the temperature that it was calibrated at, degrees Celsius; nil where it was not.
  var knownBias: (uncertainty: Double, celsius: Double)? { biasUncertainty.map { ($0, temperature) } }

  /// Corrects with what is known: a sensor without calibration is left as it is.
  ///
  /// The bias follows the learnt slope within the temperatures it was learnt at, and stays there beyond.
  public init(gyroscope: GyroscopeCalibration? = nil, accelerometer: AccelerometerCalibration? = nil) {
    forceOffset = accelerometer?.offset ?? .zero
    forceScale = accelerometer?.scale ?? Vector3(1, 1, 1)
    bias = gyroscope?.bias ?? .zero
    temperature = gyroscope?.temperatureCelsius ?? 0
    biasUncertainty = gyroscope?.uncertainty.greatestMagnitude
    let known: ThermalSlope?
    do { known = try gyroscope?.thermal.slope() } catch { known = nil }
    slope = known?.slope ?? .zero
    lowest = known?.lowestCelsius ?? 0
    highest = known?.highestCelsius ?? 0
  }

  /// The true specific force for a measured one, both in m/s^2.
  @_noLocks
  public func specificForce(_ measured: Vector3) -> Vector3 {
    let force = measured - forceOffset
    return Vector3(forceScale.x * force.x, forceScale.y * force.y, forceScale.z * force.z)
  }

  /// The rotation rate with the calibrated bias of that temperature removed, in rad/s.
  @_noLocks
  public func angularRate(_ measured: Vector3, temperatureCelsius: Double) -> Vector3 {
    let within =
      temperatureCelsius < lowest ? lowest : temperatureCelsius > highest ? highest : temperatureCelsius
    return measured - bias - (within - temperature) * slope
  }
}
