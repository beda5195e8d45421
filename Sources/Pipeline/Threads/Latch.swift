import Dispatch

/// Something that happens once, such as the end of a thread, and that any number of threads wait for, each until a deadline.
final class Latch: Sendable {
  private struct State {
    var isOpen = false
    var waiters: [DispatchSemaphore] = []
  }

  private let state = Guarded(State())

  var isOpen: Bool { state.withLock { $0.isOpen } }

  /// Lets everybody pass. What the opening thread did before is visible to whoever has passed.
  func open() {
    let waiters = state.withLock { state -> [DispatchSemaphore] in
      defer { state = State(isOpen: true) }
      return state.waiters
    }
    for waiter in waiters { waiter.signal() }
  }

  /// - Returns: false when it was not open at the deadline.
  func wait(until deadline: DispatchTime) -> Bool {
    let waiter = state.withLock { state -> DispatchSemaphore? in
      guard !state.isOpen else { return nil }
      let waiter = DispatchSemaphore(value: 0)
      state.waiters.append(waiter)
      return waiter
    }
    guard let waiter else { return true }
    _ = waiter.wait(timeout: deadline)
    return isOpen
  }
}
