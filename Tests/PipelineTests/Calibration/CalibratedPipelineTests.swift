import Foundation
import Fusion
import IMUDrivers
import SimulatedIMU
import Testing

@testable import Pipeline

@Suite("Calibrated pipelines")
struct CalibratedPipelineTests {
  private static let gyroBias = SIMD3(0.21, -0.13, 0.05)
  private static let accelerometerBias = SIMD3(0.5, -0.4, 0.75)
  private static let noise = SeededNoise(seed: 7, angularRate: 0.001, specificForce: 0.02)

  private static func still(_ pose: TrueOrientation = .level) -> StillMotion {
    .still(pose: pose, gyroBias: gyroBias, accelerometerBias: accelerometerBias, noise: noise)
  }

  private static func configuration(accelerometer: Int, gyroscope: Int) -> SensorConfiguration {
    SensorConfiguration(sampleRateHertz: 200, gyroscopeRange: gyroscope, accelerometerRange: accelerometer)
  }

  /// What a simulated chip shows in a pose, uncalibrated.
  private static func samples(
    _ model: ChipModel, _ pose: TrueOrientation, seconds: Double, _ configuration: SensorConfiguration
  ) throws -> [CalibrationSample] {
    let pipeline = try VirtualPipeline(model, motion: still(pose), configuration: configuration)
    pipeline.run(seconds: seconds)
    return pipeline.samples.map { sample in
      CalibrationSample(
        timeNanoseconds: sample.timeNanoseconds, angularRate: sample.rotationRate + sample.bias,
        specificForce: sample.specificForce, temperatureCelsius: sample.temperatureCelsius)
    }
  }

  /// Poses with each axis up and down, none of them level.
  private static let poses = [
    (0.1, 0.05), (0.1, 1.5), (0.05, -1.6), (1.5, 0.1), (-1.55, 0.0), (3.1, 0.08),
  ].map { TrueOrientation(roll: $0.0, pitch: $0.1, yaw: 0.3) }

  private static func calibrated(_ model: ChipModel, _ configuration: SensorConfiguration) throws -> Calibration {
    var rest = RestRecord()
    for sample in try samples(model, .level, seconds: 6, configuration) { _ = try rest.take(sample) }
    let held = try poses.map { pose in
      var finder = PoseFinder()
      for sample in try samples(model, pose, seconds: 2, configuration) { _ = try finder.take(sample) }
      return try #require(finder.poses.first)
    }
    var calibration = Calibration(chip: CalibratedChip(model == .mpu6050 ? .mpu6050 : .lsm6ds3))
    calibration.gyroscope = .init(try GyroscopeCalibration(rest: rest), date: "now")
    calibration.accelerometer = .init(try AccelerometerCalibration(poses: held), date: "now")
    return calibration
  }

  /// Calibrated at the finest ranges, used at the coarsest, through a file in between.
  @Test(arguments: [ChipModel.mpu6050, .lsm6ds3])
  func biasedChip_givesOneGravityAndNoRateAtAnyRange(_ model: ChipModel) throws {
    let calibration = try Self.calibrated(model, Self.configuration(accelerometer: 2, gyroscope: 250))
    let kept = try CalibrationFile.parse(Array(CalibrationFile.text(calibration).utf8), file: "c")
    for (accelerometer, gyroscope) in [(2, 250), (16, 2000), (4, 500)] {
      for pose in [TrueOrientation.level, TrueOrientation(roll: 0.7, pitch: -0.5, yaw: 0)] {
        let pipeline = try VirtualPipeline(
          model, motion: Self.still(pose),
          configuration: Self.configuration(accelerometer: accelerometer, gyroscope: gyroscope),
          correction: kept.correction)
        pipeline.run(seconds: 2)
        let samples = pipeline.samples
        try #require(samples.count > 300)
        let count = Double(samples.count)
        let force = samples.reduce(Vector3.zero) { $0 + $1.specificForce } / count
        let rate = samples.reduce(Vector3.zero) { $0 + $1.rotationRate + $1.bias } / count
        let up = pose.up * 9.80665
        #expect((force - Vector3(up.x, up.y, up.z)).length < 0.02)
        #expect(abs(force.length - 9.80665) < 0.01)
        #expect(rate.length < 0.001)
        // Nothing is left for the filter to find.
        #expect((samples.last?.bias.length ?? 1) < 0.002)
      }
    }
  }

