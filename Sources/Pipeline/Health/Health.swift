/// The state of the acquisition.
public enum Health: BitwiseCopyable, Sendable, CaseIterable {
  /// Started; no sample yet that counts.
  case starting
  /// Every sample arrives.
  case running
  /// Samples arrive, but transfers failed lately or edges are missing.
  case degraded
  /// The chip does not answer; it is asked again once a second.
  case faulted
  /// The chip is being set up again.
  case recovering

  /// Equality that `@_noLocks` accepts; the synthesised `==` goes through generic code.
  @_noLocks func isSame(as other: Health) -> Bool {
    switch (self, other) {
    case (.starting, .starting), (.running, .running), (.degraded, .degraded), (.faulted, .faulted),
      (.recovering, .recovering):
      true
    default: false
    }
  }

  /// The name as `imu-rt stream` prints it.
  public var name: String {
    switch self {
    case .starting: "starting"
    case .running: "running"
    case .degraded: "degraded"
    case .faulted: "faulted"
    case .recovering: "recovering"
    }
  }
}
