import Fusion

/// One fused value: what the chip measured, and the attitude that follows from it and everything before.
///
/// All vectors are in the device frame: the chip's right-handed axes after the mounting rotation.
public struct MotionSample: BitwiseCopyable, Sendable, Equatable {
  /// Number of the chip's sample, counted from 1; lost samples are counted too, so a jump shows a gap.
  public var sequence: UInt64
  /// When the sample became ready, in nanoseconds of CLOCK_MONOTONIC (of the virtual clock in a virtual simulation).
  public var timeNanoseconds: UInt64
  /// Specific force in m/s^2: +9.81 on the axis that points up at rest. Calibrated, where there is a calibration.
  public var specificForce: Vector3
  /// Angular rate in rad/s, right-handed. Taken out are the calibrated bias at ``temperatureCelsius``, where there is a
  /// calibration, and what the filter estimates beyond it, ``bias``.
  public var rotationRate: Vector3
  /// Temperature of the die in degrees Celsius.
  public var temperatureCelsius: Double
  /// Maps device vectors to the reference frame: v_ref = q v_dev q*; z of the reference points up, yaw is relative.
  public var orientation: Quaternion
  /// The part of the acceleration that is gravity, in m/s^2; it points down.
  public var gravity: Vector3
  /// The true acceleration of the device in m/s^2: calibrated specific force, gravity taken out.
  public var userAcceleration: Vector3
  /// The gyroscope's bias as the filter estimates it, in rad/s; already taken out of ``rotationRate``. With a calibration
  /// it is what the calibration left over, and the chip's whole bias is the sum of both.
  public var bias: Vector3
  /// Health of the acquisition when this sample was taken.
  public var health: Health
  /// Samples lost since the start, for any reason.
  public var lost: UInt64
  /// Words that reached the end of their range since the value before: what they measured may have been more.
  public var clipped: SensorWords

  /// Makes a value, for tests of code that consumes them.
  @_noLocks public init(
    sequence: UInt64, timeNanoseconds: UInt64, specificForce: Vector3, rotationRate: Vector3,
    temperatureCelsius: Double, orientation: Quaternion, gravity: Vector3, userAcceleration: Vector3, bias: Vector3,
    health: Health, lost: UInt64, clipped: SensorWords = SensorWords(rawValue: 0)
  ) {
    self.sequence = sequence
    self.timeNanoseconds = timeNanoseconds
    self.specificForce = specificForce
    self.rotationRate = rotationRate
    self.temperatureCelsius = temperatureCelsius
    self.orientation = orientation
    self.gravity = gravity
    self.userAcceleration = userAcceleration
    self.bias = bias
    self.health = health
    self.lost = lost
    self.clipped = clipped
  }

  /// Roll, pitch and yaw in radians, in the order Rz(yaw) Rx(pitch) Ry(roll).
  public var angles: EulerAngles { EulerAngles(orientation) }
}
