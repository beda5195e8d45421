import Fusion

/// A line of values separated by commas, each behind its name where there are names. One row serves for a whole run, since its
/// memory does: a row a sample is what the tool does most.
struct SampleRow {
  private(set) var text = ""
  /// The name and the colon in front of each value in turn; nil where values have no names.
  private let labels: [String]?
  private var count = 0

  init(names: [String]?) {
    labels = names.map { $0.map { "\"\($0)\":" } }
    text.reserveCapacity(1024)
  }

  /// Begins a new line.
  mutating func clear() {
    text.removeAll(keepingCapacity: true)
    count = 0
  }

  mutating func add(_ value: Double) {
    begin()
    value.write(to: &text)
  }

  mutating func add(_ value: UInt64) {
    begin()
    text += String(value)
  }

  mutating func add(_ vector: Vector3) {
    add(vector.x)
    add(vector.y)
    add(vector.z)
  }

  /// A word, in quotation marks where values have names.
  mutating func addWord(_ word: String) {
    begin()
    if labels != nil { text += "\"" }
    text += word
    if labels != nil { text += "\"" }
  }

  /// Text as it is: what encloses the values.
  mutating func addText(_ characters: String) { text += characters }

  private mutating func begin() {
    if count > 0 { text += "," }
    if let labels { text += labels[count] }
    count += 1
  }
}
