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
    case .good: "ok       \(text)"
    case .warning: "warning  \(text)"
    case .fault: "FAULT    \(text)"
    }
  }

  /// What was looked at, and the remedy where one is needed.
  var text: String {
    switch outcome {
    case .good: title
    case .warning(let remedy), .fault(let remedy): "\(title): \(remedy)"
    }
  }
}
