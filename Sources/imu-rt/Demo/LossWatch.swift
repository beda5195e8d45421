import Pipeline

/// Follows whether the chip is lost, to say so, and that it is back.
struct LossWatch {
  /// That the chip is lost, and why; nil while it is not.
  private(set) var loss: String?

  /// - Parameter reason: why the chip was lost, where that is known.
  /// - Returns: what is new.
  mutating func take(_ update: MotionUpdate, reason: () -> String?) -> String? {
    switch update {
    case .event(let event):
      guard case .healthChanged(_, .faulted) = event.kind, loss == nil else { return nil }
      loss = "the chip is lost and asked again: \(reason() ?? "it does not answer")"
      return loss
    case .sample:
      guard loss != nil else { return nil }
      loss = nil
      return "the chip is back"
    case .detected: return nil
    }
  }
}
