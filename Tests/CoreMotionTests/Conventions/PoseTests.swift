import CoreMotion
import Foundation
import SimulatedIMU
import Testing

/// Signs of what a manager gives, from the chip's registers on.
@Suite struct PoseTests {
  struct Pose: Sendable {
    let name: String
    /// The turn from lying face up.
    let axis: SIMD3<Double>
    let angle: Double
    let gravity: (Double, Double, Double)
  }

  static let poses = [
    Pose(name: "flat, face up", axis: [1, 0, 0], angle: 0, gravity: (0, 0, -1)),
    Pose(name: "portrait", axis: [1, 0, 0], angle: .pi / 2, gravity: (0, -1, 0)),
    Pose(name: "upside down", axis: [1, 0, 0], angle: -.pi / 2, gravity: (0, 1, 0)),
    Pose(name: "left edge down", axis: [0, 1, 0], angle: -.pi / 2, gravity: (-1, 0, 0)),
    Pose(name: "right edge down", axis: [0, 1, 0], angle: .pi / 2, gravity: (1, 0, 0)),
    Pose(name: "face down", axis: [1, 0, 0], angle: .pi, gravity: (0, 0, 1)),
  ]

  @Test(arguments: poses)
  func atRestEachPoseReadsAsOnThePhone(_ pose: Pose) throws {
    let board = VirtualBoard(.still(pose: TrueOrientation(axis: pose.axis, angle: pose.angle)))
    let manager = board.manager()
    manager.startAccelerometerUpdates()
    manager.startDeviceMotionUpdates()
    board.advance(0.5)
    #expect(isClose(try #require(manager.accelerometerData).acceleration, pose.gravity), "\(pose.name)")
    let motion = try #require(manager.deviceMotion)
    #expect(isClose(motion.gravity, pose.gravity), "\(pose.name)")
    #expect(isClose(motion.userAcceleration, (0, 0, 0)), "\(pose.name)")
  }

  /// Upright and turned clockwise by 45 degrees: the right edge and the bottom share gravity.
  @Test func turnedBy45DegreesBothAxesShowHalf() throws {
    let portrait = TrueOrientation(axis: [1, 0, 0], angle: .pi / 2)
    let board = VirtualBoard(.still(pose: portrait * TrueOrientation(axis: [0, 0, 1], angle: -.pi / 4)))
    let manager = board.manager()
    manager.startAccelerometerUpdates()
    board.advance(0.2)
    #expect(isClose(try #require(manager.accelerometerData).acceleration, (0.7071, -0.7071, 0)))
  }

  /// raw = gravity + userAcceleration, in every value and while moving.
  @Test func theAccelerationIsGravityPlusTheUsers() {
    let board = VirtualBoard(.gestures())
    let manager = board.manager()
    manager.setUpdateInterval(.everySample, of: .deviceMotion)
    manager.setUpdateInterval(.everySample, of: .accelerometer)
    let queue = serialQueue()
    let motions = Collected<CMDeviceMotion>()
    let raw = Collected<CMAccelerometerData>()
    manager.startDeviceMotionUpdates(to: queue) { motion, _ in motion.map(motions.add) }
    manager.startAccelerometerUpdates(to: queue) { data, _ in data.map(raw.add) }
    board.advance(9)
    queue.waitUntilAllOperationsAreFinished()
    #expect(motions.values.count > 1700)
    let byTime = Dictionary(raw.values.map { ($0.timestamp, $0.acceleration) }) { first, _ in first }
    var compared = 0
    var strongest = 0.0
    for motion in motions.values {
      guard let acceleration = byTime[motion.timestamp] else { continue }
      compared += 1
      let (g, u) = (motion.gravity, motion.userAcceleration)
      strongest = max(strongest, abs(u.x))
      #expect(isClose(acceleration, (g.x + u.x, g.y + u.y, g.z + u.z), 1e-12))
    }
    #expect(compared > 1700)
    #expect(strongest > 1)
  }

