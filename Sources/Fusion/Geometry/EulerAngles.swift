/// An orientation as three angles in radians, in the order that Core Motion uses:
/// `R(q) = Rz(yaw) Rx(pitch) Ry(roll)`, device frame to reference frame, each by the right-hand rule.
///
/// The order was found from quaternions and angles logged together on devices; the tests hold two of these logs.
/// Real-time: safe on the sample path.
public struct EulerAngles: Equatable, Sendable, BitwiseCopyable {
  /// The angle about y, in (-pi, pi]. Positive: the right edge goes down.
  public var roll: Double
  /// The angle about x, in [-pi/2, pi/2]. Positive: the top edge rises.
  public var pitch: Double
  /// The angle about z, in (-pi, pi]. Positive: counter-clockwise seen from above.
  public var yaw: Double

  /// Angles as given, in radians.
  @inlinable @_noLocks
  public init(roll: Double, pitch: Double, yaw: Double) {
    self.roll = roll
    self.pitch = pitch
    self.yaw = yaw
  }

  /// The angles of an orientation of norm 1.
  ///
  /// At the poles (pitch of +-90 degrees) only a sum of roll and yaw is defined: roll is 0 there and yaw holds all.
  @inlinable @_noLocks
  public init(_ q: Quaternion) {
    let sineOfPitch = max(-1, min(1, 2 * (q.w * q.x + q.y * q.z)))
    // Within this of the pole both arguments of each atan2 are made of rounding errors: cos(pitch) is below 1.5e-6
    // while they are known to 1e-16, and both angles would jump by more than 1e-10.
    guard abs(sineOfPitch) < 1 - 1e-12 else {
      let yaw = 2 * arcTangent(q.z, q.w)
      self.init(roll: 0, pitch: sineOfPitch > 0 ? .pi / 2 : -.pi / 2, yaw: Self.wrapped(yaw))
      return
    }
    self.init(
      roll: arcTangent(2 * (q.w * q.y - q.x * q.z), 1 - 2 * (q.x * q.x + q.y * q.y)),
      pitch: arcSine(sineOfPitch),
      yaw: arcTangent(2 * (q.w * q.z - q.x * q.y), 1 - 2 * (q.x * q.x + q.z * q.z)))
  }

  /// An angle within two turns of zero brought into (-pi, pi].
  @usableFromInline @_noLocks
  static func wrapped(_ angle: Double) -> Double {
    if angle > .pi { return angle - 2 * .pi }
    if angle <= -.pi { return angle + 2 * .pi }
    return angle
  }
}

extension Quaternion {
  /// The orientation `Rz(yaw) Rx(pitch) Ry(roll)`.
  @inlinable @_noLocks
  public init(_ angles: EulerAngles) {
    let yaw = Quaternion(w: cosine(angles.yaw / 2), x: 0, y: 0, z: sine(angles.yaw / 2))
    let pitch = Quaternion(w: cosine(angles.pitch / 2), x: sine(angles.pitch / 2), y: 0, z: 0)
    let roll = Quaternion(w: cosine(angles.roll / 2), x: 0, y: sine(angles.roll / 2), z: 0)
    self = yaw * pitch * roll
  }

  /// Roll, pitch and yaw of this orientation.
  @inlinable public var eulerAngles: EulerAngles { @_noLocks get { EulerAngles(self) } }
}
