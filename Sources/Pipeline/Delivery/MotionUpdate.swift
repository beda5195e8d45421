/// What a subscriber gets: values at its interval, and in order with them events of the pipeline and, where asked for,
/// what was found in the motion.
public enum MotionUpdate: Sendable, Equatable {
  case sample(MotionSample)
  case event(PipelineEvent)
  case detected(MotionEvent)
}

extension MotionUpdate {
  /// Whether it is a value.
  public var isSample: Bool { if case .sample = self { true } else { false } }
}
