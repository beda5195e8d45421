import CoreMotion
import Foundation
import Pipeline
import SimulatedIMU
import Testing

/// What properties show, and when.
@Suite struct PullTests {
  @Test func thereIsNothingBeforeTheStartAndAfterTheStop() throws {
    let board = VirtualBoard()
    let manager = board.manager()
    #expect(manager.accelerometerData == nil && manager.gyroData == nil && manager.deviceMotion == nil)
    #expect(manager.magnetometerData == nil)
    manager.startDeviceMotionUpdates()
    board.advance(0.1)
    #expect(manager.deviceMotion != nil)
    manager.stopDeviceMotionUpdates()
    #expect(manager.deviceMotion == nil)
    #expect(board.board.sensor == nil)
  }

  /// Active means started itself: device motion does not make the accelerometer active.
  @Test func eachKindIsActiveByItsOwnStart() {
    let board = VirtualBoard()
    let manager = board.manager()
    manager.startDeviceMotionUpdates()
    board.advance(0.1)
    #expect(manager.isDeviceMotionActive)
    #expect(!manager.isAccelerometerActive && !manager.isGyroActive)
    #expect(manager.accelerometerData == nil)
    manager.startGyroUpdates()
    manager.stopDeviceMotionUpdates()
    #expect(manager.isGyroActive && !manager.isDeviceMotionActive)
    manager.stopGyroUpdates()
    #expect(!manager.isGyroActive)
  }

  /// An attitude that was changed in place must not be changed again by the next read.
  @Test func eachReadIsAnObjectOfItsOwn() throws {
    let board = VirtualBoard(.still(pose: TrueOrientation(axis: [1, 0, 0], angle: 0.5)))
    let manager = board.manager()
    manager.startDeviceMotionUpdates()
    board.advance(0.5)
    let reference = try #require(manager.deviceMotion).attitude
    for _ in 0..<3 {
      let motion = try #require(manager.deviceMotion)
      motion.attitude.multiply(byInverseOf: reference)
      #expect(abs(motion.attitude.pitch) < 0.001)
    }
    #expect(abs(try #require(manager.deviceMotion).attitude.pitch - 0.5) < 0.01)
  }

  static let clamps: [(Double, Double)] = [
    (0.1, 0.1), (0.02, 0.02), (1.0 / 60, 1.0 / 60), (0.01, 0.01), (0.005, 0.01), (0.0001, 0.01), (0, 0.01), (-1, 0.01),
    (.nan, 0.01), (-.infinity, 0.01), (0.2, 0.2), (0.5, 0.5), (1, 1), (10, 10), (60, 60), (86_400, 86_400),
    (.infinity, .infinity),
  ]

  @Test(arguments: clamps)
  func anIntervalIsReadBackAsSetAndAFasterOneClamped(_ wanted: Double, _ kept: Double) {
    let manager = VirtualBoard().manager()
    manager.accelerometerUpdateInterval = wanted
    manager.gyroUpdateInterval = wanted
    manager.magnetometerUpdateInterval = wanted
    manager.deviceMotionUpdateInterval = wanted
    #expect(manager.accelerometerUpdateInterval == kept)
    #expect(manager.gyroUpdateInterval == kept)
    #expect(manager.magnetometerUpdateInterval == kept)
    #expect(manager.deviceMotionUpdateInterval == kept)
  }

  @Test func theDefaultIntervalIs10Milliseconds() {
    let manager = VirtualBoard().manager()
    #expect(manager.deviceMotionUpdateInterval == 0.01)
    #expect(manager.accelerometerUpdateInterval == 0.01)
  }

  /// `1/60` takes the property's type in Swift: a sixtieth, not the integer 0.
  @Test func aSixtiethIsASixtieth() {
    let manager = VirtualBoard().manager()
    manager.deviceMotionUpdateInterval = 1 / 60
    #expect(abs(manager.deviceMotionUpdateInterval - 0.016_666_7) < 1e-6)
  }

  /// The property changes as often as the interval says, also while a quicker manager shares the chip.
  @Test func thePropertyChangesAtItsOwnInterval() {
    let board = VirtualBoard()
    let slow = board.manager()
    let quick = board.manager()
    slow.deviceMotionUpdateInterval = 0.1
    slow.startDeviceMotionUpdates()
    quick.startDeviceMotionUpdates()
    var slowTimes: Set<Double> = []
    var quickTimes: Set<Double> = []
    for _ in 0..<1000 {
      board.advance(0.002)
      if let time = slow.deviceMotion?.timestamp { slowTimes.insert(time) }
      if let time = quick.deviceMotion?.timestamp { quickTimes.insert(time) }
    }
    #expect((19...22).contains(slowTimes.count))
    #expect((195...205).contains(quickTimes.count))
  }

  @Test func timestampsAreThoseOfTheClockAndRise() throws {
    let board = VirtualBoard()
    let manager = board.manager()
    manager.startAccelerometerUpdates()
    var last = 0.0
    for _ in 0..<50 {
      board.advance(0.02)
      let time = try #require(manager.accelerometerData).timestamp
      #expect(time > last)
      #expect(abs(time - (try #require(board.board.now))) < 0.025)
      last = time
    }
  }

  /// A chip that has gone silent has no present value.
  @Test func whatIsStaleIsNil() {
    let board = VirtualBoard()
    let manager = board.manager()
    manager.startDeviceMotionUpdates()
    board.advance(0.2)
    #expect(manager.deviceMotion != nil)
    board.chip.powerOff()
    board.advance(3)
    #expect(manager.deviceMotion == nil)
    #expect(manager.isDeviceMotionActive)
    board.chip.powerOn()
    board.advance(3)
    #expect(manager.deviceMotion != nil)
  }

  /// On the real clock timestamps are seconds since boot, as ProcessInfo has them.
  @Test func realTimestampsAreSecondsSinceBoot() async throws {
    let manager = CMMotionManager(board: .simulated(.still))
    let motion = try await manager.firstDeviceMotion(timeout: .seconds(30))
    #expect(abs(motion.timestamp - ProcessInfo.processInfo.systemUptime) < 5)
    let age = Date().timeIntervalSince(motion.wallClock)
    #expect(age > -0.5 && age < 5)
    manager.stopDeviceMotionUpdates()
  }
}
