import CRealtime
import IMUDrivers
import Synchronization

/// What a board, its bus and its lines share: the state, its lock, and the clock. Safe from any thread.
///
/// The lock is held for the work of a call alone, never while sleeping.
final class BoardCore: Sendable {
  /// Furthest that one wait for an edge moves the virtual clock, so that a deadline of "never" ends: an hour.
  private static let longestVirtualWait: UInt64 = 3600 * 1_000_000_000
  /// Furthest that one pause moves the virtual clock, for the same reason: a week.
  private static let longestVirtualPause: UInt64 = 7 * 24 * 3600 * 1_000_000_000
  private static let virtualStart: UInt64 = 1_000_000_000
  /// Furthest that transfers run ahead of real time before their caller sleeps: two samples' bursts at 400 kHz.
  private static let longestLead: UInt64 = 1_000_000

  let isVirtual: Bool
  /// Real time: when the last transfer ends. Apart from the state, so that a clock is read without a lock.
  private let transferEnd = Atomic<UInt64>(0)
  private let state: Mutex<BoardState>

  /// - Parameter busHertz: nil for a bus that takes no time.
  init(clock: SimulationClock, busHertz: Int?) {
    isVirtual = clock == .virtual
    let start = clock == .virtual ? Self.virtualStart : crt_now()
    let bit = busHertz.map { 1e9 / Double($0) } ?? 0
    state = Mutex(BoardState(start: start, bitNanoseconds: bit))
  }

  /// Works on the state at the present time.
  func withState<Result: Sendable>(_ body: (BoardState) -> Result) -> Result {
    state.withLock { state in
      if !isVirtual { state.advance(to: crt_now()) }
      return body(state)
    }
  }

  /// The bus's time: in real time that of the last stop condition when it's still to come.
  func now() -> UInt64 {
    guard !isVirtual else { return state.withLock { $0.now } }
    // Relaxed: a lone number; partner of the maximum in transfer(_:).
    return max(crt_now(), transferEnd.load(ordering: .relaxed))
  }

  /// Carries out a transaction; afterwards ``now()`` is at least the time of its stop condition.
  ///
  /// In real time a short transfer is not slept through: the bus's time runs ahead, and the next wait makes up for it. A
  /// thread's wake-up would cost more than the chip's whole simulation. What is ahead begins where the last transfer ended.
  func transfer(_ transaction: I2CTransaction) -> Int32 {
    let (status, end) = withState { ($0.transfer(transaction), $0.now) }
    // Relaxed: a lone number; partner of the load in now().
    if !isVirtual { transferEnd.max(end, ordering: .relaxed) }
    if !isVirtual, crt_now() &+ Self.longestLead < end { sleep(until: end) }
    return status
  }

  /// See ``BoardState/clockOut()``.
  func clearBus() -> Bool {
    let (isFree, end) = withState { ($0.clockOut(), $0.now) }
    if !isVirtual, crt_now() < end { sleep(until: end) }
    return isFree
  }

  func pause(until deadline: UInt64) {
    guard isVirtual else {
      while crt_now() < deadline { sleep(until: deadline) }
      return
    }
    state.withLock { $0.advance(to: min(deadline, $0.now &+ Self.longestVirtualPause)) }
  }

  /// Sleeps in real time; may end early on a signal.
  func sleep(until deadline: UInt64) { _ = crt_sleep_until(deadline) }

  func lineLevel(_ index: Int) -> Bool { withState { $0.lines[index].isActive } }

  /// Looks for edges of a line.
  ///
  /// In virtual time the clock jumps to the next edge or to the deadline. In real time nothing waits here.
  /// - Returns: the edges, or the time until which it's worth while to sleep; neither once the deadline has passed.
  func pollLine(_ index: Int, deadline: UInt64) -> (edges: EdgeWait?, wake: UInt64?) {
    guard isVirtual else {
      return withState { state in
        // A transfer runs ahead of the clock until its bytes would have been through; its edges are not yet real.
        let time = crt_now()
        if let edges = state.lines[index].edges.take(until: time) { return (edges, nil) }
        if time >= deadline { return (nil, nil) }
        return (nil, min(deadline, state.lines[index].edges.first, state.nextSample))
      }
    }
    return state.withLock { state in
      let end = min(deadline, state.now &+ Self.longestVirtualWait)
      while true {
        if let edges = state.lines[index].edges.take(until: state.now) { return (edges, nil) }
        guard state.now < end else { return (nil, nil) }
        state.advance(to: min(end, max(state.nextEvent, state.now)))
      }
    }
  }
}
