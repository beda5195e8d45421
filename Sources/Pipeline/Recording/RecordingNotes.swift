import JSON5

/// What the lines of a recording tell that are no rows.
struct RecordingNotes {
  /// What it says of itself; nil for a recording that is not ours.
  var header: RecordingHeader?
  private(set) var remarks: [String] = []

  /// - Parameters:
  ///   - notes: the lines that begin with #, without it.
  ///   - rows: how many rows were read.
  ///   - file: what errors call it.
  init(_ notes: [String], rows: Int, file: String) throws(ConfigurationError) {
    guard let first = notes.first, RecordingText.title.hasPrefix("#" + first.prefix(Self.titleCount)) else { return }
    var end: JSON5Object?
    var (lost, missed) = (0.0, 0.0)
    for note in notes.dropFirst() {
      if let text = Self.text(of: note, behind: RecordingText.headerMark) {
        header = try RecordingHeader(text, file: file)
      } else if let text = Self.text(of: note, behind: RecordingText.eventMark), let event = Self.object(text) {
        let count = event.number("count")
        switch event.values["event"] {
        case .string("samples_lost"): lost += count
        case .string("not_recorded"): missed += count
        default: break
        }
      } else if let text = Self.text(of: note, behind: RecordingText.endMark) {
        end = Self.object(text)
      }
    }
    guard header != nil else { throw .missingKey(file: file, key: "header") }
    if lost > 0 {
      let samples = lost == 1 ? "1 sample was" : "\(Int(lost)) samples were"
      remarks.append("\(file): \(samples) lost before recording; each gap is stated")
    }
    if missed > 0 {
      let samples = missed == 1 ? "1 sample is" : "\(Int(missed)) samples are"
      remarks.append("\(file): \(samples) missing because the disk was slow, so attitudes differ from there on")
    }
    guard let end else {
      remarks.append("\(file): ends without its closing line: \(rows) rows read")
      return
    }
    if Double(rows) != end.number("rows") {
      remarks.append("\(file): its closing line says \(Int(end.number("rows"))) rows, \(rows) are there")
    }
    if case .string(let reason)? = end.values["stopped"] { remarks.append("\(file): ended early: \(reason)") }
  }

  private static let titleCount = " imu-rt recording".count

  private static func text(of note: String, behind mark: String) -> String? {
    let line = "#" + note
    return line.hasPrefix(mark) ? String(line.dropFirst(mark.count)) : nil
  }

  /// The object that a line holds; nil where it is damaged, which costs no more than a remark.
  private static func object(_ text: String) -> JSON5Object? {
    do throws(JSON5Fault) {
      var reader = try JSON5Reader(Array(text.utf8))
      if case .object(let object) = try reader.document() { return object }
    } catch {}
    return nil
  }
}

extension JSON5Object {
  /// A count; 0 where there is none, or none that can be.
  fileprivate func number(_ key: String) -> Double {
    guard case .number(let number)? = values[key], number >= 0, number < 1e15 else { return 0 }
    return number
  }
}
