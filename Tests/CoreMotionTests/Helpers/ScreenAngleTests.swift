import CoreMotion
import Foundation
import SimulatedIMU
import Testing

/// The documents' screen angle, orientation and relative angle. Where they err, their literal form stands beside ours.
@Suite struct ScreenAngleTests {
  /// The document's orientation: strict borders, everything else upside down.
  private func literalOrientation(_ angle: Double) -> DeviceOrientation {
    if -.pi / 4 < angle && angle < .pi / 4 { return .portrait }
    if -3 * .pi / 4 < angle && angle < -.pi / 4 { return .landscapeLeft }
    if .pi / 4 < angle && angle < 3 * .pi / 4 { return .landscapeRight }
    return .portraitUpsideDown
  }

  /// The document's angle: no answer for a device that lies flat.
  private func literalAngle(_ x: Double, _ y: Double) -> Double {
    let angle = .pi / 2 - atan2(-y, x)
    return angle > .pi ? angle - 2 * .pi : angle
  }

  /// The document's relative angle: fmod keeps the sign, and low values are never lifted.
  private func literalRelative(_ angle: Double, _ offset: Double) -> Double {
    let rest = fmod(angle - offset, 2 * .pi)
    return rest > .pi + 0.01 ? rest - 2 * .pi : rest
  }

  static let golden: [(Double, Double, Double)] = [
    (0, -1, 0), (1, 0, .pi / 2), (-1, 0, -.pi / 2), (0, 1, .pi), (0.5, -0.5, .pi / 4), (0, 0, 0),
  ]

  @Test(arguments: golden)
  func f1_theScreenAngleIsPositiveClockwise(_ x: Double, _ y: Double, _ angle: Double) {
    #expect(abs(ScreenAngle.radians(CMAcceleration(x: x, y: y, z: 0)) - angle) < 1e-12)
  }

  @Test func f1_theScreenAngleStaysWithinHalfATurn() {
    for degrees in stride(from: -179.0, through: 180, by: 1) {
      let angle = degrees * .pi / 180
      let found = ScreenAngle.radians(CMAcceleration(x: sin(angle), y: -cos(angle), z: 0))
      #expect(abs(found - angle) < 1e-12)
    }
  }

  @Test func f2f3f4_theQuartersAreThoseOfTheDocument() {
    for degrees in stride(from: -179.5, through: 180, by: 1)
    where abs(abs(degrees) - 45) > 1 && abs(abs(degrees) - 135) > 1 {
      let angle = degrees * .pi / 180
      let acceleration = CMAcceleration(x: sin(angle), y: -cos(angle), z: 0)
      #expect(DeviceOrientation(acceleration: acceleration) == literalOrientation(angle), "\(degrees)")
    }
  }

  /// Equal counts on x and y, as integer sensors give, are exactly 45 degrees: the literal form calls all four borders upside down.
  @Test func f5_theBordersBelongToTheirQuarters() {
    let borders: [(Double, Double, DeviceOrientation)] = [
      (0.5, -0.5, .landscapeRight), (-0.5, -0.5, .portrait), (0.5, 0.5, .portraitUpsideDown),
      (-0.5, 0.5, .landscapeLeft),
    ]
    for (x, y, orientation) in borders {
      let acceleration = CMAcceleration(x: x, y: y, z: 0)
      #expect(DeviceOrientation(acceleration: acceleration) == orientation)
      #expect(literalOrientation(ScreenAngle.radians(acceleration)) == .portraitUpsideDown)
    }
  }

  /// Lying flat the document's angle is noise: of (0, 0) it makes landscape.
  @Test func f6_lyingFlatIsFaceUpOrFaceDown() {
    #expect(DeviceOrientation(acceleration: CMAcceleration(x: 0, y: 0, z: -1)) == .faceUp)
    #expect(DeviceOrientation(acceleration: CMAcceleration(x: 0.02, y: 0.01, z: 1)) == .faceDown)
    #expect(DeviceOrientation(acceleration: CMAcceleration()) == .unknown)
    // The literal form makes landscape of nothing, left or right by the sign of a zero, and any quarter of noise.
    #expect(literalOrientation(literalAngle(0, 0)) == .landscapeRight)
    #expect(literalOrientation(literalAngle(-0.0, -0.0)) == .landscapeLeft)
    let noise: [(Double, Double, DeviceOrientation)] = [
      (0.001, 0, .landscapeRight), (-0.001, 0, .landscapeLeft), (0, -0.001, .portrait), (0, 0.001, .portraitUpsideDown),
    ]
    for (x, y, quarter) in noise {
      #expect(literalOrientation(literalAngle(x, y)) == quarter)
      #expect(DeviceOrientation(acceleration: CMAcceleration(x: x, y: y, z: -1)) == .faceUp)
    }
  }

