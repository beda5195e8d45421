import CoreMotion
import Foundation
import SimulatedIMU
import Testing

/// Relative attitudes, yaw, and rotations without poles.
@Suite struct AttitudeTests {
  private func distance(_ a: CMQuaternion, _ b: CMQuaternion) -> Double { a.angle(to: b) }

  /// q <- inverse(reference) q; the other order would give other angles.
  @Test func e7_relativeIsTheInverseOfTheReferenceTimesTheCurrent() {
    let reference = CMAttitude(roll: 0.3, pitch: 0.8, yaw: -1)
    let current = CMAttitude(roll: -0.5, pitch: 0.2, yaw: 0.7)
    let expected = reference.quaternion.inverse * current.quaternion
    let other = current.quaternion * reference.quaternion.inverse
    current.multiply(byInverseOf: reference)
    #expect(distance(current.quaternion, expected) < 1e-7)
    #expect(distance(current.quaternion, other) > 0.1)
  }

  @Test func e7_againstItselfItIsTheReference() {
    let attitude = CMAttitude(roll: 0.3, pitch: 0.8, yaw: -1)
    attitude.multiply(byInverseOf: attitude)
    #expect(attitude.quaternion.angle < 1e-7)
  }

  /// A tilted device turned about the vertical: all three relative angles change, as has been reported of phones.
  @Test func e12_aTiltedReferenceChangesAllThreeAngles() {
    let reference = CMAttitude(roll: 0, pitch: 1.1, yaw: 0)
    let turned = CMAttitude(roll: 0, pitch: 1.1, yaw: .pi / 2)
    turned.multiply(byInverseOf: reference)
    #expect(abs(turned.roll) > 0.5)
    #expect(abs(turned.yaw - .pi / 2) > 0.3)
  }

  /// Yaw alone is forgotten, pitch and roll stay with gravity.
  @Test func e12_recentringForgetsYawAlone() throws {
    let rest = Motion(specificForce: [0, 6.935, 6.935], angularRate: .zero)
    // Half a turn a second about the vertical, seen by a chip whose top edge is raised by 45 degrees.
    let turn = Motion(specificForce: [0, 6.935, 6.935], angularRate: [0, 0.7071, 0.7071])
    let board = VirtualBoard(
      .scripted(
        [.init(seconds: 0, motion: rest), .init(seconds: 4, motion: turn), .init(seconds: 5, motion: rest)],
        interpolation: .hold))
    let manager = board.manager()
    #expect(!manager.recentreYaw())
    manager.startDeviceMotionUpdates()
    board.advance(6)
    let before = try #require(manager.deviceMotion).attitude
    #expect(abs(before.yaw - 1) < 0.05)
    #expect(manager.recentreYaw())
    let after = try #require(manager.deviceMotion).attitude
    #expect(abs(after.yaw) < 1e-9)
    #expect(abs(after.pitch - before.pitch) < 1e-9 && abs(after.roll - before.roll) < 1e-9)
    #expect(abs(before.withoutYaw.yaw) < 1e-9 && abs(before.withoutYaw.pitch - before.pitch) < 1e-9)
  }

  /// Each start of device motion fixes its own frame, whatever ran before.
  @Test func e8_yawIsZeroAtTheStart() throws {
    let rest = Motion(specificForce: [0, 0, 9.80665], angularRate: .zero)
    let turn = Motion(specificForce: [0, 0, 9.80665], angularRate: [0, 0, 1])
    let board = VirtualBoard(
      .scripted(
        [.init(seconds: 0, motion: rest), .init(seconds: 3, motion: turn), .init(seconds: 4, motion: rest)],
        interpolation: .hold))
    let first = board.manager()
    first.startDeviceMotionUpdates()
    board.advance(4)
    #expect(abs(try #require(first.deviceMotion).attitude.yaw - 1) < 0.05)
    let second = board.manager()
    second.startDeviceMotionUpdates()
    // But for the rounding of turning one frame into the other.
    #expect(abs(try #require(second.deviceMotion).attitude.yaw) < 1e-12)
    #expect(abs(try #require(first.deviceMotion).attitude.yaw - 1) < 0.05)
  }

  /// v_dev = R v_ref: what the device feels at two times compares only in the reference frame.
  @Test func e4e5_theMatrixTakesTheReferenceToTheDevice() {
    let attitude = CMAttitude(roll: 0.4, pitch: -0.6, yaw: 2)
    let m = attitude.rotationMatrix
    let up = MotionVector(x: m.m13, y: m.m23, z: m.m33)
    let reference = attitude.quaternion.rotate(up)
    #expect(abs(reference.x) < 1e-12 && abs(reference.y) < 1e-12 && abs(reference.z - 1) < 1e-12)
  }

  @Test func slerpGoesTheShortWayAtASteadyPace() throws {
    let axis = MotionVector(x: 1, y: 2, z: -1)
    let start = CMAttitude(roll: 0.2, pitch: 0.1, yaw: -0.4).quaternion
    let turn = try #require(CMQuaternion(angle: 1.2, axis: axis))
    let end = start * turn
    let negated = CMQuaternion(x: -end.x, y: -end.y, z: -end.z, w: -end.w)
    for part in [0, 0.25, 0.5, 1] {
      #expect(abs(start.slerp(to: end, part: part).angle(to: start) - 1.2 * part) < 1e-6)
      #expect(distance(start.slerp(to: negated, part: part), start.slerp(to: end, part: part)) < 1e-6)
    }
    #expect(distance(start.slerp(to: start, part: 0.5), start) < 1e-7)
  }

  @Test func angleAndAxisHaveNoPoles() throws {
    let axis = MotionVector(x: 0, y: 0.6, z: -0.8)
    for angle in [0.001, 1, 3, 4] {
      let q = try #require(CMQuaternion(angle: angle, axis: axis))
      let expected = angle <= .pi ? angle : 2 * .pi - angle
      #expect(abs(q.angle - expected) < 1e-9)
      let found = try #require(q.axis)
      let sign = angle <= .pi ? 1.0 : -1
      #expect(abs(found.y - sign * 0.6) < 1e-9 && abs(found.z + sign * 0.8) < 1e-9)
    }
    #expect(CMQuaternion.identity.axis == nil)
    #expect(CMQuaternion(angle: 1, axis: MotionVector(x: 0, y: 0, z: 0)) == nil)
    #expect(abs(CMAttitude(roll: 0, pitch: 0.7, yaw: 2).tilt - 0.7) < 1e-9)
  }

  @Test func whatIsNoRotationIsRefused() {
    #expect(CMAttitude(quaternion: CMQuaternion()) == nil)
    #expect(CMAttitude(quaternion: CMQuaternion(x: .nan, y: 0, z: 0, w: 1)) == nil)
  }
}
