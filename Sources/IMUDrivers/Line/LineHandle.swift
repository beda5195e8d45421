// The calls into C that this module makes for lines, with the handles they need: the third part of its unsafe code. What
// SystemCalls.swift says of `_unsafePerformance` holds here, too.

import CGPIO
import Synchronization

/// A requested GPIO line, released with its last use.
///
/// @unchecked Sendable: each reader's number is one thread's at a time, as `DataReadyLine` asks and ``SharedGPIOLine`` sees to, and its part of
/// `events` is that thread's; waiting without taking and reading the level change nothing in the C object.
struct LineHandle: ~Copyable, @unchecked Sendable {
  private let line: OpaquePointer
  private let events: UnsafeMutablePointer<cgpio_event>
  private let readers: Int

  /// Takes over a line from `cgpio_request_line`, for as many readers as it was requested for.
  init(owning line: OpaquePointer, readers: Int = 1) {
    self.line = line
    self.readers = readers
    // SAFETY: initialised here in full, freed once in deinit.
    events = .allocate(capacity: readers * Int(CGPIO_EVENT_LIMIT))
    events.initialize(repeating: cgpio_event(), count: readers * Int(CGPIO_EVENT_LIMIT))
  }

  deinit {
    // SAFETY: the line came from cgpio_request_line and is released once, by its only owner; the events are trivial.
    cgpio_release(line)
    events.deallocate()
  }

  /// Waits for edges and takes the pending ones. Two system calls (ppoll, read); blocks until the deadline at most.
  @_noLocks func wait(untilNanoseconds deadline: UInt64) -> EdgeWait {
    let line = line
    let ready = _unsafePerformance { cgpio_wait(line, deadline) }
    if ready < 0 { return .failed(0 &- ready) }
    return ready == 0 ? .deadline : take()
  }

  /// Waits for edges and for a bell, and takes neither: 1 for an edge, 2 for the bell, 3 for both, 0 at the deadline, or
  /// -errno. One system call (ppoll). For any number of threads at once.
  @_noLocks func wait(beside bell: Int32, untilNanoseconds deadline: UInt64) -> Int32 {
    let line = line
    return _unsafePerformance { cgpio_wait_beside(line, bell, deadline) }
  }

  /// Takes the pending edges, without waiting. One system call (read).
  @_noLocks func take(_ reader: Int = 0) -> EdgeWait {
    precondition(reader >= 0 && reader < readers, "no such reader")
    let line = line
    // SAFETY: the number is checked; each reader has room for CGPIO_EVENT_LIMIT events, used by its thread alone.
    let events = events + reader &* Int(CGPIO_EVENT_LIMIT)
    let count = _unsafePerformance {
      cgpio_read_events(line, Int32(truncatingIfNeeded: reader), events, CGPIO_EVENT_LIMIT)
    }
    if count < 0 { return .failed(0 &- count) }
    if count == 0 { return .deadline }
    let last = events[Int(count) &- 1]
    return EdgeWait(
      status: count, firstNanoseconds: events[0].time_nanoseconds, lastNanoseconds: last.time_nanoseconds,
      lastSequence: last.sequence)
  }

  /// The physical level: 1 high, 0 low, or -errno. One system call (ioctl).
  @_noLocks func level() -> Int32 {
    let line = line
    return _unsafePerformance { cgpio_level(line) }
  }
}

/// The threads that wait on one line, at most so many: for each a bell, by which others wake it, and the edge that it has seen.
///
/// @unchecked Sendable: `bells` is written in init and read thereafter; the others hold atomics; the memory of all goes in
/// deinit, when no other use is left.
struct ListenerRow: ~Copyable, @unchecked Sendable {
  let count: Int
  private let bells: UnsafeMutablePointer<Int32>
  private let isWanted: UnsafeMutablePointer<Atomic<Bool>>
  private let seen: UnsafeMutablePointer<Atomic<UInt64>>

  /// Opens bells for so many listeners. Throws errno.
  init(count: Int) throws(ErrnoCode) {
    precondition(count > 0, "a line has one listener at least")
    var opened: [Int32] = []
    for _ in 0..<count {
      let bell = cgpio_bell_open()
      if bell < 0 {
        for bell in opened { _ = cgpio_bell_close(bell) }
        throw ErrnoCode(status: bell)
      }
      opened.append(bell)
    }
    self.count = count
    // SAFETY: all blocks are initialised here, in full, and freed once, in deinit of this noncopyable owner.
    bells = .allocate(capacity: count)
    isWanted = .allocate(capacity: count)
    seen = .allocate(capacity: count)
    for (index, bell) in opened.enumerated() {
      (bells + index).initialize(to: bell)
      (isWanted + index).initialize(to: Atomic(false))
      (seen + index).initialize(to: Atomic(0))
    }
  }

