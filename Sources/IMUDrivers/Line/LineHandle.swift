// The calls into C that this module makes for lines, with the handles they need: the third part of its unsafe code. What
// SystemCalls.swift says of `_unsafePerformance` holds here, too.

import CGPIO
import Synchronization

/// A requested GPIO line, released with its last use.
///
/// @unchecked Sendable: edges are taken by one thread at a time, as `DataReadyLine` asks and ``SharedGPIOLine`` sees to, and
/// `events` is that thread's; waiting without taking and reading the level change nothing in the C object.
struct LineHandle: ~Copyable, @unchecked Sendable {
  private let line: OpaquePointer
  private let events: UnsafeMutablePointer<cgpio_event>

  /// Takes over a line from `cgpio_request_line`.
  init(owning line: OpaquePointer) {
    self.line = line
    // SAFETY: initialised here in full, freed once in deinit.
    events = .allocate(capacity: Int(CGPIO_EVENT_LIMIT))
    events.initialize(repeating: cgpio_event(), count: Int(CGPIO_EVENT_LIMIT))
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
  @_noLocks func take() -> EdgeWait {
    let line = line
    let events = events
    // SAFETY: `events` has room for CGPIO_EVENT_LIMIT events and is used by the one thread that takes edges at a time.
    let count = _unsafePerformance { cgpio_read_events(line, events, CGPIO_EVENT_LIMIT) }
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

/// The bells of the threads that wait on one line, closed with their last use. Each belongs to at most one waiter at a time.
///
/// @unchecked Sendable: `bells` is written in init and read thereafter; `isWanted` holds atomics; the memory of both goes in
/// deinit, when no other use is left.
struct BellRow: ~Copyable, @unchecked Sendable {
  let count: Int
  private let bells: UnsafeMutablePointer<Int32>
  private let isWanted: UnsafeMutablePointer<Atomic<Bool>>

  /// Opens bells for so many waiters. Throws errno.
  init(count: Int) throws(ErrnoCode) {
    precondition(count > 0, "a row of bells has one at least")
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
    // SAFETY: both blocks are initialised here, in full, and freed once, in deinit of this noncopyable owner.
    bells = .allocate(capacity: count)
    isWanted = .allocate(capacity: count)
    for (index, bell) in opened.enumerated() {
      (bells + index).initialize(to: bell)
      (isWanted + index).initialize(to: Atomic(false))
    }
  }

  deinit {
    // SAFETY: allocated in init; nobody else can reach them any more.
    for index in 0..<count {
      // A close that fails has no remedy: Linux has freed the descriptor all the same.
      _ = cgpio_bell_close(bells[index])
      (isWanted + index).deinitialize(count: 1)
    }
    bells.deallocate()
    isWanted.deallocate()
  }

  /// Gives a bell that nobody has to a waiter; nil where all are given. Not for the sampling thread.
  func claim() -> Int? {
    for index in 0..<count {
      // SAFETY: the index is below the count of initialised flags.
      // Acquiring: pairs with the store in `giveBack`, so that a bell's last waiter is done with it.
      if !isWanted[index].exchange(true, ordering: .acquiring) { return index }
    }
    return nil
  }

  /// Takes a bell back.
  func giveBack(_ index: Int) {
    precondition(index >= 0 && index < count, "no such bell")
    // SAFETY: the index is checked.
    // Releasing: pairs with the exchange in `claim`.
    isWanted[index].store(false, ordering: .releasing)
  }

  /// The descriptor to wait on.
  @_noLocks func descriptor(_ index: Int) -> Int32 {
    precondition(index >= 0 && index < count, "no such bell")
    // SAFETY: the index is checked; the descriptors don't change after init.
    return bells[index]
  }

  /// Rings the bells of all waiters but one. A system call (write) for each.
  @_noLocks func ring(besides own: Int) {
    var index = 0
    while index < count {
      // SAFETY: the index is below the count of initialised flags.
      // Relaxed: who claims a bell only now looks for edges itself before it waits.
      if index != own, isWanted[index].load(ordering: .relaxed) {
        let bell = bells[index]
        // A bell that can't be rung has been rung 2^64 times: its waiter is awake.
        _ = _unsafePerformance { cgpio_bell_ring(bell) }
      }
      index &+= 1
    }
  }

  /// Takes the rings of a bell. One system call (read), which never waits.
  @_noLocks func take(_ index: Int) {
    let bell = descriptor(index)
    _ = _unsafePerformance { cgpio_bell_take(bell) }
  }

  /// Waits for a bell alone: above 0 when it rang, 0 at the deadline, or -errno. One system call (ppoll).
  @_noLocks func wait(_ index: Int, untilNanoseconds deadline: UInt64) -> Int32 {
    let bell = descriptor(index)
    return _unsafePerformance { cgpio_wait_beside(nil, bell, deadline) }
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

  var newest: UInt64 { edges.pointee.newestNanoseconds }
  func claim() -> Int? { edges.pointee.bells.claim() }
  func giveBack(_ bell: Int) { edges.pointee.bells.giveBack(bell) }
  @_noLocks func level() -> Int32 { edges.pointee.level() }

  @_noLocks func wait(_ bell: Int, after seen: inout UInt64, untilNanoseconds deadline: UInt64) -> EdgeWait {
    edges.pointee.wait(bell, after: &seen, untilNanoseconds: deadline)
  }
}
