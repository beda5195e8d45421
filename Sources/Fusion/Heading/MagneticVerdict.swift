/// What the heading filter did with a magnetometer sample.
public enum MagneticVerdict: Equatable, Sendable {
  /// The sample went into a mean that will correct the heading.
  case gathered
  /// The sample and those gathered before went into the heading.
  case used
  /// The field was disturbed, but has been for too long to wait, or the heading was unknown: the samples went
  /// into the heading with less weight.
  case usedDisturbed
  /// The field was disturbed, or vertical: neither this sample nor those gathered before changed the heading.
  case rejected
  /// A coordinate was NaN or infinite, or the norm beyond any field on Earth. The state is as before.
  case refused
  /// The time was not later than the sample's before. The state is as before.
  case notLater
  /// There was no gyroscope sample near the time. The state is as before.
  case notTimely
}

/// How many magnetometer samples met which verdict since the start. Gathered ones count once their mean is used.
public struct MagneticCounts: Equatable, Sendable, BitwiseCopyable {
  /// Samples that went into the heading, undisturbed and disturbed ones.
  public internal(set) var used: UInt64 = 0
  public internal(set) var usedDisturbed: UInt64 = 0
  /// Samples of a disturbed or vertical field.
  public internal(set) var rejected: UInt64 = 0
  /// Samples with NaN, infinity or a norm beyond any field on Earth.
  public internal(set) var refused: UInt64 = 0
  /// Samples whose time was not later than the one before.
  public internal(set) var notLater: UInt64 = 0
  /// Samples without a gyroscope sample near their time.
  public internal(set) var notTimely: UInt64 = 0

  @_noLocks
  init() {}

  @inline(__always) @_noLocks
  mutating func count(_ verdict: MagneticVerdict, samples: UInt64) {
    switch verdict {
    case .gathered: break
    case .used: used &+= samples
    case .usedDisturbed: usedDisturbed &+= samples
    case .rejected: rejected &+= samples
    case .refused: refused &+= samples
    case .notLater: notLater &+= samples
    case .notTimely: notTimely &+= samples
    }
  }
}

extension MagneticCounts {
  mutating func exchange(_ archive: inout StateArchive) {
    archive.exchange(&used)
    archive.exchange(&usedDisturbed)
    archive.exchange(&rejected)
    archive.exchange(&refused)
    archive.exchange(&notLater)
    archive.exchange(&notTimely)
  }
}
