import JSON5

/// One object of a fault script, read key by key. A key that nobody asked for is an error in the end.
struct FaultScriptSection {
  let file: String
  /// Path of the object, such as "faults[2]."; empty at the top.
  private let prefix: String
  private let object: JSON5Object
  private var known: [String] = []

  init(file: String, prefix: String, object: JSON5Object) {
    self.file = file
    self.prefix = prefix
    self.object = object
  }

  /// Whether a key is there.
  func has(_ key: String) -> Bool { object.values[key] != nil }

  mutating func number(_ key: String, in range: ClosedRange<Double>) throws(FaultScriptError) -> Double? {
    guard let value = take(key) else { return nil }
    guard case .number(let number) = value, range.contains(number) else {
      throw bad(key, "a number from \(range.lowerBound) to \(range.upperBound)")
    }
    return number
  }

  mutating func integer(_ key: String, in range: ClosedRange<Int>) throws(FaultScriptError) -> Int? {
    guard let value = take(key) else { return nil }
    guard case .number(let number) = value, let integer = Int(exactly: number), range.contains(integer) else {
      throw bad(key, "a whole number from \(range.lowerBound) to \(range.upperBound)")
    }
    return integer
  }

  mutating func bool(_ key: String) throws(FaultScriptError) -> Bool? {
    guard let value = take(key) else { return nil }
    guard case .bool(let bool) = value else { throw bad(key, "true or false") }
    return bool
  }

  mutating func choice<Choice: RawRepresentable & CaseIterable>(
    _ key: String, of type: Choice.Type
  ) throws(FaultScriptError) -> Choice? where Choice.RawValue == String {
    guard let value = take(key) else { return nil }
    guard case .string(let string) = value, let choice = Choice(rawValue: string) else {
      throw bad(key, Self.names(of: type))
    }
    return choice
  }

  /// A list of objects.
  mutating func sections(_ key: String, limit: Int) throws(FaultScriptError) -> [FaultScriptSection]? {
    guard let value = take(key) else { return nil }
    guard case .array(let items) = value, items.count <= limit else {
      throw bad(key, "a list of at most \(limit) objects")
    }
    var sections: [FaultScriptSection] = []
    for (index, item) in items.enumerated() {
      let name = "\(prefix)\(key)[\(index)]"
      guard case .object(let object) = item else {
        throw .badValue(
          file: file, line: self.object.line(of: key), key: name, value: item.text, allowed: "an object, { ... }")
      }
      sections.append(FaultScriptSection(file: file, prefix: "\(name).", object: object))
    }
    return sections
  }

  func bad(_ key: String, _ allowed: String) -> FaultScriptError {
    .badValue(
      file: file, line: object.line(of: key), key: prefix + key, value: object.values[key]?.text ?? "missing",
      allowed: allowed)
  }

  func missing(_ key: String, _ allowed: String) -> FaultScriptError {
    .missingKey(file: file, line: object.line, key: prefix + key, allowed: allowed)
  }

  /// Refuses whatever has not been asked for.
  func finish() throws(FaultScriptError) {
    guard let stray = object.values.keys.sorted().first(where: { !known.contains($0) }) else { return }
    throw .unknownKey(file: file, line: object.line(of: stray), key: prefix + stray, allowed: known)
  }

  static func names<Choice: RawRepresentable & CaseIterable>(of type: Choice.Type) -> String
  where Choice.RawValue == String {
    Choice.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: ", ")
  }

  private mutating func take(_ key: String) -> JSON5Value? {
    known.append(key)
    return object.values[key]
  }
}
