import Fusion
import IMUDrivers
import Pipeline

/// One sensor of a report: set up and read back, recorded, tested.
struct SensorReport {
  /// Bus and address.
  let place: String
  private(set) var checks: [Check] = []
  /// What was measured, in lines; empty where nothing was recorded.
  private var figures: [String] = []
  /// The registers, a line each; empty where the chip could not be set up.
  private var registers: [String] = []

  private let asked: PipelineConfiguration
  private let configuration: PipelineConfiguration
  private let name: String
  private let path: String
  private var recording: SensorRecording?
  private var isSetUp = false

  /// - Parameters:
  ///   - asked: as file and options have it.
  ///   - configuration: the same, with simulated chips where they are.
  ///   - name: what its files are called by, in front of their own names; empty for the only sensor.
  ///   - path: where its recording goes.
  init(_ asked: PipelineConfiguration, as configuration: PipelineConfiguration, name: String, path: String) {
    var (asked, configuration) = (asked, configuration)
    // From the FIFO a sample's time is reckoned; what is wanted is the time of an edge of its own, where the rate allows for it.
    if asked.readout == .automatic, asked.sensor.sampleRateHertz <= Readout.fifoAboveHertz {
      (asked.readout, configuration.readout) = (.registers, .registers)
    }
    (self.asked, self.configuration, self.name, self.path) = (asked, configuration, name, path)
    place =
      switch asked.source {
      case .hardware(let hardware): "\(hardware.bus) address \(hex(hardware.address))"
      case .simulated(let simulated):
        "\(simulated.bus) address \(hex(simulated.address ?? simulated.chip.family.addresses[0]))"
      case .custom(let bus, let address, _): "\(bus.name) address \(hex(address))"
      }
  }

  var isSimulated: Bool { if case .hardware = asked.source { false } else { true } }
  var isRecording: Bool { recording != nil }
  /// The bus that its chip is on; nil for a simulated one.
  var bus: String? { if case .hardware(let hardware) = asked.source { hardware.bus } else { nil } }
  /// The files that the user named.
  var namedFiles: [String] {
    guard case .simulated(let simulated) = asked.source else { return [asked.calibrationPath].compactMap(\.self) }
    return [asked.calibrationPath, simulated.faultScriptPath].compactMap(\.self)
  }

  /// Sets the chip up, reads it back, and puts it to sleep again.
  ///
  /// - Parameter reported: what was found before: a fault of bus or chip is reported once.
  mutating func readSetUp(reported: [Check]) {
    guard !isLineBusy else {
      return add("not measured", .warning(remedy: "its line is in use, so another program has the chip; stop it first"))
    }
    do throws(PipelineError) {
      let reading = try configuration.readSetUp()
      isSetUp = true
      let variant = reading.sensor.variant
      registers = ["\(variant.name) at \(place), WHO_AM_I \(hex(variant.identity))", "register  expected  found"]
      registers += reading.registers.map {
        hex($0.register).padded(to: 10) + hex($0.expected).padded(to: 10) + ($0.found.map(hex) ?? "not read")
      }
      let shortest = reading.registers.map(\.nanoseconds).min() ?? 0
      if !isSimulated { registers.append("shortest read of one register: \(shortest / 1000) us (39 bit times)") }
      let wrong = reading.registers.filter { $0.found != $0.expected }.map { hex($0.register) }
      add(
        "\(reading.registers.count) registers read back",
        wrong.isEmpty
          ? .good
          : .fault(
            remedy: "\(wrong.joined(separator: ", ")) not as written; check wiring and supply, then power-cycle"))
    } catch {
      let remedy = error.description.dropping(prefix: "\(place): ")
      guard !reported.contains(where: { $0.isFault && $0.text.contains(remedy) }) else { return }
      add("set-up", .fault(remedy: remedy))
    }
  }

  /// Whether another program holds the chip's line. To set the chip up anew would take it out of that program's hands.
  private var isLineBusy: Bool {
    guard case .hardware(let hardware) = configuration.source, let line = hardware.interrupt else { return false }
    do throws(GPIOLineError) { _ = try GPIOLine(chip: line.chip, line: line.line) } catch {
      if case .busy = error { return true }
    }
    return false
  }

