/// Why a configuration file was not accepted: file, key, value, and what is allowed.
public enum ConfigurationError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The file could not be read.
  case unreadable(file: String, reason: String)
  /// The file is not JSON5.
  case syntax(file: String, reason: String)
  /// A key that means nothing.
  case unknownKey(file: String, key: String, allowed: [String])
  /// A value that is of the wrong kind or out of range.
  case badValue(file: String, key: String, value: String, allowed: String)
  /// A key that must be there.
  case missingKey(file: String, key: String)

  public var description: String {
    switch self {
    case .unreadable(let file, let reason): "\(file): can't be read: \(reason)"
    case .syntax(let file, let reason): "\(file): not valid JSON5: \(reason)"
    case .unknownKey(let file, let key, let allowed):
      "\(file): unknown key '\(key)'; allowed here: \(allowed.joined(separator: ", "))"
    case .badValue(let file, let key, let value, let allowed):
      "\(file): '\(key)' is \(value); allowed: \(allowed)"
    case .missingKey(let file, let key): "\(file): '\(key)' is missing"
    }
  }
}
