import IMUDrivers

/// What the acquisition thread hands to the fusion thread: samples and events, in one order.
struct RingEntry: BitwiseCopyable, Sendable {
  enum Content: BitwiseCopyable, Sendable {
    /// A sample. `isDue` asks for a publication.
    case sample(RawSample, sequence: UInt64, timeNanoseconds: UInt64, health: Health, isDue: Bool)
    case event(PipelineEvent)
  }

  let content: Content

  @_noLocks init(_ content: Content) { self.content = content }
}
