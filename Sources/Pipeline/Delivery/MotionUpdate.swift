/// What a subscriber gets: values at its interval, and events in order with them.
public enum MotionUpdate: Sendable, Equatable {
  case sample(MotionSample)
  case event(PipelineEvent)
}

extension MotionUpdate {
  var isSample: Bool { if case .sample = self { true } else { false } }
}
