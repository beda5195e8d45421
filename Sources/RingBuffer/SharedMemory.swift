import Synchronization

// All unsafe code of this module. What lies outside this file sees words, slots and lifetimes, never a pointer.

/// One block of zeroed, aligned memory that two threads share; freed when the last handle on it goes.
///
/// Handles keep a strong reference for its lifetime alone and reach the bytes through `AtomicWord` and `Slots`, which
/// are plain values: no reference counting happens on the sample path.
@usableFromInline
final class SharedMemory: Sendable {
  /// Distance in bytes between words that different threads write. Two cache lines of 64 bytes, because the spatial
  /// prefetcher of x86 fetches lines in pairs (Intel 64 and IA-32 Architectures Optimization Reference Manual,
  /// section "Data Prefetching"), and some ARMv8 cores have lines of 128 bytes.
  static let separation = 128

  // Ownership: written in `init`, freed in `deinit`. In between the pointer never changes, and who may touch which
  // bytes when is the business of the types that hold words and slots in it; hence Sendable is safe to claim.
  private nonisolated(unsafe) let base: UnsafeMutableRawPointer
  private let byteCount: Int

  init(byteCount: Int) {
    // SAFETY: `byteCount` is positive and `separation` a power of two. The bytes are initialised here, once.
    base = UnsafeMutableRawPointer.allocate(byteCount: byteCount, alignment: SharedMemory.separation)
    base.initializeMemory(as: UInt8.self, repeating: 0, count: byteCount)
    self.byteCount = byteCount
  }

  deinit {
    // SAFETY: the last handle is gone, so no thread can reach the bytes any more; words and slots are trivial values
    // and need no deinitialisation.
    base.deallocate()
  }

  /// The atomic word at `offset`, which must be a multiple of 8 and used for this word alone.
  func word(at offset: Int) -> AtomicWord {
    precondition(offset >= 0 && offset % 8 == 0 && offset + 8 <= byteCount)
    // SAFETY: in bounds and aligned (checked above); Atomic<UInt64> has the representation of UInt64, for which zero
    // bytes are the value 0; and only this type of word is ever bound here (the caller's layout).
    return AtomicWord(pointer: (base + offset).bindMemory(to: Atomic<UInt64>.self, capacity: 1))
  }

  /// `count` atomic words from `offset` on, `stride` bytes apart, under the same conditions.
  func words(at offset: Int, count: Int, stride: Int) -> AtomicWords {
    for index in 0..<count { _ = word(at: offset + index * stride) }
    return AtomicWords(base: base + offset, stride: stride)
  }

  /// The futex word at `offset`, which must be a multiple of 8 and used for this word alone.
  func futexWord(at offset: Int) -> FutexWord {
    precondition(offset >= 0 && offset % 8 == 0 && offset + 8 <= byteCount)
    // SAFETY: as for `word(at:)`, with UInt32.
    return FutexWord(pointer: (base + offset).bindMemory(to: Atomic<UInt32>.self, capacity: 1))
  }

  /// `count` slots for elements from `offset` on, `stride` bytes apart.
  func slots<Element: BitwiseCopyable>(of _: Element.Type, at offset: Int, count: Int, stride: Int) -> Slots<Element> {
    precondition(MemoryLayout<Element>.alignment <= SharedMemory.separation)
    precondition(offset >= 0 && offset % SharedMemory.separation == 0)
    precondition(offset + (count - 1) * stride + MemoryLayout<Element>.size <= byteCount)
    precondition(stride % MemoryLayout<Element>.alignment == 0 && stride >= MemoryLayout<Element>.size)
    return Slots(base: base + offset, stride: stride)
  }
}

/// A 64-bit atomic word in shared memory. The method names carry the ordering, so that each use shows it.
@usableFromInline
struct AtomicWord: BitwiseCopyable, @unchecked Sendable {
  // Ownership: the word lives in a SharedMemory that the holder of this value keeps alive; every access is atomic.
  @usableFromInline let pointer: UnsafeMutablePointer<Atomic<UInt64>>

  @inlinable init(pointer: UnsafeMutablePointer<Atomic<UInt64>>) {
    self.pointer = pointer
  }

  // SAFETY (all below): the pointer is valid as long as its holder keeps the SharedMemory, and atomics may be used by
  // any number of threads at once.

  @inlinable func loadRelaxed() -> UInt64 { pointer.pointee.load(ordering: .relaxed) }

