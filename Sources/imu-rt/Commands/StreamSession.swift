import Fusion
import Pipeline

/// One run of `stream`: prints updates, and the summary in the end.
struct StreamSession {
  private(set) var printed = 0
  private let format: SampleFormat
  private let isQuiet: Bool
  private let pipeline: MotionPipeline
  private let wantedHertz: Double?
  private let sensor: SensorDescription?
  private var counters = PipelineCounters()

  /// - Parameter wantedHertz: the rate that was asked for; nil when none was.
  init(format: SampleFormat, isQuiet: Bool, pipeline: MotionPipeline, wantedHertz: Double?) {
    self.wantedHertz = wantedHertz
    self.format = format
    self.isQuiet = isQuiet
    self.pipeline = pipeline
    sensor = pipeline.sensor
  }

  /// Says what was found, and prints the header.
  func begin() throws {
    if !isQuiet, let sensor {
      let edges = (sensor.usesFIFO ? "FIFO, " : "") + (sensor.line.map { "edges from \($0)" } ?? "polled")
      note("\(sensor.variant.name) at \(sensor.place), \(sensor.active.sampleRateHertz) Hz, \(edges)")
      if let text = rateNote(chipHertz: sensor.active.sampleRateHertz) { note(text) }
      for detector in pipeline.unavailableDetectors.names {
        note(
          "\(detector): can't be found at \(sensor.active.sampleRateHertz) Hz; it needs \(TapDetector.leastRateHertz) Hz: "
            + "raise sampleRate in the configuration")
      }
      for entry in pipeline.realtimeReport?.entries ?? [] where !entry.isGranted { note(entry.line) }
    }
    try StandardOutput.write(format.header)
  }

  /// Why fewer or more values come than were asked for; nil when the wish is met.
  private func rateNote(chipHertz: Double) -> String? {
    guard let wantedHertz else { return nil }
    let given = pipeline.updateInterval.hertz
    if given > chipHertz {
      return "the chip gives \(chipHertz) Hz, so no more comes out; raise sampleRate in the configuration"
    }
    if given < wantedHertz { return "the rate is clamped to \(given) Hz; a control loop asks with --control-loop" }
    return given > wantedHertz ? "the rate is clamped to \(given) Hz" : nil
  }

  /// Prints one update.
  mutating func take(_ update: MotionUpdate) throws {
    if let latest = pipeline.counters { counters = latest }
    switch update {
    case .sample(let sample):
      if format == .table, printed > 0, printed % 20 == 0 { try StandardOutput.write(format.header) }
      try StandardOutput.write(format.line(sample))
      printed += 1
    case .event(let event):
      if format == .jsonl {
        try StandardOutput.write(event.jsonLine)
      } else if !isQuiet {
        note(event.text(place: sensor?.place ?? "", line: sensor?.line))
      }
    case .detected(let event):
      if format == .jsonl { try StandardOutput.write(event.jsonLine) } else if !isQuiet { note(event.text) }
    }
  }

  /// Says how it went.
  mutating func end() {
    if let latest = pipeline.counters { counters = latest }
    guard !isQuiet else { return }
    guard let sensor else { return note("stopped before the chip was started") }
    for line in Summary.lines(counters, sensor: sensor, printed: printed) { note(line) }
  }
}
