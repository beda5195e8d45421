import Dispatch
import Fusion
import Pipeline

/// `imu-rt replay`: a recording through the filter, or through a simulated chip and the whole pipeline.
struct ReplayCommand: Command {
  static let name = "replay"
  static let help = """
    usage: imu-rt replay RECORDING.csv[.gz] --output FILE [options]

    Runs a recording in virtual time and writes one orientation for each of its rows: time_s,qw,qx,qy,qz.
    The recording is what record or stream wrote (csv or jsonl), or has the columns time_s, gx, gy, gz (rad/s),
    ax, ay, az (m/s^2, +9.81 on the axis that points up) and, for --9d, mx, my, mz (microtesla).

      --through PATH    chip (default): simulated registers, driver, ring and filter; filter: the filter alone
      --chip CHIP       mpu6050 (default), lsm6ds3 or lsm6ds3tr-c
      --fifo            reads the simulated chip in batches from its FIFO, instead of its data registers
      --9d              heading by the recording's magnetometer, which stands beside the simulated chip: x east, y north
      --units UNITS     what it is in, if not that: accelerometer=g,gyro=deg/s,time=ms; units are m/s2, g, mg;
                        rad/s, deg/s, mdeg/s; s, ms, us, ns; magnetometer=uT, nT, mG, G; counts/N (N of them to
                        1 g, deg/s, s, uT); with - in front for the other sign. What is named is not doubted.
      --sensor NAME     whose rows to take, of a stream of several sensors
      --output FILE     where to write; '-' is standard output
      --quiet           no summary
      --help, --version this text; the version
    """

  private enum Through: String, CaseIterable {
    case chip
    case filter
  }

  private var recordingPath: String?
  private var outputPath: String?
  private var through = Through.chip
  private var chip = SimulatedSource.Chip.mpu6050
  private var usesMagnetometer = false
  private var usesFIFO = false
  private var reading = RecordingOptions()
  private var isQuiet = false

  init(_ arguments: [String]) throws {
    var reader = ArgumentReader(arguments, command: "replay")
    while let argument = try reader.next() {
      switch argument {
      case "--through": through = try reader.choice(of: argument, from: Through.self)
      case "--chip": chip = try reader.choice(of: argument, from: SimulatedSource.Chip.self)
      case "--output": outputPath = try reader.value(of: argument)
      case "--units": try reading.takeUnits(from: &reader)
      case "--sensor": reading.sensor = try reader.value(of: argument)
      case "--9d": usesMagnetometer = true
      case "--fifo": usesFIFO = true
      case "--quiet": isQuiet = true
      default:
        guard !argument.hasPrefix("-"), recordingPath == nil else { throw reader.unknown(argument) }
        recordingPath = argument
      }
    }
  }

  func run() throws {
    guard let recordingPath else { throw UsageError("replay needs a recording; see 'imu-rt replay --help'") }
    guard let outputPath else { throw UsageError("replay needs --output FILE; '-' is standard output") }
    guard outputPath == "-" || !OutputFile.isSame(outputPath, recordingPath) else {
      throw UsageError("--output '\(outputPath)' is the recording itself; name another file")
    }
    guard !usesFIFO || through == .chip else {
      throw UsageError("--fifo is about the chip's FIFO; leave out --through filter")
    }
    let recording = try reading.open(recordingPath)
    let began = DispatchTime.now().uptimeNanoseconds
    let replay = Replay(recording, usesMagnetometer: usesMagnetometer, usesFIFO: usesFIFO)
    let result = try replay.run(through: through == .filter ? .filter : .chip(chip))
    let took = Double(DispatchTime.now().uptimeNanoseconds - began) * 1e-9
    guard result.missingRows < recording.count else {
      let reason =
        usesFIFO && recording.count < 10
        ? "too few for a batch of the FIFO; leave --fifo out" : "their values can't be a chip's; see --units"
      throw ToolFault(
        "\(recordingPath): none of its \(recording.count) rows gave a sample: \(reason). Nothing was written")
    }
    try write(result, of: recording, to: outputPath)
    guard !isQuiet else { return }
    for remark in recording.remarks { note(remark) }
    if recording.isStream {
      note(
        "\(recordingPath): written by imu-rt stream: bias added back to the rates, calibration and mounting already applied, "
          + "rows at the rate that was asked for; imu-rt record keeps every sample as the chip gave it")
    }
    if result.counters.clipped.total > 0 {
      note(
        "\(result.counters.clipped.total) values were at the end of the simulated chip's range (2000 deg/s, 16 g); "
          + "--through filter has none")
    }
    let length = recording.seconds(recording.count - 1) - recording.seconds(0)
    note(
      "\(recording.count) rows, \(length.fixed(1)) s of motion in \(took.fixed(2)) s "
        + "(x \((length / max(took, 1e-9)).fixed(0))); rows without a sample of their own: \(result.missingRows)")
  }

  private func write(_ result: Replay.Result, of recording: ReplayRecording, to path: String) throws {
    var text = "time_s,qw,qx,qy,qz\n"
    for (row, q) in result.orientations.enumerated() {
      text += "\(recording.seconds(row)),\(q.w),\(q.x),\(q.y),\(q.z)\n"
    }
    if path == "-" { return try StandardOutput.write(text) }
    try OutputFile.write(text, to: path)
  }
}
