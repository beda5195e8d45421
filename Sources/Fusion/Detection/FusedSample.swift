/// What a detector looks at: one sample of the chip with what the orientation filter makes of it.
///
/// All vectors are in the device frame, right-handed, x to the right edge, y to the top edge, z out of the face. The
/// specific force points up at rest; ``DeviceOrientation`` has the table of poses.
public struct FusedSample: Equatable, Sendable, BitwiseCopyable {
  /// When the sample was taken, on a clock that runs forward.
  public var timeNanoseconds: UInt64
  /// What the accelerometer says, m/s^2: +9.81 on the axis that points up at rest.
  public var specificForce: Vector3
  /// The rotation rate with the bias removed, rad/s.
  public var rotationRate: Vector3
  /// The direction of up, length 1, as ``OrientationFilter/up`` has it.
  public var up: Vector3

  /// A sample of the given parts. Real-time safe.
  @_noLocks
  public init(timeNanoseconds: UInt64, specificForce: Vector3, rotationRate: Vector3, up: Vector3) {
    self.timeNanoseconds = timeNanoseconds
    self.specificForce = specificForce
    self.rotationRate = rotationRate
    self.up = up
  }

  /// The true acceleration, gravity taken out, m/s^2.
  public var linearAcceleration: Vector3 { @_noLocks get { specificForce - standardGravity * up } }

  /// False if a number is NaN, infinite or beyond what a chip measures: 32 g and 4000 deg/s on an axis, with the margin of
  /// ``OrientationFilter``; a length of up other than about 1 is none. Written so that NaN fails.
  var isPlausible: Bool {
    @_noLocks get {
      specificForce.lengthSquared < 1000 * 1000 && rotationRate.lengthSquared < 250 * 250
        && abs(up.lengthSquared - 1) < 0.01
    }
  }
}

/// Standard gravity, m/s^2 (CGPM 1901).
var standardGravity: Double { @_noLocks get { 9.80665 } }
