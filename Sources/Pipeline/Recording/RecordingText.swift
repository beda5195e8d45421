import IMUDrivers

/// The text of a recording: CSV with a line for each sample, and lines that begin with # for all that is no sample. A prefix of it
/// is a recording, too; the last line tells a whole one.
struct RecordingText {
  /// What stands above everything, and tells a recording of ours.
  static let title =
    "# imu-rt recording: chip axes, uncorrected, rad/s and m/s^2 (+9.81 on the axis that points up); see docs/recording.md"
  static let headerMark = "# header "
  static let eventMark = "# event "
  static let endMark = "# end "

  static let columns = "time_s,gx,gy,gz,ax,ay,az,temperature_c,seq,time_ns"

  /// Lines that wait for the disk.
  private(set) var bytes: [UInt8] = []
  /// Rows among them.
  private(set) var rows: UInt64 = 0
  /// Rows and samples missed since the beginning.
  private(set) var allRows: UInt64 = 0
  private(set) var misses = RecordingMisses()

  private let scale: SampleScale
  private var firstNanoseconds: UInt64?
  private var lastNanoseconds: UInt64 = 0
  private var lastSequence: UInt64 = 0

  init(scale: SampleScale) { self.scale = scale }

  mutating func begin(_ header: RecordingHeader) {
    line(Self.title)
    line(Self.headerMark + header.json)
    line(Self.columns)
  }

  mutating func add(_ entry: RecordedEntry) {
    switch entry.content {
    case .sample(let raw, let sequence, let time): add(raw, sequence: sequence, timeNanoseconds: time)
    case .event(let event): line(Self.eventMark + event.jsonObject())
    case .missed(let missed): add(missed)
    }
  }

  /// Says what is missing here because the disk was slow.
  mutating func add(_ missed: RecordingMisses) {
    misses.add(missed)
    line(
      Self.eventMark
        + "{\"event\":\"not_recorded\",\"time_ns\":\(lastNanoseconds),\"after_seq\":\(lastSequence),"
        + "\"count\":\(missed.samples),\"events\":\(missed.events)}")
  }

  /// The line that tells a whole recording.
  ///
  /// - Parameter reason: why it ended early; nil where it was to end.
  mutating func end(reason: String?) {
    var fields = ["\"rows\":\(allRows)", "\"not_recorded\":\(misses.samples)"]
    if let reason { fields.append("\"stopped\":\(CalibrationWriter.quoted(reason))") }
    line(Self.endMark + "{" + fields.joined(separator: ",") + "}")
  }

  /// Takes what waits; it is written, or given up.
  mutating func take() -> [UInt8] {
    defer { (bytes, rows) = ([], 0) }
    return bytes
  }

  /// Takes back rows that did not reach the file.
  mutating func takeBack(rows: UInt64) { allRows -= rows }

  private mutating func add(_ raw: RawSample, sequence: UInt64, timeNanoseconds time: UInt64) {
    let sample = scale.scaled(raw)
    let (g, a) = (sample.angularRate, sample.specificForce)
    let values = "\(g.x),\(g.y),\(g.z),\(a.x),\(a.y),\(a.z),\(sample.temperatureCelsius),\(sequence),\(time)"
    guard let first = firstNanoseconds else {
      (firstNanoseconds, lastNanoseconds, lastSequence) = (time, time, sequence)
      return row("0," + values)
    }
    guard time > lastNanoseconds else {
      // The filter refuses it, too. As a row it would make the rest unreadable.
      return line(
        Self.eventMark
          + "{\"event\":\"not_later\",\"time_ns\":\(time),\"after_seq\":\(lastSequence),\"row\":\"\(values)\"}")
    }
    (lastNanoseconds, lastSequence) = (time, sequence)
    row(Self.seconds(time - first) + "," + values)
  }

  /// Nanoseconds as seconds, exactly.
  private static func seconds(_ nanoseconds: UInt64) -> String {
    let (seconds, rest) = nanoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
    let digits = String(rest)
    return "\(seconds)." + String(repeating: "0", count: 9 - digits.count) + digits
  }

  private mutating func row(_ text: String) {
    line(text)
    rows += 1
    allRows += 1
  }

  private mutating func line(_ text: String) {
    bytes.append(contentsOf: text.utf8)
    bytes.append(UInt8(ascii: "\n"))
  }
}
