import Fusion

extension DetectorSelection {
  /// The detectors by the names that the command line has for them.
  private static let named: [(name: String, detector: DetectorSelection)] = [
    ("shake", .shake), ("tap", .tap), ("fall", .freeFall), ("step", .step), ("orientation", .orientation),
    ("all", .all),
  ]

  /// The names of those chosen.
  var names: [String] { Self.named.filter { $0.name != "all" && isSuperset(of: $0.detector) }.map(\.name) }

  /// Those of a list of names with commas between; nil when one is unknown or none is given.
  fileprivate init?(names list: String) {
    self = []
    for name in list.split(separator: ",", omittingEmptySubsequences: false) {
      guard let named = Self.named.first(where: { $0.name == name }) else { return nil }
      formUnion(named.detector)
    }
  }

  fileprivate static var allowed: String { named.map(\.name).joined(separator: ", ") }
}

extension ArgumentReader {
  /// A list of detectors.
  mutating func detectors(of option: String) throws -> DetectorSelection {
    let text = try value(of: option)
    guard let detectors = DetectorSelection(names: text) else {
      throw UsageError("\(option) is '\(text)'; allowed, with commas between: \(DetectorSelection.allowed)")
    }
    return detectors
  }
}
