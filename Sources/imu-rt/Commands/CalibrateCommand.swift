import Fusion
import Pipeline

/// `imu-rt calibrate`: what a chip's sensors are off by, into a file.
struct CalibrateCommand: Command {
  static let name = "calibrate"
  static let help = """
    usage: imu-rt calibrate gyro|accelerometer|magnetometer --output FILE [options]

    Measures what a chip's sensor is off by and keeps it in a file, for the key 'calibration' of a configuration.
    A file that is there already is continued: what it says of the other sensors stays.

      gyro           leave the chip alone until it is done; repeated at other temperatures, the slope is learnt
      accelerometer  hold the chip still with each axis up and down once, in any order; poses are found by themselves
      magnetometer   from a recording in which the chip was turned in all directions

      --output FILE        where to keep it; written whole or not at all
      --from RECORDING     CSV as for replay, uncalibrated, instead of a chip; --chip says which part it is of
      --units UNITS        what it is in, if not SI: as for replay
      --seconds SECONDS    gyro: how long a rest is measured, 2 to 600 (default 10; of a recording: all of it)
      --timeout SECONDS    how long to wait for rest or poses (default 120)
      --quiet              no progress and no result
      --help, --version    this text; the version
    \(SourceOptions.help)
    """

  enum Sensor: String, CaseIterable {
    case gyro
    case accelerometer
    case magnetometer
  }

  private var source = SourceOptions()
  private var sensor: Sensor?
  private var outputPath: String?
  private var recordingPath: String?
  private var reading = RecordingOptions()
  private var seconds: Double?
  private var timeout = 120.0
  private var isQuiet = false

  init(_ arguments: [String]) throws {
    var reader = ArgumentReader(arguments, command: "calibrate")
    while let argument = try reader.next() {
      switch argument {
      case "--output": outputPath = try reader.value(of: argument)
      case "--from": recordingPath = try reader.value(of: argument)
      case "--units": try reading.takeUnits(from: &reader)
      case "--seconds":
        let least = GyroscopeCalibration.leastSeconds
        seconds = try reader.number(of: argument, in: least...600, unit: "seconds")
      case "--timeout": timeout = try reader.number(of: argument, in: 0.001...86_400, unit: "seconds")
      case "--quiet": isQuiet = true
      default:
        if try source.take(argument, from: &reader) { continue }
        guard !argument.hasPrefix("-"), sensor == nil else { throw reader.unknown(argument) }
        guard let named = Sensor(rawValue: argument) else {
          throw UsageError(
            "no sensor '\(argument)'; allowed: \(Sensor.allCases.map(\.rawValue).joined(separator: ", "))")
        }
        sensor = named
      }
    }
    // A simulated chip that nobody set in motion lies on the table.
    if source.isSimulated, source.motion == nil { source.motion = .still }
  }

  func run() async throws {
    guard let sensor else {
      throw UsageError("calibrate needs a sensor: gyro, accelerometer or magnetometer; see 'imu-rt calibrate --help'")
    }
    guard let outputPath, outputPath != "-" else { throw UsageError("calibrate needs --output FILE") }
    guard recordingPath != nil || reading.units.isEmpty else { throw UsageError("--units is for --from RECORDING") }
    guard seconds == nil || sensor == .gyro else { throw UsageError("--seconds is for calibrate gyro") }
    guard recordingPath != nil || (seconds ?? 0) < timeout else {
      throw UsageError("--seconds must be less than --timeout, which is \(timeout)")
    }
    var output = try CalibrationOutput(path: outputPath)
    let lines: [String]
    if let recordingPath {
      var reading = reading
      reading.sensor = source.sensorName
      lines = try RecordingCalibration(
        path: recordingPath, source: source, reading: reading, seconds: seconds, isQuiet: isQuiet
      ).run(sensor, into: &output)
    } else {
      lines = try await live(sensor, into: &output)
    }
    guard !isQuiet else { return }
    try StandardOutput.write(lines.joined(separator: "\n") + "\n\(output.place)\n")
  }

  private func live(_ sensor: Sensor, into output: inout CalibrationOutput) async throws -> [String] {
    let progress = ProgressBar(isQuiet: isQuiet)
    switch sensor {
    case .gyro:
      return try await GyroscopeSession(seconds: seconds ?? 10, timeout: timeout, progress: progress)
        .run(source, into: &output)
    case .accelerometer:
      return try await AccelerometerSession(timeout: timeout, progress: progress).run(source, into: &output)
    case .magnetometer:
      throw UsageError("this version drives no magnetometer; calibrate magnetometer needs --from RECORDING")
    }
  }
}
