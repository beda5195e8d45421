/// An object of a JSON5 text: its values by key, and the lines on which they stand.
///
/// Two objects are equal when their values are, wherever they stand.
package struct JSON5Object: Equatable, ExpressibleByDictionaryLiteral {
  package private(set) var values: [String: JSON5Value] = [:]
  /// The line of the opening brace, counted from 1.
  package let line: Int
  private var lines: [String: Int] = [:]

  init(line: Int) { self.line = line }

  package init(dictionaryLiteral elements: (String, JSON5Value)...) {
    self.init(line: 1)
    for (key, value) in elements { _ = add(value, forKey: key, line: 1) }
  }

  /// The line of a key; that of the object for a key that it does not have.
  package func line(of key: String) -> Int { lines[key] ?? line }

  /// - Returns: false for a key that is there already.
  mutating func add(_ value: JSON5Value, forKey key: String, line: Int) -> Bool {
    guard values.updateValue(value, forKey: key) == nil else { return false }
    lines[key] = line
    return true
  }

  package static func == (left: JSON5Object, right: JSON5Object) -> Bool { left.values == right.values }
}
