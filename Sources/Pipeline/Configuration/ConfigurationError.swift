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
  /// The file names several sensors where one is needed.
  case severalSensors(file: String, names: [String])
  /// The file has no sensor of this name.
  case noSuchSensor(file: String, name: String, names: [String])

  public var description: String {
    switch self {
    case .unreadable(let file, let reason): "\(file): can't be read: \(reason)"
    case .syntax(let file, let reason): "\(file): not valid JSON5: \(reason)"
    case .unknownKey(let file, let key, let allowed):
      "\(file): unknown key '\(key)'; allowed here: \(allowed.joined(separator: ", "))"
    case .badValue(let file, let key, let value, let allowed):
      "\(file): '\(key)' is \(value); allowed: \(allowed)"
    case .missingKey(let file, let key): "\(file): '\(key)' is missing"
    case .severalSensors(let file, let names):
      "\(file): names several sensors and one is needed here; choose one of \(names.joined(separator: ", ")) "
        + "(--sensor NAME, or the environment variable \(InstalledConfiguration.sensorVariable))"
    case .noSuchSensor(let file, let name, let names):
      "\(file): has no sensor '\(name)'; "
        + (names.isEmpty ? "its only sensor has no name" : "choose one of \(names.joined(separator: ", "))")
    }
  }
}
