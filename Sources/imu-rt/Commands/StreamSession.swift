import Pipeline

/// One run of `stream`: prints the updates of its sensors, and the summaries in the end.
struct StreamSession {
  /// Values printed, of all sensors.
  private(set) var printed = 0
  private let format: SampleFormat
  private let isQuiet: Bool
  private let wantedHertz: Double?
  private let count: Int?
  private var sensors: [StreamedSensor]
  private var row: SampleRow
  /// Where lines go; nil for standard output.
  private let pipe: NamedPipe?

  /// - Parameters:
  ///   - wantedHertz: the rate that was asked for; nil when none was.
  ///   - count: values to print of each sensor; nil for no end.
  ///   - sensors: one at least; each has a name where there are several.
  ///   - pipe: where lines go, JSON Lines only; nil for standard output.
  init(
    format: SampleFormat, isQuiet: Bool, wantedHertz: Double?, count: Int?, sensors: [StreamedSensor],
    pipe: NamedPipe? = nil
  ) {
    self.count = count
    self.pipe = pipe
    self.wantedHertz = wantedHertz
    self.format = format
    self.isQuiet = isQuiet
    self.sensors = sensors
    row = format.row(withSensor: sensors.count > 1)
  }

  /// Whether every sensor has printed its count. One that could not be started, or is lost while the others have theirs, is
  /// not waited for.
  var isComplete: Bool {
    guard let count else { return false }
    var isOneComplete = false
    for sensor in sensors {
      if sensor.printed >= count { isOneComplete = true } else if sensor.mayGoOn { return false }
    }
    return isOneComplete
  }

  /// What makes the run a fault, sensor by sensor.
  var faults: [String] {
    sensors.compactMap { sensor in
      sensor.fault(delivered: sensor.printed).map { (sensor.name.map { "\($0): " } ?? "") + $0 }
    }
  }

  private var header: String { format.header(withSensor: sensors.count > 1) }

  /// Says what was found, and prints the header.
  func begin() throws {
    var process: Set<String> = []
    for sensor in sensors where !isQuiet {
      for line in sensor.introduction(wantedHertz: wantedHertz) { sensor.say(line) }
      for entry in sensor.pipeline.realtimeReport?.entries ?? [] where !entry.isGranted {
        // What is refused to the process is refused to it once, however many sensors ask.
        if process.insert(entry.line).inserted { note(entry.line) }
      }
    }
    try print(header)
    // Each is asked once: a signal may stop a pipeline at any moment, and a lazy sequence asks again for what it has found.
    let now = sensors.compactMap(\.pipeline.nowNanoseconds).first ?? 0
    for sensor in sensors {
      guard let failure = sensor.failure else { continue }
      sensor.say("not started: \(failure)")
      guard format == .jsonl else { continue }
      try print(
        "{\"event\":\"start_failed\"\(sensorField(sensor.name)),\"time_ns\":\(now),\"reason\":\(failure.jsonText)}\n")
    }
  }

  /// Prints one update.
  ///
  /// - Parameter index: whose it is.
  mutating func take(_ update: MotionUpdate, from index: Int) throws {
    if case .sample(let sample) = update { return try take(sample, from: index) }
    sensors[index].lookAtCounters()
    let sensor = sensors[index]
    switch update {
    case .sample: break
    case .event(let event):
      switch event.kind {
      case .healthChanged(_, let health): sensors[index].isLost = health == .faulted
      case .notDelivered(let count): sensors[index].toldMissing += count
      default: break
      }
      if format == .jsonl { try print(event.jsonLine(sensor: sensor.name)) }
      // A pipe may have no reader at all.
      if format != .jsonl || pipe != nil, !isQuiet {
        sensor.say(event.text(place: sensor.found?.place ?? "", line: sensor.found?.line))
      }
    case .detected(let event):
      if format == .jsonl {
        try print(event.jsonLine(sensor: sensor.name))
      } else if !isQuiet {
        sensor.say(event.text)
      }
    }
  }

  private mutating func take(_ sample: MotionSample, from index: Int) throws {
    if let count, sensors[index].printed >= count { return }
    if format == .table, printed > 0, printed % 20 == 0 { try print(header) }
    format.write(sample, sensor: sensors[index].name, to: &row)
    if let pipe {
      // What had no room stands before what comes after it, and with it.
      let missing = sensors[index].leftOutEvent?.jsonLine(sensor: sensors[index].name) ?? ""
      guard try pipe.offer(missing + row.text) else { return sensors[index].leaveOut() }
      sensors[index].tellLeftOut()
    } else {
      try StandardOutput.write(row.text)
    }
    printed += 1
    sensors[index].printed += 1
    sensors[index].last = sample
  }

  /// Prints text that is no sample. A pipe without room for it goes without: standard error has it, too.
  private func print(_ text: String) throws {
    guard let pipe else { return try StandardOutput.write(text) }
    _ = try pipe.offer(text)
  }

  /// Says how it went.
  ///
  /// - Parameter isPrinting: whether output still takes something.
  mutating func end(isPrinting: Bool) {
    for index in sensors.indices { sensors[index].lookAtCounters() }
    // What is missing before the end has no value behind it that would bring it along.
    if isPrinting, format == .jsonl {
      for event in sensors.compactMap({ sensor in sensor.missingAtEnd.map { $0.jsonLine(sensor: sensor.name) } }) {
        do { try print(event) } catch { break }
      }
    }
    guard !isQuiet else { return }
    for sensor in sensors { for line in sensor.summary() { sensor.say(line) } }
  }
}

/// The field of a JSON line that says whose it is; nothing where there is only one sensor.
func sensorField(_ name: String?) -> String { name.map { ",\"sensor\":\"\($0)\"" } ?? "" }
