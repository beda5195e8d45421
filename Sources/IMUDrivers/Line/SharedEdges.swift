import Synchronization

/// The edges of one line for several threads: who reads them, and how the others hear of it.
struct SharedEdges: ~Copyable, Sendable {
  /// Longest that a thread waits for one that is reading, before it tries to read itself.
  private static var readingNanoseconds: UInt64 { @_noLocks get { 1_000_000 } }

  private let handle: LineHandle
  let bells: BellRow
  /// Time of the newest edge; 0 before the first.
  private let newest = Atomic<UInt64>(0)
  /// Whether a thread is reading edges: only one may.
  private let isReading = Atomic<Bool>(false)

  init(handle: consuming LineHandle, bells: consuming BellRow) {
    self.handle = handle
    self.bells = bells
  }

  /// Time of the newest edge; 0 before the first. Relaxed: a lone number, for who begins to listen.
  var newestNanoseconds: UInt64 { newest.load(ordering: .relaxed) }

  /// 1 low, 0 high, or -errno.
  @_noLocks func level() -> Int32 {
    let physical = handle.level()
    return physical < 0 ? physical : 1 &- physical
  }

  /// Waits for an edge that is not the one seen last. Each round but the last follows a wake-up, and the deadline ends them.
  @_noLocks func wait(_ bell: Int, after seen: inout UInt64, untilNanoseconds deadline: UInt64) -> EdgeWait {
    while true {
      let before = published(after: &seen)
      if before.status > 0 { return before }
      let woken = handle.wait(beside: bells.descriptor(bell), untilNanoseconds: deadline)
      if woken < 0 { return .failed(0 &- woken) }
      if woken == 0 { return published(after: &seen) }
      if woken & 2 != 0 { bells.take(bell) }
      guard woken & 1 != 0 else { continue }
      let failure = read(for: bell)
      if failure < 0 { return .failed(0 &- failure) }
    }
  }

  /// The newest edge, if it is another than the one seen last.
  @_noLocks private func published(after seen: inout UInt64) -> EdgeWait {
    // Acquiring: pairs with the store in `read`, behind which the ring comes that woke this thread.
    let edge = newest.load(ordering: .acquiring)
    if edge == seen { return .deadline }
    seen = edge
    return EdgeWait(status: 1, firstNanoseconds: edge, lastNanoseconds: edge, lastSequence: 0)
  }

  /// Reads the pending edges and tells the others; or lets a thread that reads already do so.
  ///
  /// - Returns: 0, or -errno.
  @_noLocks private func read(for bell: Int) -> Int32 {
    // Acquiring: pairs with the store below, so that the memory of the events is one thread's at a time.
    if isReading.exchange(true, ordering: .acquiring) {
      // Until that one has read, the line would wake this thread again and again; its bell comes when it has.
      let woken = bells.wait(bell, untilNanoseconds: MonotonicClock.nowNanoseconds &+ SharedEdges.readingNanoseconds)
      if woken > 0 { bells.take(bell) }
      return min(woken, 0)
    }
    let edges = handle.take()
    // Releasing: pairs with the load in `published`. Before the bells, so that nobody is woken in vain.
    if edges.status > 0 { newest.store(edges.lastNanoseconds, ordering: .releasing) }
    // Releasing: pairs with the exchange above.
    isReading.store(false, ordering: .releasing)
    if edges.status > 0 { bells.ring(besides: bell) }
    return min(edges.status, 0)
  }
}