  @inlinable func loadAcquiring() -> UInt64 { pointer.pointee.load(ordering: .acquiring) }

  @inlinable func storeRelaxed(_ value: UInt64) { pointer.pointee.store(value, ordering: .relaxed) }

  @inlinable func storeReleasing(_ value: UInt64) { pointer.pointee.store(value, ordering: .releasing) }

  /// Adds 1 and returns what was there before.
  @inlinable func incrementAcquiring() -> UInt64 {
    pointer.pointee.wrappingAdd(1, ordering: .acquiring).oldValue
  }

  @inlinable func addRelaxed(_ value: UInt64) { pointer.pointee.wrappingAdd(value, ordering: .relaxed) }

  @inlinable func incrementReleasing() { pointer.pointee.wrappingAdd(1, ordering: .releasing) }

  /// Stores `value` and returns what was there before.
  @inlinable func exchangeReleasing(_ value: UInt64) -> UInt64 {
    pointer.pointee.exchange(value, ordering: .releasing)
  }
}

/// An array of atomic words in shared memory, without bounds checks.
@usableFromInline
struct AtomicWords: BitwiseCopyable, @unchecked Sendable {
  // Ownership: as for `AtomicWord`.
  @usableFromInline let base: UnsafeMutableRawPointer
  @usableFromInline let stride: Int

  init(base: UnsafeMutableRawPointer, stride: Int) {
    self.base = base
    self.stride = stride
  }

  @inlinable subscript(index: Int) -> AtomicWord {
    // SAFETY: the caller passes an index below the count given to `SharedMemory.words`, which bound a word there.
    AtomicWord(pointer: (base + index &* stride).assumingMemoryBound(to: Atomic<UInt64>.self))
  }
}

/// A 32-bit atomic word that the kernel can put threads to sleep on (futex(2)).
struct FutexWord: BitwiseCopyable, @unchecked Sendable {
  // Ownership: as for `AtomicWord`.
  private let pointer: UnsafeMutablePointer<Atomic<UInt32>>

  init(pointer: UnsafeMutablePointer<Atomic<UInt32>>) {
    self.pointer = pointer
  }

  /// The word's address as futex(2) wants it.
  @_noLocks func address() -> UnsafeMutablePointer<UInt32> {
    // SAFETY: Atomic<UInt32> has the representation of UInt32; the kernel reads it atomically, and no Swift code
    // dereferences this pointer.
    UnsafeMutableRawPointer(pointer).assumingMemoryBound(to: UInt32.self)
  }

  // SAFETY (all below): as for `AtomicWord`.

  @_noLocks func exchangeAcquiring(_ value: UInt32) -> UInt32 {
    pointer.pointee.exchange(value, ordering: .acquiring)
  }

  @_noLocks func exchangeReleasing(_ value: UInt32) -> UInt32 {
    pointer.pointee.exchange(value, ordering: .releasing)
  }

  /// Stores `desired` if the word holds `expected`; returns whether it did.
  @_noLocks func compareExchangeRelaxed(expected: UInt32, desired: UInt32) -> Bool {
    pointer.pointee.compareExchange(expected: expected, desired: desired, ordering: .relaxed).exchanged
  }
}

/// An array of places for elements in shared memory, without bounds checks.
///
/// The rule for its users: before a place is read or written, the thread must have gained it by an acquiring operation
/// whose releasing partner was executed by the thread that used the place last. Then the plain accesses never race.
@usableFromInline
struct Slots<Element: BitwiseCopyable>: BitwiseCopyable, @unchecked Sendable {
  // Ownership: the rule above; the holder of this value keeps the SharedMemory alive.
  @usableFromInline let base: UnsafeMutableRawPointer
  @usableFromInline let stride: Int

  init(base: UnsafeMutableRawPointer, stride: Int) {
    self.base = base
    self.stride = stride
  }

  @inlinable func write(_ element: Element, at index: Int) {
    // SAFETY: the caller passes an index below the count given to `SharedMemory.slots` and owns the place by the rule
    // above. Elements are bitwise copyable, so an old value needs no deinitialisation.
    (base + index &* stride).storeBytes(of: element, as: Element.self)
  }

  @inlinable func read(at index: Int) -> Element {
    // SAFETY: as for `write`, and the place was written before: an index is handed on only after a write.
    (base + index &* stride).load(as: Element.self)
  }
}