  @Test func f6_nearABorderTheOrientationIsKept() {
    var tracker = OrientationTracker()
    var told: [DeviceOrientation] = []
    func hold(_ degrees: Double, from start: Double) {
      let angle = degrees * .pi / 180
      for index in 0..<20 {
        let motion = CMDeviceMotion(
          attitude: CMAttitude(), rotationRate: CMRotationRate(),
          gravity: CMAcceleration(x: sin(angle), y: -cos(angle), z: 0), userAcceleration: CMAcceleration(),
          timestamp: start + Double(index) * 0.05)
        if let orientation = tracker.update(motion) { told.append(orientation) }
      }
    }
    hold(0, from: 1)
    hold(50, from: 2)
    #expect(told == [.portrait])
    hold(60, from: 3)
    #expect(told == [.portrait, .landscapeRight])
    hold(40, from: 4)
    #expect(tracker.orientation == .landscapeRight)
  }

  @Test func f8_theOffsetsAreThoseOfTheDocument() {
    #expect(ScreenAngle.offset(.portrait) == 0 && ScreenAngle.offset(.faceUp) == 0)
    #expect(ScreenAngle.offset(.portraitUpsideDown) == .pi)
    #expect(ScreenAngle.offset(.landscapeLeft) == -.pi / 2)
    #expect(ScreenAngle.offset(.landscapeRight) == .pi / 2)
  }

  @Test func f9_theRelativeAngleIsWrappedOnBothSides() {
    let degree = Double.pi / 180
    #expect(abs(ScreenAngle.relative(-179 * degree, to: .portraitUpsideDown) - 1 * degree) < 1e-12)
    #expect(abs(ScreenAngle.relative(-170 * degree, to: .landscapeRight) - 100 * degree) < 1e-12)
    #expect(abs(literalRelative(-179 * degree, .pi) + 359 * degree) < 1e-9)
    #expect(abs(literalRelative(-170 * degree, .pi / 2) + 260 * degree) < 1e-9)
    for orientation in DeviceOrientation.allCases {
      for degrees in stride(from: -180.0, through: 180, by: 0.5) {
        let relative = ScreenAngle.relative(degrees * degree, to: orientation)
        #expect(relative > -.pi && relative <= .pi)
        let turns = (relative - degrees * degree + ScreenAngle.offset(orientation)) / (2 * .pi)
        #expect(abs(turns - turns.rounded()) < 1e-9)
      }
    }
  }

  @Test func f10_theSlackKeepsAnAngleFromJumping() {
    let justPast = -Double.pi + 0.005
    #expect(ScreenAngle.relative(justPast, to: .portrait) == justPast)
    #expect(abs(ScreenAngle.relative(justPast, to: .portrait, slack: 0.01) - (.pi + 0.005)) < 1e-12)
    #expect(abs(ScreenAngle.relative(-3, to: .portrait, slack: 0.01) + 3) < 1e-12)
  }

  /// Asked once: no delegate to swap, and no wait without an end.
  @Test func a11_theAngleIsAnsweredWithinADeadline() throws {
    let portrait = TrueOrientation(axis: [1, 0, 0], angle: .pi / 2)
    let board = VirtualBoard(.still(pose: portrait * TrueOrientation(axis: [0, 0, 1], angle: -0.3)))
    let manager = board.manager()
    #expect(abs(try manager.screenAngle() - 0.3) < 0.01)
    #expect(try manager.deviceOrientation() == .portrait)
    #expect(!manager.isAccelerometerActive)
    #expect(board.board.sensor == nil)
  }

  @Test func a11_withoutAChipTheQuestionEndsWithAReason() {
    let board = VirtualBoard()
    board.chip.powerOff()
    #expect {
      _ = try board.manager().screenAngle(timeout: .milliseconds(100))
    } throws: { ($0 as? MotionUnavailable)?.kind == .noChip }
  }
}
