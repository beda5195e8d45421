import Dispatch
import Fusion
import Pipeline

/// `imu-rt stream`: the main job.
struct StreamCommand: Command {
  static let name = "stream"
  static let help = """
    usage: imu-rt stream [options]

    Streams fused motion until the count, the duration or Ctrl-C, and says on standard error how it went.

    \(SourceOptions.help)
      --rate HZ            values a second, from 0.001 to 100 (more is clamped); 0.1 is one in ten seconds
      --control-loop HZ    values a second for a control loop, up to the chip's rate
      --fifo, --registers  read samples in batches from the chip's FIFO, or one by one from its registers
                           (default: FIFO above 200 Hz; or as the configuration says)
      -n COUNT             stop after COUNT values (of each sensor, where there are several)
      --duration SECONDS   stop after SECONDS
      --format FORMAT      table, jsonl or csv (default: table on a terminal, else jsonl)
      --pipe PATH          JSON Lines into a named pipe, which is made if it is not there, instead of standard output: for
                           whoever reads it. Nobody need: what has no room is left out and counted. Events are said on
                           standard error, too
      --detect LIST        also tells what is found in the motion: shake, tap, fall, step, orientation (with commas), or all
      --quiet              no notes and no summary
      --help, --version    this text; the version

    With several sensors (a configuration with 'sensors', or --chip with commas) every value and event carries the field
    'sensor'. One that can't be started, or delivers nothing, is told, the others run, and the status at the end is 1.
    """

  private var source = SourceOptions()
  private var interval: UpdateInterval?
  /// The rate as it was asked for, before any clamping.
  private var wantedHertz: Double?
  private var readout: Readout?
  private var count: Int?
  private var duration: Double?
  private var format: SampleFormat?
  private var pipePath: String?
  private var detectors: DetectorSelection = []
  private var isQuiet = false

  init(_ arguments: [String]) throws {
    var reader = ArgumentReader(arguments, command: "stream")
    while let argument = try reader.next() {
      switch argument {
      case "--rate":
        let hertz = try reader.number(of: argument, in: 0.001...1e6, unit: "Hz")
        interval = UpdateInterval(hertz: hertz)
        wantedHertz = hertz
      case "--control-loop":
        let hertz = try reader.number(of: argument, in: 10...1e6, unit: "Hz")
        interval = .controlLoop(hertz: hertz)
        wantedHertz = hertz
      case "--fifo", "--registers": readout = try reader.readout(argument, besides: readout)
      case "-n": count = try reader.count(of: argument)
      case "--duration": duration = try reader.number(of: argument, in: 0.001...1e9, unit: "seconds")
      case "--format": format = try reader.choice(of: argument, from: SampleFormat.self)
      case "--pipe": pipePath = try reader.value(of: argument)
      case "--detect": detectors = try reader.detectors(of: argument)
      case "--quiet": isQuiet = true
      default: guard try source.take(argument, from: &reader) else { throw reader.unknown(argument) }
      }
    }
    if pipePath != nil, let format, format != .jsonl {
      throw UsageError("--pipe writes JSON Lines; leave out --format \(format.rawValue)")
    }
  }

  func run() async throws {
    let format = self.format ?? (pipePath == nil && StandardOutput.isTerminal ? .table : .jsonl)
    let pipe = try pipePath.map { try NamedPipe($0) }
    let pipelines = try PipelineConfiguration.onSharedBoards(try source.configurations())
      .map { MotionPipeline(adjusted($0, to: format)) }
    let printer = StreamPrinter()
    let subscriptions = pipelines.enumerated().map { index, pipeline in
      pipeline.subscribeOnDeliveryThread(detecting: detectors) { printer.take($0, from: index) }
    }
    let stop: @Sendable () -> Void = {
      Ending.begin()
      printer.stop()
      for pipeline in pipelines { pipeline.stop() }
    }
    let signals = Signals(onStop: stop)
    defer { for pipeline in pipelines { pipeline.stop() } }
    let sensors = try start(pipelines)
    if let duration { DispatchQueue.global().asyncAfter(deadline: .now() + duration, execute: stop) }
    printer.begin(
      StreamSession(
        format: format, isQuiet: isQuiet, wantedHertz: wantedHertz, count: count, sensors: sensors, pipe: pipe))
    do { try await printer.waitForEnd() } catch is StandardOutput.Closed {
      // Whoever read has seen enough, as `head` does.
    }
    // Before the summary, whose counters are those of the stop: an output that is stuck shows none later than its own.
    for pipeline in pipelines { pipeline.stop() }
    let faults = printer.finish()
    withExtendedLifetime((signals, subscriptions)) {}
    let failures = sensors.compactMap { sensor in sensor.failure.map { "\(sensor.name ?? ""): not started: \($0)" } }
    if let first = (failures + faults).first { throw ToolFault(first) }
  }

  /// The configuration with what the options say.
  private func adjusted(_ configuration: PipelineConfiguration, to format: SampleFormat) -> PipelineConfiguration {
    var configuration = configuration
    // A person follows ten rows a second; more only scroll by.
    let usual = format == .table ? UpdateInterval(hertz: 10) : configuration.updateInterval
    configuration.updateInterval = interval ?? usual
    if let readout { configuration.readout = readout }
    return configuration
  }

  /// Starts every sensor, one after the other. One that can't be started does not keep the others from running.
  ///
  /// - Throws: why none could be started.
  private func start(_ pipelines: [MotionPipeline]) throws -> [StreamedSensor] {
    guard pipelines.count > 1 else {
      try pipelines[0].start()
      stopIfAskedFor(pipelines)
      return [StreamedSensor(name: nil, pipeline: pipelines[0], failure: nil)]
    }
    let failures = pipelines.map { pipeline -> PipelineError? in
      // Relaxed: as in stopIfAskedFor(_:).
      guard !Ending.hasBegun.load(ordering: .relaxed) else { return nil }
      do throws(PipelineError) { try pipeline.start() } catch { return error }
      return nil
    }
    stopIfAskedFor(pipelines)
    let sensors = zip(pipelines, failures).map { pipeline, failure in
      StreamedSensor(name: pipeline.configuration.name, pipeline: pipeline, failure: failure?.description)
    }
    guard failures.contains(where: { $0 == nil }) else {
      for sensor in sensors { sensor.say("not started: \(sensor.failure ?? "")") }
      throw ToolFault("none of the \(sensors.count) sensors could be started")
    }
    return sensors
  }

  /// A stop that came before the start had nothing to stop.
  private func stopIfAskedFor(_ pipelines: [MotionPipeline]) {
    // Relaxed: partner of the store in Ending.begin().
    if Ending.hasBegun.load(ordering: .relaxed) { for pipeline in pipelines { pipeline.stop() } }
  }
}
