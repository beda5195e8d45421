import IMUDrivers

/// What the fusion thread hands to the recording thread: every sample as the chip gave it, and events, in one order.
struct RecordedEntry: BitwiseCopyable, Sendable {
  enum Content: BitwiseCopyable, Sendable {
    case sample(RawSample, sequence: UInt64, timeNanoseconds: UInt64)
    case event(PipelineEvent)
    /// What found the ring full before the entry that follows.
    case missed(RecordingMisses)
  }

  let content: Content

  // Swift 6.0.3 fails on large enums in functions that carry the attribute ("Can't demangle"); it makes no proof anyway.
  #if compiler(>=6.2)
    @_noLocks
  #endif
  init(_ content: Content) { self.content = content }
}

/// Samples and events that were not written because the disk was slow.
public struct RecordingMisses: BitwiseCopyable, Sendable, Equatable {
  public var samples: UInt64 = 0
  public var events: UInt64 = 0

  @_noLocks public init() {}

  /// Whether nothing is missing.
  public var isNone: Bool { @_noLocks get { samples == 0 && events == 0 } }

  mutating func add(_ other: RecordingMisses) {
    samples += other.samples
    events += other.events
  }
}
