import Foundation
import Fusion
import IMUDrivers
import Pipeline
import SimulatedIMU
import SoakWalk

extension FuzzEntry {
  private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  private static func file(_ path: String) throws -> [UInt8] { try Array(Data(contentsOf: root.appending(path: path))) }

  /// Good inputs, out of which bad ones are made. For a chip and its bus: an empty one, which leaves them in peace,
  /// and random ones.
  public func seeds() throws -> [[UInt8]] {
    switch self {
    case .configuration:
      try ["simulated", "mpu6050", "lsm6ds3", "two-sensors"].map { try Self.file("config/\($0).json5") }
        + [Self.shortConfiguration]
    case .faultScript: [try Self.file("docs/faults-example.json5"), Self.script]
    case .calibration: Self.calibrations
    case .recording: [Self.csv]
    case .replay: [try Self.session(), Self.csv]
    case .savedState: Self.savedStates
    case .archive: [Self.samples]
    case .registers, .fifo, .selfTest: Self.decisions
    }
  }

  private static var decisions: [[UInt8]] {
    var random = SeededNumbers(seed: 1)
    return [0, 50, 500, 1000, 2000, 2000, 3000, 3000].map { length in (0..<length).map { _ in UInt8(random.below(256)) }
    }
  }

  private static let shortConfiguration = Array(
    """
    {simulate: {motion: "moving", chip: "lsm6ds3", clockError: 2}, sampleRate: 416, readout: "fifo",
    accelerometer: {fullScale: 4}, gyroscope: {fullScale: 500}, updateInterval: 0.02}
    """.utf8)

  private static let script = Array(
    """
    {faults: [{atSeconds: 0.01, fault: "flip", register: 0x1B, mask: 8, everySeconds: 0.002, strikes: 9},
    {atSample: 3, fault: "set", word: "gx", value: -32768, forSeconds: 0.01}, {atTransaction: 20, fault: "slipFIFO", bytes: 5},
    {atSeconds: 0.02, fault: "clockError", percent: 5}, {atSample: 4, fault: "corrupt", register: 0x3B, mask: 255, times: 3}]}
    """.utf8)

  /// With its checksum, and without, since a damaged file gets further so.
  private static var calibrations: [[UInt8]] {
    var calibration = Calibration(chip: CalibratedChip(.mpu6050, bus: "/dev/i2c-1", address: 0x68))
    calibration.accelerometer = .init(
      AccelerometerCalibration(
        offset: Vector3(0.4, -0.3, 0.7), scale: Vector3(0.98, 1.03, 0.96), offsetUncertainty: Vector3(1e-3, 1e-3, 2e-3),
        scaleUncertainty: Vector3(1e-4, 1.1e-4, 1e-16), residual: 0.01, condition: 1, poseCount: 6), date: "2025-06-01")
    calibration.gyroscope = .init(
      GyroscopeCalibration(
        bias: Vector3(0.03, -0.02, 0.01), uncertainty: Vector3(1e-5, 1e-5, 1e-5), noise: Vector3(1e-3, 1e-3, 1e-3),
        temperatureCelsius: 31, seconds: 10, thermal: ThermalBias()), date: "2025-06-01")
    let whole = CalibrationFile.text(calibration)
    let bare = whole.split(separator: "\n").filter { !$0.contains("checksum") }.joined(separator: "\n")
    return [Array(bare.utf8), Array(whole.utf8)]
  }

  private static var csv: [UInt8] {
    var text = "time_s,gx,gy,gz,ax,ay,az,mx,my,mz,qw,qx,qy,qz\n"
    for row in 0..<24 { text += "\(Double(row) * 0.01),0.1,-0.2,0.3,0.5,-0.6,9.8,20,1,-40,1,0,0,0\n" }
    return Array(text.utf8)
  }

  /// A recording of our own, with all the lines that are no rows.
  private static func session() throws -> [UInt8] {
    let path = FileManager.default.temporaryDirectory.appending(path: "imu-rt-fuzz-\(UUID().uuidString).csv")
    defer { do { try FileManager.default.removeItem(at: path) } catch {} }
    var configuration = PipelineConfiguration(source: .simulated(SimulatedSource()), realtime: .none)
    configuration.recorder = try SessionRecorder(path.path, rowLimit: 30)
    let pipeline = MotionPipeline.stepped(configuration)
    try pipeline.start()
    pipeline.advance(nanoseconds: 300_000_000)
    pipeline.stop()
    return Array(try Data(contentsOf: path))
  }

  /// As it is saved, and without its checksum.
  private static var savedStates: [[UInt8]] {
    var filter = OrientationFilter()
    for step in 1...50 {
      _ = filter.update(
        timeNanoseconds: UInt64(step) * 10_000_000, gyroscope: Vector3(0.1, -0.2, 0.3),
        accelerometer: Vector3(0, 1, 9.7))
    }
    return [filter.savedState, filter.savedState.dropLast(4)]
  }

  /// Three records of 48 bytes: a number, two times, three axes, and the half of a fourth.
  private static var samples: [UInt8] {
    let words = (0..<4).flatMap { record -> [UInt64] in
      let numbers = [Double(record), Double(record), 0.1, -0.2, 1]
      return [UInt64(record + 1)] + numbers.map(\.bitPattern)
    }
    let bytes = words.flatMap { word in (0..<8).map { UInt8(truncatingIfNeeded: word >> (8 * $0)) } }
    return bytes.dropLast(24)
  }
}
