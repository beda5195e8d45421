/// One thing that `doctor` looked at.
struct Check {
  enum Outcome {
    case good
    /// Works, but less well than it could.
    case warning(remedy: String)
    case fault(remedy: String)
  }

  let title: String
  let outcome: Outcome

  var isGood: Bool { if case .good = outcome { true } else { false } }
  var isFault: Bool { if case .fault = outcome { true } else { false } }

  /// The check in one line, remedy included.
  var line: String {
    switch outcome {
    case .good: "ok       \(title)"
    case .warning(let remedy): "warning  \(title): \(remedy)"
    case .fault(let remedy): "FAULT    \(title): \(remedy)"
    }
  }
}
