/// The faults by the names that scripts have for them.
enum FaultName: String, CaseIterable {
  case noAcknowledge, timeout, arbitrationLost, shortCount, corrupt, corruptFirstByte, holdSDA
  case unplug, replug, brownOut
  case flip, freeze, set, zeros, identity, halfSensitivity, clockError, slipFIFO
  case withholdEdges, doubleEdges, edgesWhileActive, stuckActive

  /// Reads the keys that belong to the fault.
  func fault(_ section: inout FaultScriptSection) throws(FaultScriptError) -> Fault {
    switch self {
    case .noAcknowledge: return .noAcknowledge(try section.times())
    case .timeout: return .timeout(try section.times())
    case .arbitrationLost: return .arbitrationLost(try section.times())
    case .shortCount: return .shortCount(try section.times())
    case .corrupt:
      return .corrupt(register: try section.register(), mask: try section.mask(), try section.times())
    case .corruptFirstByte: return .corruptFirstByte(mask: try section.mask(), try section.times())
    case .holdSDA: return .holdSDA(try section.bool("freedByClocks") ?? true ? .untilClocked : .forGood)
    case .unplug: return .unplug
    case .replug: return .replug
    case .brownOut: return .brownOut
    case .flip: return .flip(register: try section.register(), mask: try section.mask())
    case .freeze: return try section.choice("word", of: SensorWord.self).map { .freezeWord($0, true) } ?? .freeze(true)
    case .set:
      guard let word = try section.choice("word", of: SensorWord.self) else {
        throw section.missing("word", FaultScriptSection.names(of: SensorWord.self))
      }
      return .setWord(word, Int16(try section.required("value", in: -32768...32767)))
    case .zeros: return .zeros(true)
    case .identity: return .identity(UInt8(try section.required("value", in: 0...255)))
    case .halfSensitivity: return .halfSensitivity(true)
    case .clockError:
      guard let percent = try section.number("percent", in: -20...20) else {
        throw section.missing("percent", "a number from -20 to 20")
      }
      return .clockError(percent / 100)
    case .slipFIFO: return .slipFIFO(bytes: try section.integer("bytes", in: 1...8192) ?? 1)
    case .withholdEdges: return .withholdEdges(try section.times())
    case .doubleEdges: return .doubleEdges(try section.times())
    case .edgesWhileActive: return .edgesWhileActive(try section.times())
    case .stuckActive: return .stuckActive(true)
    }
  }
}

extension FaultScriptSection {
  /// How often a counted fault strikes; without the key until it ends.
  fileprivate mutating func times() throws(FaultScriptError) -> FaultCount {
    try integer("times", in: 1...1_000_000_000).map { .times($0) } ?? .untilCleared
  }

  fileprivate mutating func register() throws(FaultScriptError) -> UInt8 {
    UInt8(try required("register", in: 0...0x7F))
  }

  fileprivate mutating func mask() throws(FaultScriptError) -> UInt8 { UInt8(try required("mask", in: 1...0xFF)) }

  fileprivate mutating func required(_ key: String, in range: ClosedRange<Int>) throws(FaultScriptError) -> Int {
    guard let value = try integer(key, in: range) else {
      throw missing(key, "a whole number from \(range.lowerBound) to \(range.upperBound)")
    }
    return value
  }
}