  /// Pushed to the right: x goes negative first, on the phone as here. The true acceleration has the other sign.
  @Test func aPushToTheRightReadsNegative() throws {
    let push = Motion(specificForce: [5, 0, 9.80665], angularRate: .zero)
    let rest = Motion(specificForce: [0, 0, 9.80665], angularRate: .zero)
    let frames: [ScriptedMotion.KeyFrame] = [
      .init(seconds: 0, motion: rest), .init(seconds: 2, motion: push), .init(seconds: 2.2, motion: rest),
    ]
    let board = VirtualBoard(.scripted(frames, interpolation: .hold))
    let manager = board.manager()
    manager.startDeviceMotionUpdates()
    board.advance(2 - (try #require(board.board.now) - 1) + 0.05)
    let motion = try #require(manager.deviceMotion)
    #expect(abs(motion.userAcceleration.x + 5 / 9.80665) < 0.02)
    #expect(abs(motion.trueAcceleration.x - 5) < 0.2)
  }

  /// In free fall face up the accelerometer reads nothing, gravity stays, the user's acceleration is (0, 0, +1).
  @Test func freeFallReadsPlusOne() throws {
    let rest = Motion(specificForce: [0, 0, 9.80665], angularRate: .zero)
    let fall = Motion(specificForce: .zero, angularRate: .zero)
    let board = VirtualBoard(
      .scripted([.init(seconds: 0, motion: rest), .init(seconds: 2, motion: fall)], interpolation: .hold))
    let manager = board.manager()
    manager.startDeviceMotionUpdates()
    manager.startAccelerometerUpdates()
    board.advance(2 - (try #require(board.board.now) - 1) + 0.1)
    #expect(isClose(try #require(manager.accelerometerData).acceleration, (0, 0, 0)))
    let motion = try #require(manager.deviceMotion)
    #expect(isClose(motion.gravity, (0, 0, -1), 0.01))
    #expect(isClose(motion.userAcceleration, (0, 0, 1), 0.01))
  }

  /// Rates are not negated, and yaw grows counter-clockwise seen from above.
  @Test func ratesFollowTheRightHandRule() throws {
    let rest = Motion(specificForce: [0, 0, 9.80665], angularRate: .zero)
    let turn = Motion(specificForce: [0, 0, 9.80665], angularRate: [0, 0, 0.5])
    let board = VirtualBoard(
      .scripted([.init(seconds: 0, motion: rest), .init(seconds: 5, motion: turn)], interpolation: .hold))
    let manager = board.manager()
    manager.startDeviceMotionUpdates()
    manager.startGyroUpdates()
    let start = try #require(manager.deviceMotion).attitude.yaw
    #expect(start == 0)
    board.advance(7 - (try #require(board.board.now) - 1))
    #expect(abs(try #require(manager.gyroData).rotationRate.z - 0.5) < 0.01)
    let yaw = try #require(manager.deviceMotion).attitude.yaw
    #expect(abs(yaw - start - 1) < 0.05)
  }

  /// The raw gyroscope keeps its bias; device motion's rate is without.
  @Test func deviceMotionTakesTheBiasOut() throws {
    let board = VirtualBoard(.still(gyroBias: [0.05, -0.03, 0.02]))
    let manager = board.manager()
    manager.startDeviceMotionUpdates()
    manager.startGyroUpdates()
    board.advance(20)
    let raw = try #require(manager.gyroData).rotationRate
    #expect(abs(raw.x - 0.05) < 0.002 && abs(raw.y + 0.03) < 0.002 && abs(raw.z - 0.02) < 0.002)
    let rate = try #require(manager.deviceMotion).rotationRate
    #expect(abs(rate.x) < 0.003 && abs(rate.y) < 0.003 && abs(rate.z) < 0.003)
    let bias = try #require(manager.gyroBias)
    #expect(abs(bias.x - 0.05) < 0.003 && abs(bias.y + 0.03) < 0.003)
  }
}
