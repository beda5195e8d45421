import CoreMotion
import Foundation
import IMUDrivers
import Pipeline
import SimulatedIMU
import Testing

/// Why there is no motion: said, typed, and never a silence.
@Suite struct ReasonTests {
  @Test func withoutAChipNothingStartsAndTheHandlerIsTold() throws {
    let board = VirtualBoard()
    board.chip.powerOff()
    let manager = board.manager()
    #expect(!manager.isAccelerometerAvailable && !manager.isGyroAvailable && !manager.isDeviceMotionAvailable)
    #expect(manager.unavailability(of: .gyro)?.kind == .noChip)
    let queue = serialQueue()
    let errors = Collected<NSError>()
    manager.startGyroUpdates(to: queue) { data, error in
      if data == nil, let error { errors.add(error as NSError) }
    }
    queue.waitUntilAllOperationsAreFinished()
    #expect(!manager.isGyroActive)
    #expect(errors.values.map(\.code) == [Int(CMErrorNotAvailable.rawValue)])
    #expect(errors.values.first?.localizedDescription.contains("0x68") == true)
    let underlying = errors.values.first?.userInfo[NSUnderlyingErrorKey] as? MotionUnavailable
    #expect(underlying?.kind == .noChip)
    manager.delivery.reportsUnavailability = false
    manager.startGyroUpdates(to: queue) { _, error in if let error { errors.add(error as NSError) } }
    queue.waitUntilAllOperationsAreFinished()
    #expect(errors.values.count == 1)
  }

  @Test func anotherChipIsNotTakenForOurs() {
    let board = VirtualBoard()
    board.chip.inject(.identity(0x19))
    #expect(board.board.unavailability?.kind == .wrongChip)
  }

  @Test func aMissingBusIsSaid() {
    let board = MotionBoard(PipelineConfiguration(source: .hardware(HardwareSource(bus: "/dev/i2c-nowhere"))))
    let manager = CMMotionManager(board: board)
    #expect(manager.unavailability(of: .deviceMotion)?.kind == .noBus)
    #expect(!manager.isDeviceMotionAvailable)
    manager.startDeviceMotionUpdates()
    #expect(!manager.isDeviceMotionActive)
  }

  @Test func aBadConfigurationIsSaidWithFileAndKey() throws {
    let path = NSTemporaryDirectory() + "bad-\(UUID()).json5"
    try Data("{ simulate: {}, colour: 1 }".utf8).write(to: URL(fileURLWithPath: path))
    defer { unlink(path) }
    let reason = try #require(MotionBoard(configurationFile: path).unavailability)
    #expect(reason.kind == .badConfiguration)
    #expect(reason.description.contains("colour") && reason.description.contains(path))
  }

  @Test func aConfigurationFileMayNameASimulatedChip() async throws {
    let path = NSTemporaryDirectory() + "good-\(UUID()).json5"
    try Data("{ simulate: { chip: \"lsm6ds3\", motion: \"still\" }, realtime: { enabled: false } }".utf8)
      .write(to: URL(fileURLWithPath: path))
    defer { unlink(path) }
    let board = MotionBoard(configurationFile: path)
    #expect(board.unavailability == nil)
    let manager = CMMotionManager(board: board)
    _ = try await manager.firstDeviceMotion(timeout: .seconds(30))
    #expect(board.sensor?.variant.name.contains("LSM6DS3") == true)
  }

  @Test func c9_eachKindIsAskedForItself() {
    let manager = VirtualBoard().manager()
    #expect(manager.isAccelerometerAvailable && manager.isGyroAvailable && manager.isDeviceMotionAvailable)
    #expect(!manager.isMagnetometerAvailable)
    #expect(manager.unavailability(of: .magnetometer)?.kind == .noMagnetometer)
  }

  @Test func theMagnetometerIsNotAvailableAndSaysSo() {
    let manager = VirtualBoard().manager()
    let queue = serialQueue()
    let codes = Collected<Int>()
    manager.startMagnetometerUpdates(to: queue) { data, error in
      if data == nil, let error { codes.add((error as NSError).code) }
    }
    queue.waitUntilAllOperationsAreFinished()
    #expect(!manager.isMagnetometerActive && manager.magnetometerData == nil)
    #expect(codes.values == [109])
  }

  static let frames: [(CMAttitudeReferenceFrame, Int)] = [
    (.xArbitraryCorrectedZVertical, 109), (.xMagneticNorthZVertical, 109), (.xTrueNorthZVertical, 102), ([], 109),
  ]

  @Test(arguments: frames)
  func aFrameThatIsNotOfferedLeavesMotionInactive(_ frame: CMAttitudeReferenceFrame, _ code: Int) {
    let manager = VirtualBoard().manager()
    #expect(CMMotionManager.availableAttitudeReferenceFrames() == .xArbitraryZVertical)
    let queue = serialQueue()
    let codes = Collected<Int>()
    manager.startDeviceMotionUpdates(using: frame, to: queue) { _, error in
      if let error { codes.add((error as NSError).code) }
    }
    queue.waitUntilAllOperationsAreFinished()
    #expect(!manager.isDeviceMotionActive)
    #expect(codes.values == [code])
    manager.startDeviceMotionUpdates(using: frame)
    #expect(!manager.isDeviceMotionActive)
    manager.startDeviceMotionUpdates(using: .xArbitraryZVertical)
    #expect(manager.isDeviceMotionActive)
    #expect(manager.attitudeReferenceFrame == .xArbitraryZVertical)
  }

  @Test func sixAxesHaveNoHeadingAndNoField() throws {
    let board = VirtualBoard()
    let manager = board.manager()
    manager.startDeviceMotionUpdates()
    board.advance(0.1)
    let motion = try #require(manager.deviceMotion)
    #expect(motion.referenceFrame == manager.attitudeReferenceFrame)
    #expect(motion.heading == -1)
    #expect(motion.magneticField.accuracy == .uncalibrated)
    #expect(motion.magneticField.field.x == 0)
    #expect(motion.sensorLocation == .default)
    #expect(!manager.showsDeviceMovementDisplay)
  }
}
