import Synchronization

/// The edges of one line for several threads. Each reads them itself, none waits for another: whoever gets an edge publishes it and wakes
/// those that it has to.
struct SharedEdges: ~Copyable, Sendable {
  private let handle: LineHandle
  let listeners: ListenerRow
  /// Time of the newest edge; 0 before the first.
  private let newest = Atomic<UInt64>(0)

  init(handle: consuming LineHandle, listeners: consuming ListenerRow) {
    self.handle = handle
    self.listeners = listeners
  }

  /// A number for one more listener, which sees the edges from now on; nil where all are given.
  func claim() -> Int? {
    // Relaxed: a lone number.
    listeners.claim(newest: newest.load(ordering: .relaxed))
  }

  /// 1 low, 0 high, or -errno.
  @_noLocks func level() -> Int32 {
    let physical = handle.level()
    return physical < 0 ? physical : 1 &- physical
  }

  /// Waits for an edge that is not the one seen last. Each round but the last follows a wake-up, and the deadline ends them.
  @_noLocks func wait(_ listener: Int, untilNanoseconds deadline: UInt64) -> EdgeWait {
    while true {
      let before = published(to: listener)
      if before.status > 0 { return before }
      let woken = handle.wait(beside: listeners.bell(listener), untilNanoseconds: deadline)
      if woken < 0 { return .failed(0 &- woken) }
      if woken == 0 { return published(to: listener) }
      if woken & 2 != 0 { listeners.takeRings(listener) }
      guard woken & 1 != 0 else { continue }
      let failure = read(for: listener)
      if failure < 0 { return .failed(0 &- failure) }
      // Nothing more is waited for behind the deadline, however often others read first.
      if MonotonicClock.nowNanoseconds >= deadline { return published(to: listener) }
    }
  }

  /// The newest edge, if the listener has not seen it.
  @_noLocks private func published(to listener: Int) -> EdgeWait {
    // Acquiring: pairs with the exchanges in `publish`.
    let edge = newest.load(ordering: .acquiring)
    guard listeners.see(edge, by: listener) else { return .deadline }
    return EdgeWait(status: 1, firstNanoseconds: edge, lastNanoseconds: edge, lastSequence: 0)
  }

  /// Takes the pending edges, if no other thread has been quicker, and passes the newest on.
  ///
  /// - Returns: 0, or -errno.
  @_noLocks private func read(for listener: Int) -> Int32 {
    // Relaxed: only compared, by the exchange in `publish`.
    let before = newest.load(ordering: .relaxed)
    let edges = handle.take(listener)
    if edges.status > 0, publish(edges.lastNanoseconds, after: before) {
      listeners.ring(besides: listener, of: edges.lastNanoseconds)
    }
    return min(edges.status, 0)
  }

  /// Publishes an edge that was read when `before` was the newest one published.
  ///
  /// The kernel gives edges out in order, but a thread may be held up between taking one and this, while another publishes a newer one.
  /// If nobody has published in between, this is the newest, whatever clock stamped it. If somebody has, the stamps decide.
  ///
  /// - Returns: false when a newer one has been published.
  @_noLocks private func publish(_ edge: UInt64, after before: UInt64) -> Bool {
    var expected = before
    // Each round but the last follows an edge that another thread has read meanwhile.
    while true {
      // Releasing: pairs with the load in `published`.
      let result = newest.compareExchange(expected: expected, desired: edge, ordering: .releasing)
      if result.exchanged { return true }
      if edge <= result.original { return false }
      expected = result.original
    }
  }
}
