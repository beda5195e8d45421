import Fusion
import Testing

/// Quaternions, angles and rotation matrices logged together on devices, in Core Motion's signs and order.
struct LoggedAttitude {
  let quaternion: Quaternion
  let angles: EulerAngles
  /// The device's axes in the reference frame: R(q) transposed, by rows.
  let matrix: [Vector3]

  static let first = LoggedAttitude(
    quaternion: Quaternion(
      w: 0.8715292005322812, x: 0.4896854418882739, y: -0.025223668841095823, z: -0.002964313148664289),
    angles: EulerAngles(roll: -0.0789335125484672, pitch: 1.02304912207484, yaw: 0.0375235056909007),
    matrix: [
      Vector3(0.9987099766731262, -0.029870297759771347, 0.04106316342949867),
      Vector3(-0.01953635737299919, 0.520398736000061, 0.8536998629570007),
      Vector3(-0.046869490295648575, -0.8534007668495178, 0.5191438794136047),
    ])
  static let second = LoggedAttitude(
    quaternion: Quaternion(
      w: 0.7604811335210375, x: 0.6431368258921839, y: 0.08968538752985268, z: 1.8720746145584148e-06),
    angles: EulerAngles(roll: 0.716386186535759, pitch: 1.36154727015122, yaw: -0.588765280576791),
    matrix: [
      Vector3(0.9839130640029907, 0.11536280065774918, -0.13640567660331726),
      Vector3(0.11535710841417313, 0.1727500557899475, 0.9781871438026428),
      Vector3(0.13641050457954407, -0.9781864285469055, 0.15666311979293823),
    ])
}

@Suite struct EulerAnglesTests {
  @Test(arguments: [LoggedAttitude.first, .second])
  func anglesAreThoseThatDevicesLog(_ logged: LoggedAttitude) {
    let angles = logged.quaternion.eulerAngles
    // Both the quaternions and the angles were logged to about 1e-8.
    #expect(abs(angles.roll - logged.angles.roll) < 1e-7)
    #expect(abs(angles.pitch - logged.angles.pitch) < 1e-7)
    #expect(abs(angles.yaw - logged.angles.yaw) < 1e-7)
  }

  @Test(arguments: [LoggedAttitude.first, .second])
  func rowsOfTheLoggedMatrixAreTheDeviceAxesInTheReferenceFrame(_ logged: LoggedAttitude) {
    let axes = [Vector3(1, 0, 0), Vector3(0, 1, 0), Vector3(0, 0, 1)]
    for (axis, row) in zip(axes, logged.matrix) {
      #expect((logged.quaternion.rotate(axis) - row).length < 2e-7)
    }
  }

  @Test func anglesAndQuaternionAreInverseToEachOther() {
    var worst = 0.0
    for roll in stride(from: -170.0, through: 170, by: 20) {
      for pitch in stride(from: -89.0, through: 89, by: 17.8) {
        for yaw in stride(from: -170.0, through: 170, by: 20) {
          let angles = EulerAngles(roll: radians(roll), pitch: radians(pitch), yaw: radians(yaw))
          let back = Quaternion(angles).eulerAngles
          worst = max(
            worst, abs(back.roll - angles.roll), abs(back.pitch - angles.pitch), abs(back.yaw - angles.yaw))
        }
      }
    }
    #expect(worst < 1e-12)
  }

  @Test(arguments: [90.0, -90.0], [-160.0, -30, 0, 75, 179])
  func atThePoleYawHoldsAll(_ pitch: Double, _ yaw: Double) {
    let pole = Quaternion(EulerAngles(roll: 0, pitch: radians(pitch), yaw: radians(yaw)))
    for q in [pole, -pole] {
      let angles = q.eulerAngles
      #expect(angles.roll == 0)
      #expect(abs(angles.pitch - radians(pitch)) < 1e-15)
      #expect(abs(angles.yaw - radians(yaw)) < 1e-12)
    }
  }

  @Test func roundingBeyondOneIsNoNaN() {
    let q = Quaternion(w: 0.70710678118654768, x: 0.70710678118654768, y: 0, z: 0)
    #expect(2 * (q.w * q.x + q.y * q.z) > 1)
    #expect(q.eulerAngles == EulerAngles(roll: 0, pitch: .pi / 2, yaw: 0))
  }
}
