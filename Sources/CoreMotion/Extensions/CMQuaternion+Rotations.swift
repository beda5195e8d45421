import Foundation
import Fusion

// Helpers that the phone lacks. They expect norm 1, as attitudes have it.

extension CMQuaternion {
  /// The rotation by nothing. `CMQuaternion()` is all zeros, which is none.
  public static let identity = CMQuaternion(x: 0, y: 0, z: 0, w: 1)

  var fusion: Quaternion { Quaternion(w: w, x: x, y: y, z: z) }
  init(_ q: Quaternion) { self.init(x: q.x, y: q.y, z: q.z, w: q.w) }

  /// The rotation by an angle in radians about an axis, right-handed. Nil where the axis has no direction.
  public init?(angle: Double, axis: MotionVector) {
    guard let rotation = Quaternion(axis: axis.fusionVector, angle: angle) else { return nil }
    self.init(rotation)
  }

  /// The inverse rotation.
  public var inverse: CMQuaternion { CMQuaternion(fusion.conjugate) }

  /// The angle of the rotation in radians, 0 to pi. Unlike roll, pitch and yaw it has no poles.
  public var angle: Double { fusion.angle }

  /// The direction that stays put, of length 1, right-handed with ``angle``; nil for the rotation by nothing.
  public var axis: MotionVector? {
    let q = fusion
    return (q.w < 0 ? -q.vector : q.vector).normalized().map(MotionVector.init)
  }

  /// First `right`, then `left`.
  public static func * (left: CMQuaternion, right: CMQuaternion) -> CMQuaternion {
    CMQuaternion(left.fusion * right.fusion)
  }

  /// The angle in radians between two orientations, 0 to pi.
  public func angle(to other: CMQuaternion) -> Double { (fusion.conjugate * other.fusion).angle }

  /// Part of the way to another orientation, the short way round and at a steady pace (K. Shoemake, "Animating rotation with
  /// quaternion curves", SIGGRAPH 1985).
  ///
  /// A part of 0 is this, 1 the other; beyond, the turn goes on.
  public func slerp(to other: CMQuaternion, part: Double) -> CMQuaternion {
    // The turn from here to there, taken in part: the same curve, without a division by the sine of a small angle.
    var turn = fusion.conjugate * other.fusion
    if turn.w < 0 { turn = -turn }
    guard let axis = turn.vector.normalized(), let partial = Quaternion(axis: axis, angle: turn.angle * part) else {
      return self
    }
    return CMQuaternion((fusion * partial).renormalized())
  }

  /// Rotates a vector: for an attitude, from the device's frame to the reference frame.
  public func rotate(_ vector: MotionVector) -> MotionVector { MotionVector(fusion.rotate(vector.fusionVector)) }
}

extension CMAttitude {
  /// The angle in radians to another attitude, 0 to pi, the short way and without poles.
  public func angle(to other: CMAttitude) -> Double { quaternion.angle(to: other.quaternion) }

  /// The tilt in radians, 0 to pi: between the face's normal and straight up.
  public var tilt: Double {
    let up = toReference(Vector3(0, 0, 1))
    return atan2(Vector3(up.x, up.y, 0).length, up.z)
  }

  /// An attitude of the same tilt whose yaw is 0: `Rz(-yaw) q`.
  public var withoutYaw: CMAttitude { CMAttitude(Quaternion(EulerAngles(roll: roll, pitch: pitch, yaw: 0))) }

  /// A device vector in the reference frame.
  func toReference(_ vector: Vector3) -> Vector3 { orientation.rotate(vector) }
}
