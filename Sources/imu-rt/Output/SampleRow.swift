import Fusion

/// Values separated by commas, each behind its name where there are names, written straight into one string: a row a sample is
/// what the tool does most.
struct SampleRow {
  private(set) var text = ""
  private let names: [String]?
  private var count = 0

  init(names: [String]?) {
    self.names = names
    text.reserveCapacity(1024)
  }

  mutating func add(_ value: some TextOutputStreamable) {
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
    text += names == nil ? word : "\"\(word)\""
  }

  private mutating func begin() {
    if count > 0 { text += "," }
    if let names { text += "\"" + names[count] + "\":" }
    count += 1
  }
}
