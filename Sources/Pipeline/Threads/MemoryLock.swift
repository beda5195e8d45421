import CRealtime
import Synchronization

/// The process's memory, locked for as long as any pipeline asks for it.
///
/// The kernel knows no owner of a lock: munlockall(2) also unlocks what the rest of the program has locked. So where the program had locked
/// memory before the first pipeline did, it stays locked. What is allocated after the start is the program's own affair and never locked
/// by us; the sample path allocates nothing.
final class MemoryLock: Sendable {
  private struct State {
    var users = 0
    /// What the program had locked before the first of them.
    var programs = Locked.nothing
  }

  private enum Locked {
    case nothing, something
    /// All memory, and all that is to come: there is nothing left to ask for, and the wish must not be changed.
    case everything
  }

  private static let state = Guarded(State())
  private let isHeld = Atomic<Bool>(true)

  private init() {}

  /// Locks what there is, and what is mapped until ``settle()``. Nil where the kernel refuses.
  static func acquire(report: RealtimeReportBook) -> MemoryLock? {
    let status = state.withLock { state -> Int32 in
      if state.users == 0 { state.programs = programsOwn }
      let status = state.programs == .everything ? 0 : crt_lock_memory(1)
      if status == 0 { state.users += 1 }
      return status
    }
    report.note("process", .lockedMemory, status: status)
    return status == 0 ? MemoryLock() : nil
  }

  deinit { release() }

  /// Everything that the threads use is there: what is mapped from now on is no longer locked.
  func settle() {
    Self.state.withLock { state in
      // Can't fail: the same memory was locked before. Another pipeline that starts now locks its own when it settles.
      if state.programs != .everything { _ = crt_lock_memory(0) }
    }
  }

  /// Gives it back; again does nothing.
  func release() {
    // Relaxed: whoever exchanges first; the lock orders the rest.
    guard isHeld.exchange(false, ordering: .relaxed) else { return }
    Self.state.withLock { state in
      state.users -= 1
      if state.users == 0, state.programs == .nothing { _ = crt_unlock_memory() }
    }
  }

  /// What is locked, or will be as soon as it is mapped, while no pipeline asks for it (proc(5), VmLck). Something, where that can't be read.
  private static var programsOwn: Locked {
    if crt_locks_future_memory() == 1 { return .everything }
    guard let status = FileContents.small("/proc/self/status") else { return .something }
    let line = String(decoding: status, as: UTF8.self).split(separator: "\n").first { $0.hasPrefix("VmLck:") }
    return line?.split(whereSeparator: \.isWhitespace).dropFirst().first == "0" ? .nothing : .something
  }
}
