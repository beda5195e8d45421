/// What the fusion thread hands to the delivery thread.
struct DeliveryEntry: BitwiseCopyable, Sendable {
  enum Content: BitwiseCopyable, Sendable {
    case sample(MotionSample)
    case event(PipelineEvent)
    case detected(MotionEvent)
  }

  let content: Content

  @_noLocks init(_ content: Content) { self.content = content }

  /// The same, as subscribers get it.
  var update: MotionUpdate {
    switch content {
    case .sample(let sample): .sample(sample)
    case .event(let event): .event(event)
    case .detected(let event): .detected(event)
    }
  }
}
