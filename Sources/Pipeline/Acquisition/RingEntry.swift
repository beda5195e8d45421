import IMUDrivers

/// What the acquisition thread hands to the fusion thread: samples and events, in one order.
struct RingEntry: BitwiseCopyable, Sendable {
  enum Content: BitwiseCopyable, Sendable {
    /// A sample. `isDue` asks for a publication.
    case sample(RawSample, sequence: UInt64, timeNanoseconds: UInt64, health: Health, isDue: Bool)
    case event(PipelineEvent)
  }

  let content: Content

  // Swift 6.0.3 fails on large enums in functions that carry the attribute ("Can't demangle"); it makes no proof anyway.
  #if compiler(>=6.2)
    @_noLocks
  #endif
  init(_ content: Content) { self.content = content }
}
