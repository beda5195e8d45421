import IMUDrivers

/// Why a fault script was not accepted: file, line, key, value, and what is allowed.
public enum FaultScriptError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The file could not be read.
  case unreadable(file: String, reason: String)
  /// The file is not JSON5; the reason says line and column.
  case syntax(file: String, reason: String)
  /// A key that means nothing, or nothing for this fault.
  case unknownKey(file: String, line: Int, key: String, allowed: [String])
  /// A value that is of the wrong kind, out of range, or at odds with another.
  case badValue(file: String, line: Int, key: String, value: String, allowed: String)
  /// A key that must be there.
  case missingKey(file: String, line: Int, key: String, allowed: String)

  public var description: String {
    switch self {
    case .unreadable(let file, let reason): "\(file): can't be read: \(reason)"
    case .syntax(let file, let reason): "\(file): not valid JSON5: \(reason)"
    case .unknownKey(let file, let line, let key, let allowed):
      "\(file), line \(line): unknown key '\(key)'; allowed here: \(allowed.joined(separator: ", "))"
    case .badValue(let file, let line, let key, let value, let allowed):
      "\(file), line \(line): '\(key)' is \(value); allowed: \(allowed)"
    case .missingKey(let file, let line, let key, let allowed):
      "\(file), line \(line): '\(key)' is missing; allowed: \(allowed)"
    }
  }
}

extension GzipFile.Failure {
  /// The failure in words, for a file that is meant to be small.
  func reason(limit: Int) -> String {
    switch self {
    case .cannotOpen(let code): errnoText(code)
    case .truncated: "the compressed data are cut off"
    case .damaged(let text): text
    case .tooLarge: "larger than \(limit) bytes, so not a fault script"
    }
  }
}
