import Fusion
import IMUDrivers
import Pipeline

/// One sensor of a run of `stream`, with what is said about it.
struct StreamedSensor {
  /// What it is called in the output; nil where it is the only one.
  let name: String?
  let pipeline: MotionPipeline
  /// Why it could not be started; nil when it runs.
  let failure: String?
  /// What was found; nil when it was not started, or stopped meanwhile.
  let found: SensorDescription?
  /// Values printed of this sensor.
  var printed = 0
  /// The last of them.
  var last: MotionSample?
  /// What was left out because output was slow and has been told in its place.
  var toldMissing: UInt64 = 0
  /// Values that a pipe had no room for, and those of them that no event has told of yet.
  private var leftOut: (all: UInt64, untold: UInt64) = (0, 0)
  /// Whether its chip is lost at present.
  var isLost = false
  /// Whether values of it may be expected.
  var mayGoOn: Bool { found != nil && !isLost }
  private(set) var counters = PipelineCounters()

  init(name: String?, pipeline: MotionPipeline, failure: String?) {
    self.name = name
    self.pipeline = pipeline
    self.failure = failure
    found = pipeline.sensor
  }

  /// Keeps the counters as they stand, or stood at the stop.
  mutating func lookAtCounters() {
    if let latest = pipeline.counters ?? pipeline.countersAtStop { counters = latest }
  }

  /// What a pipe had no room for since the last value in it; nil where it had room for all.
  var leftOutEvent: PipelineEvent? { leftOut.untold > 0 ? notDelivered(leftOut.untold) : nil }

  /// Counts a value that a pipe had no room for.
  mutating func leaveOut() { leftOut = (leftOut.all + 1, leftOut.untold + 1) }

  /// What was left out has been told.
  mutating func tellLeftOut() { leftOut.untold = 0 }

  /// What was left out at the end; nil where nothing was.
  var missingAtEnd: PipelineEvent? {
    let missing = counters.undelivered - min(toldMissing, counters.undelivered) + leftOut.untold
    return missing > 0 ? notDelivered(missing) : nil
  }

  private func notDelivered(_ count: UInt64) -> PipelineEvent {
    PipelineEvent(
      kind: .notDelivered(count: count), timeNanoseconds: last?.timeNanoseconds ?? 0, sequence: last?.sequence ?? 0)
  }

  /// What makes the run a fault: no sample came, or the chip was lost when the run ended by itself. Nil where neither is so, or the start
  /// failed. Known behind the stop.
  ///
  /// - Parameter delivered: samples that were handed on.
  func fault(delivered: Int) -> String? {
    guard failure == nil else { return nil }
    guard let found else { return "no sample came: stopped before the chip was started" }
    let reason = pipeline.faultReasonAtStop
    guard delivered + Int(clamping: leftOut.all) > 0 else {
      let failures = counters.failedTransfers == 0 ? "" : ", and \(counters.failedTransfers) transfers failed"
      return "\(found.place): no sample came" + (reason.map { ": \($0)" } ?? " before the end\(failures)")
    }
    // Relaxed: partner of the store in Signals.
    guard !Ending.isBySignal.load(ordering: .relaxed) else { return nil }
    return reason.map { "\(found.place): the chip was lost when the run ended: \($0)" }
  }

  /// Writes a line to standard error, behind the sensor's name where it has one.
  func say(_ text: String) { note((name.map { "\($0): " } ?? "") + text) }

  /// What was found, and what the sensor can't do.
  ///
  /// - Parameter wantedHertz: the rate that was asked for; nil when none was.
  func introduction(wantedHertz: Double?) -> [String] {
    guard let found else { return [] }
    let hertz = found.active.sampleRateHertz
    let edges = (found.usesFIFO ? "FIFO, " : "") + (found.line.map { "edges from \($0)" } ?? "polled")
    var lines = ["\(found.variant.name) at \(found.place), \(hertz) Hz, \(edges)"]
    if !found.variant.isExact {
      lines.append(
        "not one of the chips imu-rt is made for: WHO_AM_I \(hex(found.variant.identity)), read by the table of "
          + "\(found.variant.name) (FIFO \(found.variant.fifoBytes) bytes, temperature word / "
          + "\(found.variant.temperature.divisor) + \(found.variant.temperature.offset))")
    }
    if let text = rateNote(chipHertz: hertz, wantedHertz: wantedHertz) { lines.append(text) }
    for detector in pipeline.unavailableDetectors.names {
      lines.append(
        "\(detector): can't be found at \(hertz) Hz; it needs \(TapDetector.leastRateHertz) Hz: "
          + "raise sampleRate in the configuration")
    }
    return lines
  }

  /// How it went.
  ///
  /// - Parameter outcome: what came of the samples; nil tells how many values were printed.
  func summary(outcome: String? = nil) -> [String] {
    if let failure { return ["not started: \(failure)"] }
    guard let found else { return [] }
    let printing = "printed \(printed), not printed because output was slow \(counters.undelivered + leftOut.all)"
    return Summary.lines(counters, sensor: found, outcome: outcome ?? printing)
  }

  /// Why fewer values come than were asked for; nil when the wish is met.
  private func rateNote(chipHertz: Double, wantedHertz: Double?) -> String? {
    guard let wantedHertz else { return nil }
    let given = pipeline.updateInterval.hertz
    if given > chipHertz {
      return "the chip gives \(chipHertz) Hz, so no more comes out; raise sampleRate in the configuration"
    }
    return given < wantedHertz ? "the rate is clamped to \(given) Hz; a control loop asks with --control-loop" : nil
  }
}
