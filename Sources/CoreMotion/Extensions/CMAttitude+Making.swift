import Fusion

extension CMAttitude {
  /// The attitude of a quaternion, device to reference, brought to norm 1. For tests, which the phone gives no way to make.
  ///
  /// Nil where the norm is 0 or not finite.
  public convenience init?(quaternion: CMQuaternion) {
    let parts = Quaternion(w: quaternion.w, x: quaternion.x, y: quaternion.y, z: quaternion.z)
    guard let orientation = parts.normalized() else { return nil }
    self.init(orientation)
  }

  /// The attitude `Rz(yaw) Rx(pitch) Ry(roll)`, angles in radians. Those that are not finite count as 0.
  public convenience init(roll: Double, pitch: Double, yaw: Double) {
    func finite(_ angle: Double) -> Double { angle.isFinite ? angle : 0 }
    let angles = EulerAngles(roll: finite(roll), pitch: finite(pitch), yaw: finite(yaw))
    self.init(Quaternion(angles).renormalized())
  }
}
