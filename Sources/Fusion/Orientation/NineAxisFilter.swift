/// The orientation of a device from its gyroscope, accelerometer and magnetometer: an ``OrientationFilter`` for the tilt
/// and everything inertial, and a ``HeadingFilter`` that turns it to magnetic north.
///
/// Both orientations are there at any time. The inertial one drifts in heading but never jumps; it is what to look at for
/// motion. The other is right in heading for as long as the field is.
///
/// A value type without heap: a copy is a snapshot. Not to be used from two threads at once. Real-time: `update` and all
/// properties are safe on the sample path.
public struct NineAxisFilter: Sendable, BitwiseCopyable {
  /// Tilt, bias, rest; the six-axis orientation. It knows nothing of the magnetometer.
  public internal(set) var inertial: OrientationFilter
  /// The heading, the state of the field.
  public internal(set) var heading: HeadingFilter

  /// A filter before its first sample.
  @_noLocks
  public init(
    parameters: OrientationFilter.Parameters = OrientationFilter.Parameters(),
    headingParameters: HeadingFilter.Parameters = HeadingFilter.Parameters()
  ) {
    inertial = OrientationFilter(parameters: parameters)
    heading = HeadingFilter(parameters: headingParameters)
  }

  /// The orientation to magnetic north: `v_ref = q v_dev q*` with x east, y north, z up; norm 1. Before the first
  /// magnetometer sample it is the six-axis one.
  public var orientation: Quaternion { @_noLocks get { heading.oriented(inertial.orientation) } }

  /// Takes one sample of gyroscope and accelerometer; see ``OrientationFilter/update(timeNanoseconds:gyroscope:accelerometer:)``.
  @_noLocks @discardableResult
  public mutating func update(timeNanoseconds: UInt64, gyroscope: Vector3, accelerometer: Vector3) -> SampleVerdict {
    inertial.update(timeNanoseconds: timeNanoseconds, gyroscope: gyroscope, accelerometer: accelerometer)
  }

  /// Takes the temperature of the chip; see ``OrientationFilter/update(temperatureCelsius:)``.
  @_noLocks
  public mutating func update(temperatureCelsius: Double) { inertial.update(temperatureCelsius: temperatureCelsius) }

  /// Takes one sample of the magnetometer, after the gyroscope's sample of the same time or the one before; see
  /// ``HeadingFilter/update(timeNanoseconds:magneticField:inertial:)``.
  @_noLocks @discardableResult
  public mutating func update(timeNanoseconds: UInt64, magneticField: Vector3) -> MagneticVerdict {
    // Not by way of the heading filter's own update, which would be handed a copy of the whole six-axis state.
    if let verdict = heading.gather(timeNanoseconds, magneticField, InertialPose(inertial)) { return verdict }
    return heading.correct(rateVariance: inertial.headingRateVariance, tiltVariance: inertial.tiltVariance)
  }
}