  /// Begins to record; left out where the chip could not be set up.
  mutating func startRecording() {
    guard isSetUp else { return }
    do throws(PipelineError) {
      let recording = try SensorRecording(configuration, path: path)
      if let fault = recording.lineFault { add("recording", .warning(remedy: "polled, without its line: \(fault)")) }
      self.recording = recording
    } catch { add("recording", .fault(remedy: error.description.dropping(prefix: "\(place): "))) }
  }

  /// Ends the recording; nil where there is none.
  func stopRecording() -> SensorRecording.Outcome? { recording?.stop() }

  /// Judges the recording, once all have ended.
  mutating func judge(_ outcome: SensorRecording.Outcome?) {
    guard let recording, let outcome else { return }
    let sensor = recording.sensor
    figures = [
      "\(sensor.variant.name) at \(place), WHO_AM_I \(hex(sensor.variant.identity))",
      "set to \(sensor.active.sampleRateHertz) Hz; gyroscope \(sensor.active.gyroscopeRange) deg/s, "
        + "\(sensor.active.gyroscopeBandwidthHertz) Hz; accelerometer \(sensor.active.accelerometerRange) g, "
        + "\(sensor.active.accelerometerBandwidthHertz) Hz; read from the \(sensor.usesFIFO ? "FIFO" : "data registers")",
      "",
    ]
    figures += Summary.lines(outcome.counters, sensor: sensor, outcome: "recorded \(outcome.report.rows) samples")
    judgeLosses(outcome)
    if outcome.report.rows > 0 { measure(recording) }
  }

  private mutating func judgeLosses(_ outcome: SensorRecording.Outcome) {
    let (counters, report) = (outcome.counters, outcome.report)
    let title = "recording: \(report.rows) samples"
    let counts =
      "lost \(counters.lost), failed transfers \(counters.failedTransfers), times without edges \(counters.pollingPeriods), "
      + "times faulted \(counters.faults); the recording's events say when and why"
    if let failure = report.failure {
      add(title, .fault(remedy: failure.description))
    } else if let loss = outcome.loss {
      add(title, .fault(remedy: "the chip is lost: \(loss.dropping(prefix: "\(place): ")); \(counts)"))
    } else if report.rows == 0 || counters.faults > 0 {
      add(title, .fault(remedy: "check wiring and supply; \(counts)"))
    } else if counters.lost > 0 || counters.failedTransfers > 0 || counters.pollingPeriods > 0 {
      add(title, .warning(remedy: counts))
    } else {
      add(title + ", none lost", .good)
    }
  }

  private mutating func measure(_ recording: SensorRecording) {
    figures += ["", recording.timeSource]
    let rows: ReplayRecording
    do throws(ReplayError) { rows = try ReplayRecording(path: path, isCorrected: false) } catch {
      return add("recording", .fault(remedy: error.description))
    }
    if let timing = SampleTiming(rows) {
      figures.append(timing.text(nominalHertz: recording.sensor.active.sampleRateHertz))
    }
    figures.append("")
    do throws(CalibrationRefusal) {
      let rest = try RestMeasurement(rows)
      figures += rest.lines
      add("at rest for \(rest.seconds.fixed(1)) s, noise and bias measured", .good)
    } catch {
      figures.append("noise and bias: not at rest: \(error)")
      add("noise and bias", .warning(remedy: "not at rest: \(error)"))
    }
  }

  /// Lets the chip test itself; left out where it could not be set up.
  mutating func runSelfTest() {
    guard isSetUp else { return }
    checks += SelfTestChecks.run(configuration, place: place)
  }

  /// Puts its files into an archive.
  func add(to archive: inout ReportArchive, from folder: ReportFolder, scrubber: PathScrubber) throws {
    func add(_ file: String, _ what: String, _ lines: [String]) {
      guard !lines.isEmpty else { return }
      archive.add(name + file, "\(place): \(what)", scrubber.scrubbed(lines.map { $0.singleLine + "\n" }.joined()))
    }
    add("figures.txt", "losses, data-ready period and jitter, noise and bias at rest", figures)
    add("registers.txt", "the set-up as written and as read back", registers)
    archive.add(
      name + "configuration.json5", "\(place): the configuration in force",
      scrubber.scrubbed(ConfigurationText.text(asked)))
    guard isRecording else { return }
    archive.add(
      name + "recording.csv", "\(place): every sample with its time, and what happened",
      try folder.contents(ofFile: path))
  }

  private mutating func add(_ title: String, _ outcome: Check.Outcome) {
    checks.append(Check(title: "\(place): \(title)", outcome: outcome))
  }
}
