import Pipeline

/// Tells a handler once why there will be no values, unless that is withdrawn before.
final class Refusal: Sendable {
  private struct State {
    var mailbox: Mailbox<MotionUnavailable>?
    /// Counts what was told and withdrawn, so that what is old is known.
    var number = 0
  }

  private let state = Guarded(State())

  /// Tells it where the executor runs the work; what was to be told before is withdrawn.
  func tell(
    _ reason: MotionUnavailable, executor: @escaping Mailbox<MotionUnavailable>.Executor,
    handler: @escaping @Sendable (MotionUnavailable) -> Void
  ) {
    let number = withdraw()
    let mailbox = Mailbox<MotionUnavailable>(capacity: 1, executor: executor) { [weak self] reason in
      handler(reason)
      // Lets the handler go, which may hold the owner.
      self?.state.withLock { state in if state.number == number { state.mailbox = nil } }
    }
    let isCurrent = state.withLock { state in
      guard state.number == number else { return false }
      state.mailbox = mailbox
      return true
    }
    if isCurrent { mailbox.offer(reason) }
  }

  /// After the return nothing is told. From any thread, the handler included.
  @discardableResult func withdraw() -> Int {
    let (mailbox, number) = state.withLock { state in
      state.number += 1
      defer { state.mailbox = nil }
      return (state.mailbox, state.number)
    }
    mailbox?.close()
    return number
  }
}
