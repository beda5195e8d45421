import CoreMotion
import Foundation

/// The user's acceleration in the reference frame by the matrix's columns, as a much copied category has it, and the turn since the
/// last frame by quaternions.
class WorldAcceleration {
  let manager = CMMotionManager()
  var last: CMQuaternion?

  func acceleration() -> CMAcceleration? {
    guard let motion = manager.deviceMotion else { return nil }
    let r = motion.attitude.rotationMatrix
    let a = motion.userAcceleration
    return CMAcceleration(
      x: r.m11 * a.x + r.m21 * a.y + r.m31 * a.z, y: r.m12 * a.x + r.m22 * a.y + r.m32 * a.z,
      z: r.m13 * a.x + r.m23 * a.y + r.m33 * a.z)
  }

  func turnSinceLast() -> Double {
    guard let q = manager.deviceMotion?.attitude.quaternion else { return 0 }
    defer { last = q }
    guard let last = last else { return 0 }
    let turn = last.inverse * q
    return 2 * acos(min(1, abs(turn.w)))
  }
}
