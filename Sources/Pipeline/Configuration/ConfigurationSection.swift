import JSON5

/// One object of a configuration file, read key by key. A key that nobody asked for is an error in the end.
struct ConfigurationSection {
  let file: String
  /// Path of the object, such as "interrupt."; empty at the top.
  private let prefix: String
  private let object: JSON5Object
  /// An object of the whole file that stands in for keys this one does not have; nil for none.
  private let shared: JSON5Object?
  private var known: [String] = []
  /// Keys that belong to the shared object alone.
  private let sharedKeys: [String]

  init(
    file: String, prefix: String, object: JSON5Object, shared: JSON5Object? = nil, sharedKeys: [String] = []
  ) {
    self.file = file
    self.prefix = prefix
    self.object = object
    self.shared = shared
    self.sharedKeys = sharedKeys
  }

  /// A number within bounds; nil when the key is absent.
  mutating func number(_ key: String, in range: ClosedRange<Double>) throws(ConfigurationError) -> Double? {
    guard let value = take(key) else { return nil }
    guard case .number(let number) = value, range.contains(number) else {
      throw bad(key, value, "a number from \(short(range.lowerBound)) to \(short(range.upperBound))")
    }
    return number
  }

  /// A whole number within bounds.
  mutating func integer(_ key: String, in range: ClosedRange<Int>) throws(ConfigurationError) -> Int? {
    guard let value = take(key) else { return nil }
    guard case .number(let number) = value, let integer = Int(exactly: number), range.contains(integer) else {
      throw bad(key, value, "a whole number from \(range.lowerBound) to \(range.upperBound)")
    }
    return integer
  }

  /// One of some whole numbers.
  mutating func integer(
    _ key: String, oneOf choices: [Int], asText: (Int) -> String = { "\($0)" }
  ) throws(ConfigurationError) -> Int? {
    guard let value = take(key) else { return nil }
    guard case .number(let number) = value, let integer = Int(exactly: number), choices.contains(integer) else {
      throw bad(key, value, choices.map(asText).joined(separator: ", "))
    }
    return integer
  }

  mutating func bool(_ key: String) throws(ConfigurationError) -> Bool? {
    guard let value = take(key) else { return nil }
    guard case .bool(let bool) = value else { throw bad(key, value, "true or false") }
    return bool
  }

  mutating func string(_ key: String) throws(ConfigurationError) -> String? {
    guard let value = take(key) else { return nil }
    guard case .string(let string) = value, !string.isEmpty else { throw bad(key, value, "a text") }
    return string
  }

  /// A text that the object must have itself.
  mutating func ownString(_ key: String) throws(ConfigurationError) -> String? {
    known.append(key)
    guard let value = object.values[key], value != .null else { return nil }
    guard case .string(let string) = value, !string.isEmpty else { throw bad(key, value, "a text") }
    return string
  }

  /// One of an enumeration's names.
  mutating func choice<Choice: RawRepresentable & CaseIterable>(
    _ key: String, of type: Choice.Type
  ) throws(ConfigurationError) -> Choice? where Choice.RawValue == String {
    guard let value = take(key) else { return nil }
    guard case .string(let string) = value, let choice = Choice(rawValue: string) else {
      throw bad(key, value, Choice.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: ", "))
    }
    return choice
  }

  /// Three texts.
  mutating func triple(_ key: String, allowed: String) throws(ConfigurationError) -> (String, String, String)? {
    guard let value = take(key) else { return nil }
    guard case .array(let items) = value, items.count == 3, case .string(let a) = items[0],
      case .string(let b) = items[1], case .string(let c) = items[2]
    else { throw bad(key, value, allowed) }
    return (a, b, c)
  }

  /// A list of so many numbers within bounds.
  mutating func numbers(
    _ key: String, count: Int, in range: ClosedRange<Double>
  ) throws(ConfigurationError) -> [Double]? {
    guard let value = take(key) else { return nil }
    let items: [JSON5Value] = if case .array(let items) = value { items } else { [] }
    let numbers = items.compactMap { if case .number(let number) = $0, range.contains(number) { number } else { nil } }
    guard items.count == count, numbers.count == count else {
      throw bad(key, value, "\(count) numbers from \(short(range.lowerBound)) to \(short(range.upperBound))")
    }
    return numbers
  }

  /// A nested object; nil when absent or null.
  mutating func section(_ key: String) throws(ConfigurationError) -> ConfigurationSection? {
    guard let value = take(key) else { return nil }
    guard case .object(let object) = value else { throw bad(key, value, "an object, or null") }
    return ConfigurationSection(file: file, prefix: "\(path(of: key)).", object: object)
  }

  func bad(_ key: String, _ value: String, _ allowed: String) -> ConfigurationError {
    .badValue(file: file, key: path(of: key), value: value, allowed: allowed)
  }

  /// A key with the objects it is in.
  private func path(of key: String) -> String {
    object.values[key] == nil && shared?.values[key] != nil ? key : prefix + key
  }

  func missing(_ key: String) -> ConfigurationError { .missingKey(file: file, key: prefix + key) }

  /// Refuses whatever has not been asked for.
  func finish() throws(ConfigurationError) {
    if let stray = object.values.keys.sorted().first(where: { !known.contains($0) }) {
      throw .unknownKey(file: file, key: prefix + stray, allowed: known)
    }
    let common = known.filter { $0 != "name" } + sharedKeys
    if let stray = shared?.values.keys.sorted().first(where: { !common.contains($0) }) {
      throw .unknownKey(file: file, key: stray, allowed: common)
    }
  }

  private func bad(_ key: String, _ value: JSON5Value, _ allowed: String) -> ConfigurationError {
    bad(key, value.text, allowed)
  }

  private mutating func take(_ key: String) -> JSON5Value? {
    known.append(key)
    guard let value = object.values[key] ?? shared?.values[key], value != .null else { return nil }
    return value
  }

  private func short(_ number: Double) -> String {
    number == number.rounded() ? "\(Int(number))" : "\(number)"
  }
}
