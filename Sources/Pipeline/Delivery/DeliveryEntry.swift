/// What the fusion thread hands to the delivery thread.
struct DeliveryEntry: BitwiseCopyable, Sendable {
  enum Content: BitwiseCopyable, Sendable {
    case sample(MotionSample)
    case event(PipelineEvent)
    case detected(MotionEvent)
  }

  let content: Content

  // Swift 6.0.3 fails on large enums in functions that carry the attribute ("Can't demangle"), and makes no proof anyway.

  #if compiler(>=6.2)
    @_noLocks
  #endif
  init(sample: MotionSample) { content = .sample(sample) }

  #if compiler(>=6.2)
    @_noLocks
  #endif
  init(event: PipelineEvent) { content = .event(event) }

  #if compiler(>=6.2)
    @_noLocks
  #endif
  init(detected: MotionEvent) { content = .detected(detected) }

  /// The same, as subscribers get it.
  var update: MotionUpdate {
    switch content {
    case .sample(let sample): .sample(sample)
    case .event(let event): .event(event)
    case .detected(let event): .detected(event)
    }
  }
}