  @Test func withoutCalibration_theErrorsShow() throws {
    let samples = try Self.samples(.mpu6050, .level, seconds: 1, SensorConfiguration())
    let sample = try #require(samples.last)
    #expect((sample.specificForce - Vector3(0.5, -0.4, 10.55)).length < 0.2)
    #expect((sample.angularRate - Vector3(0.21, -0.13, 0.05)).length < 0.01)
  }

  /// Calibration is of the chip, mounting of the device: turning the chip changes nothing in the calibration.
  @Test func mounting_turnsWhatIsCalibrated() throws {
    let calibration = try Self.calibrated(.mpu6050, SensorConfiguration())
    let mounting = try #require(Mounting(x: "+y", y: "-x", z: "+z"))
    let pose = TrueOrientation(roll: 0.7, pitch: -0.5, yaw: 0)
    let pipeline = try VirtualPipeline(motion: Self.still(pose), mounting: mounting, correction: calibration.correction)
    pipeline.run(seconds: 2)
    let force = pipeline.samples.reduce(Vector3.zero) { $0 + $1.specificForce } / Double(pipeline.samples.count)
    let up = pose.up * 9.80665
    #expect((force - Vector3(up.y, -up.x, up.z)).length < 0.02)
  }

  /// A pipeline on a chip that must not be started, with a calibration file of the text.
  private func startError(_ text: String?) throws -> (error: PipelineError?, power: UInt8, path: String) {
    let folder = try CalibrationSamples.folder()
    defer { do { try FileManager.default.removeItem(at: folder) } catch {} }
    let path = folder.appending(path: "c.json5").path
    try text?.write(toFile: path, atomically: false, encoding: .utf8)
    let board = SimulatedBoard(clock: .virtual)
    let chip = board.attach(.mpu6050, motion: .still())
    let pipeline = MotionPipeline(
      PipelineConfiguration(
        source: .custom(bus: board.bus, address: chip.address, line: board.line(for: chip)), realtime: .none,
        calibrationPath: path))
    do throws(PipelineError) { try pipeline.start() } catch {
      #expect(!pipeline.isRunning && pipeline.latest == nil)
      return (error, chip.register(0x6B), path)
    }
    pipeline.stop()
    return (nil, 0, path)
  }

  @Test func fileThatDoesNotFit_startsNothingAndNamesFileAndKey() throws {
    var other = try CalibrationSamples.full
    other.chip = CalibratedChip(.lsm6ds3)
    var elsewhere = try CalibrationSamples.full
    elsewhere.chip.bus = "/dev/i2c-7"
    let good = CalibrationFile.text(try CalibrationSamples.full)
    let files: [(String?, String)] = [
      (nil, "can't be read: No such file or directory"), ("", "not valid JSON5"),
      (String(good.prefix(300)), "not valid JSON5"), (good.replacing("0.98", with: "0.99"), "'checksum'"),
      (CalibrationFile.text(other), "'chip.part' is \"LSM6DS3\"; allowed: \"MPU-6050\""),
      (CalibrationFile.text(elsewhere), "'chip.bus' is \"/dev/i2c-7\""),
    ]
    for (text, mention) in files {
      let (error, power, path) = try startError(text)
      let description = try #require(error?.description)
      #expect(description.hasPrefix("calibration: \(path): ") && description.contains(mention), "\(description)")
      // Register map 4.2, PWR_MGMT_1: asleep.
      #expect(power & 0x40 != 0)
    }
  }

  @Test func fileOfTheChip_isAccepted() throws {
    var calibration = try CalibrationSamples.full
    calibration.chip = CalibratedChip(.mpu6050)
    #expect(try startError(CalibrationFile.text(calibration)).error == nil)
  }
}
