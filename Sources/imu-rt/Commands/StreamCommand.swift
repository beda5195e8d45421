import Dispatch
import Foundation
import Pipeline

/// `imu-rt stream`: the main job.
struct StreamCommand {
  static let help = """
    usage: imu-rt stream [options]

    Streams fused motion until the count, the duration or Ctrl-C, and says on standard error how it went.

    \(SourceOptions.help)
      --rate HZ            values a second, 10 to 100 (what lies outside is clamped)
      --control-loop HZ    values a second for a control loop, up to the chip's rate
      -n COUNT             stop after COUNT values
      --duration SECONDS   stop after SECONDS
      --format FORMAT      table, jsonl or csv (default: table on a terminal, else jsonl)
      --quiet              no notes and no summary
      --help               this text
    """

  private var source = SourceOptions()
  private var interval: UpdateInterval?
  private var count: Int?
  private var duration: Double?
  private var format: SampleFormat?
  private var isQuiet = false
  private var wantsHelp = false

  init(_ arguments: [String]) throws {
    var reader = ArgumentReader(arguments, command: "stream")
    while let argument = try reader.next() {
      switch argument {
      case "--rate":
        let hertz = try reader.number(of: argument, in: 0.001...1e6, unit: "Hz")
        interval = UpdateInterval(hertz: hertz)
      case "--control-loop":
        interval = .controlLoop(hertz: try reader.number(of: argument, in: 10...1e6, unit: "Hz"))
      case "-n": count = try reader.count(of: argument)
      case "--duration": duration = try reader.number(of: argument, in: 0.001...1e9, unit: "seconds")
      case "--format": format = try reader.choice(of: argument, from: SampleFormat.self)
      case "--quiet": isQuiet = true
      case "--help": wantsHelp = true
      default: guard try source.take(argument, from: &reader) else { throw reader.unknown(argument) }
      }
    }
  }

  func run() async throws {
    if wantsHelp { return try StandardOutput.write(Self.help + "\n") }
    let format = self.format ?? (StandardOutput.isTerminal ? .table : .jsonl)
    var configuration = try source.configuration()
    // A person follows ten rows a second; more only scroll by.
    let usual = format == .table ? UpdateInterval(hertz: 10) : configuration.updateInterval
    configuration.updateInterval = interval ?? usual
    let pipeline = MotionPipeline(configuration)
    let updates = pipeline.updates(capacity: 1024)
    let signals = Signals { pipeline.stop() }
    try pipeline.start()
    defer { pipeline.stop() }
    if let duration {
      DispatchQueue.global().asyncAfter(deadline: .now() + duration) { pipeline.stop() }
    }
    var session = StreamSession(format: format, isQuiet: isQuiet, pipeline: pipeline)
    do {
      try session.begin()
      for await update in updates {
        try session.take(update)
        if let count, session.printed >= count { break }
      }
    } catch is StandardOutput.Closed {
      // Whoever read has seen enough, as `head` does.
    }
    session.end(unprinted: updates.dropped)
    withExtendedLifetime(signals) {}
  }
}
