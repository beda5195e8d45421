/// What the filter did with a sample.
public enum SampleVerdict: Equatable, Sendable {
  /// The sample went into the orientation.
  case used
  /// The sample was the first one, or came after too long a gap: the tilt was taken from it anew, the heading and the
  /// bias were kept.
  case restarted
  /// A coordinate was NaN, infinite or beyond what any chip measures. The state is as before.
  case refused
  /// The sample's time was not later than the one before. The state is as before.
  case notLater
}

/// How many samples met which verdict since the start.
public struct SampleCounts: Equatable, Sendable, BitwiseCopyable {
  /// Samples that went into the orientation.
  public internal(set) var used: UInt64 = 0
  /// Used samples whose rotation rate was cut off at the gyroscope's rails (``OrientationFilter/Parameters/gyroscopeLimit``).
  public internal(set) var clipped: UInt64 = 0
  /// Starts: the first sample and each one after too long a gap.
  public internal(set) var restarted: UInt64 = 0
  /// Samples with NaN, infinity or a value beyond what any chip measures.
  public internal(set) var refused: UInt64 = 0
  /// Samples whose time was not later than the one before.
  public internal(set) var notLater: UInt64 = 0

  @_noLocks
  init() {}

  @inline(__always) @_noLocks
  mutating func count(_ verdict: SampleVerdict) {
    switch verdict {
    case .used: used &+= 1
    case .restarted: restarted &+= 1
    case .refused: refused &+= 1
    case .notLater: notLater &+= 1
    }
  }
}

extension SampleCounts {
  mutating func exchange(_ archive: inout StateArchive) {
    archive.exchange(&used)
    archive.exchange(&clipped)
    archive.exchange(&restarted)
    archive.exchange(&refused)
    archive.exchange(&notLater)
  }
}