  deinit {
    // SAFETY: allocated in init; nobody else can reach them any more.
    for index in 0..<count {
      // A close that fails has no remedy: Linux has freed the descriptor all the same.
      _ = cgpio_bell_close(bells[index])
      (isWanted + index).deinitialize(count: 1)
      (seen + index).deinitialize(count: 1)
    }
    bells.deallocate()
    isWanted.deallocate()
    seen.deallocate()
  }

  /// Gives a number that nobody has to a listener, for which nothing up to an edge is new; nil where all are given. Not for the sampling
  /// thread.
  func claim(newest: UInt64) -> Int? {
    for index in 0..<count {
      // SAFETY: the index is below the count of initialised flags.
      // Acquiring: pairs with the store in `giveBack`, so that a number's last listener is done with it.
      if !isWanted[index].exchange(true, ordering: .acquiring) {
        seen[index].store(newest, ordering: .relaxed)
        return index
      }
    }
    return nil
  }

  /// Takes a number back.
  func giveBack(_ index: Int) {
    precondition(index >= 0 && index < count, "no such listener")
    // SAFETY: the index is checked.
    // Releasing: pairs with the exchange in `claim`.
    isWanted[index].store(false, ordering: .releasing)
  }

  /// The descriptor to wait on.
  @_noLocks func bell(_ index: Int) -> Int32 {
    precondition(index >= 0 && index < count, "no such listener")
    // SAFETY: the index is checked; the descriptors don't change after init.
    return bells[index]
  }

  /// Notes the edge that a listener sees now.
  ///
  /// - Returns: whether it is another than the last.
  @_noLocks func see(_ edge: UInt64, by index: Int) -> Bool {
    precondition(index >= 0 && index < count, "no such listener")
    // SAFETY: the index is checked.
    // Relaxed, both: the listener's own; others look only whether it has seen what they have just published.
    if seen[index].load(ordering: .relaxed) == edge { return false }
    seen[index].store(edge, ordering: .relaxed)
    return true
  }

  /// Rings the bells of all listeners but one that have not seen an edge yet. A system call (write) for each.
  @_noLocks func ring(besides own: Int, of edge: UInt64) {
    var index = 0
    while index < count {
      // SAFETY: the index is below the count of initialised values.
      // Relaxed, both: who has a number only now looks for edges itself before it waits, and who has seen the edge had it from the
      // word in which it is published.
      if index != own, isWanted[index].load(ordering: .relaxed), seen[index].load(ordering: .relaxed) != edge {
        let bell = bells[index]
        // A bell that can't be rung has been rung 2^64 times: its listener is awake.
        _ = _unsafePerformance { cgpio_bell_ring(bell) }
      }
      index &+= 1
    }
  }

  /// Takes the rings of a bell. One system call (read), which never waits.
  @_noLocks func takeRings(_ index: Int) {
    let bell = bell(index)
    _ = _unsafePerformance { cgpio_bell_take(bell) }
  }
}

/// Where the edges of a shared line live, so that listeners reach them without counting references.
struct SharedLineMemory: ~Copyable, @unchecked Sendable {
  // @unchecked Sendable: the pointer doesn't change, and what it points to is Sendable.
  private let edges: UnsafeMutablePointer<SharedEdges>

  init(_ value: consuming SharedEdges) {
    // SAFETY: initialised here and freed once, in deinit of this noncopyable owner.
    edges = .allocate(capacity: 1)
    edges.initialize(to: value)
  }

  deinit {
    // SAFETY: allocated in init. Doors go with their listeners, which hold the owner.
    edges.deinitialize(count: 1)
    edges.deallocate()
  }

  /// A way to the edges, for who keeps this memory alive.
  var door: SharedLineDoor { SharedLineDoor(edges) }
}

/// A listener's way to the edges of its line.
struct SharedLineDoor: @unchecked Sendable {
  // @unchecked Sendable: as the memory that it leads to.
  private let edges: UnsafeMutablePointer<SharedEdges>

  fileprivate init(_ edges: UnsafeMutablePointer<SharedEdges>) { self.edges = edges }

  // SAFETY, of all below: the listener that has the door keeps the memory alive, and it is only borrowed.

  func claim() -> Int? { edges.pointee.claim() }
  func giveBack(_ listener: Int) { edges.pointee.listeners.giveBack(listener) }
  @_noLocks func level() -> Int32 { edges.pointee.level() }

  @_noLocks func wait(_ listener: Int, untilNanoseconds deadline: UInt64) -> EdgeWait {
    edges.pointee.wait(listener, untilNanoseconds: deadline)
  }
}
