import Pipeline

/// Takes a command's arguments apart, one option at a time. "--name=value" and "--name value" are the same.
struct ArgumentReader {
  private var remaining: [String]
  /// Value that came with an "=", for the option just read.
  private var attached: String?
  private let command: String

  init(_ arguments: [String], command: String) {
    remaining = arguments
    self.command = command
  }

  /// The next option or word; nil at the end.
  mutating func next() throws -> String? {
    if let attached { throw UsageError("'\(attached)' is not expected here; see 'imu-rt \(command) --help'") }
    guard !remaining.isEmpty else { return nil }
    let argument = remaining.removeFirst()
    guard argument.hasPrefix("--"), let equals = argument.firstIndex(of: "=") else { return argument }
    attached = String(argument[argument.index(after: equals)...])
    return String(argument[..<equals])
  }

  /// The value of the option just read.
  mutating func value(of option: String) throws -> String {
    if let value = attached {
      attached = nil
      guard !value.isEmpty else { throw UsageError("\(option) needs a value") }
      return value
    }
    guard let value = remaining.first, !value.hasPrefix("--"), !value.isEmpty else {
      throw UsageError("\(option) needs a value")
    }
    return remaining.removeFirst()
  }

  /// The value of an option that may stand without one.
  mutating func optionalValue() -> String? {
    if let value = attached {
      attached = nil
      return value
    }
    guard let value = remaining.first, !value.hasPrefix("-") else { return nil }
    return remaining.removeFirst()
  }

  mutating func number(of option: String, in range: ClosedRange<Double>, unit: String) throws -> Double {
    let text = try value(of: option)
    guard let number = Double(text), range.contains(number) else {
      throw UsageError("\(option) is '\(text)'; allowed: \(range.lowerBound) to \(range.upperBound) \(unit)")
    }
    return number
  }

  mutating func count(of option: String) throws -> Int {
    let text = try value(of: option)
    guard let count = Int(text), count > 0 else { throw UsageError("\(option) is '\(text)'; allowed: 1 to \(Int.max)") }
    return count
  }

  /// A 7-bit address in decimal or with 0x.
  mutating func address(of option: String) throws -> UInt8 {
    let text = try value(of: option)
    let number = text.lowercased().hasPrefix("0x") ? UInt8(text.dropFirst(2), radix: 16) : UInt8(text)
    guard let number, [0x68, 0x69, 0x6A, 0x6B].contains(number) else {
      throw UsageError("\(option) is '\(text)'; allowed: 0x68, 0x69 (MPU-6050), 0x6A, 0x6B (LSM6DS3)")
    }
    return number
  }

  /// One of an enumeration's names.
  mutating func choice<Choice: RawRepresentable & CaseIterable>(
    of option: String, from type: Choice.Type
  ) throws -> Choice where Choice.RawValue == String {
    let text = try value(of: option)
    guard let choice = Choice(rawValue: text) else {
      throw UsageError("\(option) is '\(text)'; allowed: \(Choice.allCases.map(\.rawValue).joined(separator: ", "))")
    }
    return choice
  }

  /// What `--fifo` and `--registers` say.
  ///
  /// - Parameter former: what was said before; only one of them may be.
  func readout(_ option: String, besides former: Readout?) throws -> Readout {
    guard former == nil else { throw UsageError("--fifo and --registers: name one of them, once") }
    return option == "--fifo" ? .fifo : .registers
  }

  /// The error for an argument that no option of the command is.
  func unknown(_ argument: String) -> UsageError {
    UsageError("unknown argument '\(argument)'; see 'imu-rt \(command) --help'")
  }
}
