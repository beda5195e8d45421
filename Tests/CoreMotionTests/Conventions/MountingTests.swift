import CoreMotion
import Foundation
import Fusion
import IMUDrivers
import Pipeline
import SimulatedIMU
import Testing

/// What the configuration says of the chip, seen through the phone's names.
@Suite struct MountingTests {
  private func board(
    _ motion: some MotionSource, _ change: (inout PipelineConfiguration) -> Void
  ) -> MotionBoard {
    let wires = SimulatedBoard(clock: .virtual)
    let chip = wires.attach(.mpu6050, motion: motion)
    var configuration = PipelineConfiguration(
      source: .custom(bus: wires.bus, address: chip.address, line: wires.line(for: chip)))
    change(&configuration)
    return .virtual(configuration)
  }

  /// A chip soldered a quarter turn about its normal: the device's x lies along its -y, and y along its +x.
  @Test func theMountingTurnsEveryVector() throws {
    let rest = Motion(specificForce: [0, 9.80665, 0], angularRate: .zero)
    let turn = Motion(specificForce: [0, 9.80665, 0], angularRate: [0, 0.5, 0])
    let board = board(
      .scripted([.init(seconds: 0, motion: rest), .init(seconds: 3, motion: turn)], interpolation: .hold)
    ) { $0.mounting = Mounting(x: "-y", y: "+x", z: "+z") ?? .aligned }
    let manager = CMMotionManager(board: board)
    manager.startAccelerometerUpdates()
    manager.startGyroUpdates()
    manager.startDeviceMotionUpdates()
    board.advance(seconds: 1)
    // The chip's y points up, so the device's x points down.
    #expect(isClose(try #require(manager.accelerometerData).acceleration, (1, 0, 0)))
    let motion = try #require(manager.deviceMotion)
    #expect(isClose(motion.gravity, (1, 0, 0)))
    #expect(abs(motion.attitude.roll - .pi / 2) < 0.01)
    board.advance(seconds: 3)
    let rate = try #require(manager.gyroData).rotationRate
    #expect(abs(rate.x + 0.5) < 0.01 && abs(rate.y) < 0.01 && abs(rate.z) < 0.01)
    let fused = try #require(manager.deviceMotion).rotationRate
    #expect(abs(fused.x + 0.5) < 0.02 && abs(fused.y) < 0.02)
  }

  /// The raw gyroscope has the chip's bias in it, but for what a calibration states.
  @Test func aCalibrationTakesItsBiasOutOfTheRawRate() throws {
    let path = NSTemporaryDirectory() + "calibration-\(UUID()).json5"
    defer { unlink(path) }
    var calibration = Calibration(chip: CalibratedChip(.mpu6050))
    calibration.gyroscope = .init(
      GyroscopeCalibration(
        bias: Vector3(0.05, -0.03, 0.02), uncertainty: Vector3(1e-4, 1e-4, 1e-4), noise: Vector3(1e-3, 1e-3, 1e-3),
        temperatureCelsius: 25, seconds: 10, thermal: ThermalBias()), date: "now")
    try CalibrationFile.write(calibration, to: path)
    let rates = try [nil, path].map { path in
      let board = board(.still(gyroBias: [0.05, -0.03, 0.02])) { $0.calibrationPath = path }
      let manager = CMMotionManager(board: board)
      manager.startGyroUpdates()
      board.advance(seconds: 1)
      return try #require(manager.gyroData).rotationRate
    }
    #expect(abs(rates[0].x - 0.05) < 0.002 && abs(rates[0].y + 0.03) < 0.002)
    #expect(abs(rates[1].x) < 0.002 && abs(rates[1].y) < 0.002 && abs(rates[1].z) < 0.002)
  }
}
