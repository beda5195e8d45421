import Dispatch
import Pipeline

/// `imu-rt record`: a session to a file, from which `replay` makes the same attitudes again.
struct RecordCommand: Command {
  static let name = "record"
  static let help = """
    usage: imu-rt record FILE [options]

    Records every sample of the chip as it comes, at the chip's rate, until the count, the duration or Ctrl-C. The file
    is CSV that 'imu-rt replay FILE' reads; with '--through filter' it gives the same attitudes bit for bit. Lines that
    begin with # tell chip, set-up, calibration, events and gaps (docs/recording.md). It grows line by line, is made to
    reach the disk once a second, and is readable up to its last whole line whatever ends the program.

      FILE                 where to; a file that is there is not touched. '-' is standard output
      --force              replaces a file that is there, once the chip is running
    \(SourceOptions.help)
      --rate HZ            samples a second that the chip is set to, 10 to 1666 (default: as the configuration says, 200)
      --fifo, --registers  reads samples in batches from the chip's FIFO, or one by one from its registers
      --calibration FILE   the chip's calibration, kept in the recording; the rows stay uncorrected
      -n COUNT             stop after COUNT samples
      --duration SECONDS   stop after SECONDS
      --quiet              no notes and no summary
      --help, --version    this text; the version
    """

  /// Nobody looks at values, so that the slowest does: it wakes least.
  private static let interval = UpdateInterval(hertz: 10)

  private var path: String?
  private var isReplacing = false
  private var source = SourceOptions()
  private var sampleRateHertz: Double?
  private var readout: Readout?
  private var calibrationPath: String?
  private var count: Int?
  private var duration: Double?
  private var isQuiet = false

  init(_ arguments: [String]) throws {
    var reader = ArgumentReader(arguments, command: "record")
    while let argument = try reader.next() {
      switch argument {
      case "--force": isReplacing = true
      case "--rate": sampleRateHertz = try reader.number(of: argument, in: 10...1666, unit: "Hz")
      case "--fifo", "--registers": readout = try reader.readout(argument, besides: readout)
      case "--calibration": calibrationPath = try reader.value(of: argument)
      case "-n": count = try reader.count(of: argument)
      case "--duration": duration = try reader.number(of: argument, in: 0.001...1e9, unit: "seconds")
      case "--quiet": isQuiet = true
      default:
        if try source.take(argument, from: &reader) { continue }
        guard argument == "-" || !argument.hasPrefix("-"), path == nil else { throw reader.unknown(argument) }
        path = argument
      }
    }
  }

  func run() async throws {
    guard let path else { throw UsageError("record needs a file to write; see 'imu-rt record --help'") }
    var configuration = try configuration()
    let (ends, end) = AsyncStream<Void>.makeStream()
    let stop: @Sendable () -> Void = {
      Ending.begin()
      end.yield()
    }
    // Before there is a file: whatever comes from now on finds it whole.
    let signals = Signals(onStop: stop)
    let recorder: SessionRecorder
    do {
      recorder = try SessionRecorder(
        path, replacing: isReplacing, rowLimit: count.map { UInt64($0) }, configurationPath: source.path,
        whenOver: { end.yield() })
    } catch { throw ToolFault(error.description) }
    configuration.recorder = recorder
    let pipeline = MotionPipeline(configuration)
    let notes = RecordNotes(isQuiet: isQuiet)
    let subscription = pipeline.subscribeOnDeliveryThread(interval: Self.interval) { notes.take($0) }
    defer { pipeline.stop() }
    do { try pipeline.start() } catch {
      recorder.abandon()
      throw error
    }
    let sensor = StreamedSensor(name: nil, pipeline: pipeline, failure: nil)
    notes.begin(sensor)
    if let duration { DispatchQueue.global().asyncAfter(deadline: .now() + duration, execute: stop) }
    // Relaxed: partner of the store in Ending.begin().
    if !Ending.hasBegun.load(ordering: .relaxed) { for await _ in ends { break } }
    pipeline.stop()
    withExtendedLifetime((signals, subscription)) {}
    try finish(recorder, sensor)
  }

  private func configuration() throws -> PipelineConfiguration {
    var configuration = try source.configuration()
    if let sampleRateHertz { configuration.sensor.sampleRateHertz = sampleRateHertz }
    if let readout { configuration.readout = readout }
    if let calibrationPath { configuration.calibrationPath = calibrationPath }
    configuration.updateInterval = Self.interval
    return configuration
  }

  /// Says how it went.
  ///
  /// - Throws: why the recording ended early.
  private func finish(_ recorder: SessionRecorder, _ sensor: StreamedSensor) throws {
    let report = recorder.report
    var sensor = sensor
    sensor.lookAtCounters()
    if !isQuiet {
      let missed = report.misses.isNone ? "" : " and \(report.misses.events) events"
      let outcome =
        "recorded \(report.rows) samples, not recorded because the disk was slow \(report.misses.samples)\(missed)"
      for line in sensor.summary(outcome: outcome) { note(line) }
    }
    switch report.failure {
    case .closed: throw StandardOutput.Closed()
    case .removed?: throw ToolFault(report.failure?.description ?? "")
    case let failure?: throw ToolFault("\(failure); \(report.rows) samples are in the recording")
    case nil where !report.isFinished: throw ToolFault("the disk holds \(recorder.path) up: its end may be missing")
    case nil: if let fault = sensor.fault(delivered: Int(clamping: report.rows)) { throw ToolFault(fault) }
    }
  }
}
