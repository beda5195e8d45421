import Fusion
import IMUDrivers
import Pipeline

/// Calibrates from a recording instead of a chip.
struct RecordingCalibration {
  let path: String
  let source: SourceOptions
  let reading: RecordingOptions
  /// How much of the recording is used for the gyroscope; nil for all.
  let seconds: Double?
  let isQuiet: Bool

  func run(_ sensor: CalibrateCommand.Sensor, into output: inout CalibrationOutput) throws -> [String] {
    guard source.configurationPath == nil, !source.isSimulated, source.bus == nil, source.address == nil else {
      throw UsageError(
        "--from takes a recording instead of a chip; of the chip's options only --chip may stand beside it")
    }
    guard let chip = source.chip?.calibrated ?? output.chip else {
      throw UsageError("a recording doesn't say which part it is of; add --chip")
    }
    guard !OutputFile.isSame(output.path, path) else {
      throw UsageError("--output '\(output.path)' is the recording itself; name another file")
    }
    let recording = try reading.open(path, isCorrected: false)
    try output.begin(chip)
    if recording.isStream, sensor != .magnetometer { try requireUncalibrated(sensor, in: output) }
    if !isQuiet { for remark in recording.remarks { note(remark) } }
    do {
      switch sensor {
      case .gyro: return try GyroscopeResult.write(try rest(in: recording), to: &output)
      case .accelerometer: return try AccelerometerResult.write(try poses(in: recording), to: &output)
      case .magnetometer: return try MagnetometerResult.write(try fields(in: recording), to: &output)
      }
    } catch let refusal as CalibrationRefusal { throw ToolFault("\(path): \(refusal); nothing was written") }
  }

  /// A stream doesn't say which calibration was applied to it: what is measured in it may be the remainder.
  private func requireUncalibrated(_ sensor: CalibrateCommand.Sensor, in output: CalibrationOutput) throws {
    let isThere =
      sensor == .gyro ? output.calibration?.gyroscope != nil : output.calibration?.accelerometer != nil
    guard !isThere else {
      throw ToolFault(
        "\(path): written by imu-rt stream, and perhaps corrected by the calibration that \(output.path) holds already; "
          + "use a recording of imu-rt record, which is as the chip gave it; nothing was written")
    }
    guard !isQuiet else { return }
    note(
      "\(path): written by imu-rt stream: bias added back to the rates. The result holds only if it ran without calibration "
        + "and mounting; imu-rt record keeps every sample as the chip gave it")
  }

  private func rest(in recording: ReplayRecording) throws -> RestRecord {
    var record = RestRecord()
    for row in 0..<recording.count {
      if let seconds, record.seconds >= seconds { break }
      _ = try record.take(CalibrationSample(recording, row: row))
    }
    return record
  }

  private func poses(in recording: ReplayRecording) throws -> [RestPose] {
    var finder = PoseFinder()
    for row in 0..<recording.count { _ = try finder.take(CalibrationSample(recording, row: row)) }
    return finder.poses
  }

  /// The rows in which the field is known.
  private func fields(in recording: ReplayRecording) throws -> [Vector3] {
    guard recording.hasMagnetometer else {
      throw ToolFault("\(path): no columns mx, my, mz; a recording with a magnetometer is needed; nothing was written")
    }
    return (0..<recording.count).lazy.map { recording.magneticField($0) }
      .filter { !$0.x.isNaN && !$0.y.isNaN && !$0.z.isNaN }.map { Vector3($0.x, $0.y, $0.z) }
  }
}

extension CalibrationSample {
  /// A row of a recording as the chip gave it.
  init(_ recording: ReplayRecording, row: Int) {
    let sample = recording.sample(row)
    let (rate, force) = (sample.angularRate, sample.specificForce)
    self.init(
      timeNanoseconds: recording.nanoseconds(row), angularRate: Vector3(rate.x, rate.y, rate.z),
      specificForce: Vector3(force.x, force.y, force.z), temperatureCelsius: sample.temperatureCelsius)
  }
}

extension SimulatedSource.Chip {
  /// The part, wherever it sits.
  fileprivate var calibrated: CalibratedChip {
    switch self {
    case .mpu6050: CalibratedChip(.mpu6050)
    case .lsm6ds3: CalibratedChip(.lsm6ds3)
    case .lsm6ds3trc: CalibratedChip(.lsm6ds3trc)
    }
  }
}
