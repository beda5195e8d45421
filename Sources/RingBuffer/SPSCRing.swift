/// A bounded queue between exactly one producing and one consuming thread.
///
///     var ring = SPSCRing<Sample>(capacity: 1024)
///     var producer = ring.producer   // goes to one thread
///     var consumer = ring.consumer   // goes to another
///
/// Allocates once, when it is made. Every operation is wait-free: it ends after a bounded number of steps whatever the
/// other side does. A full ring refuses an element and overwrites nothing. The two sides can't be copied, so a second
/// producer or consumer does not compile. The memory is freed when both sides are gone; a side left over stays usable.
@frozen
public struct SPSCRing<Element: BitwiseCopyable & Sendable>: ~Copyable, Sendable {
  /// The side that pushes.
  public let producer: Producer<Element>
  /// The side that pops.
  public let consumer: Consumer<Element>

  /// Makes an empty ring. May block (allocates): not for the sample path.
  ///
  /// - Parameter capacity: How many elements it must hold at least; rounded up to a power of two, see
  ///   `Producer.capacity`. From 1 to 2^30; anything else is a programmer error and traps.
  public init(capacity: Int) {
    precondition((1...1 << 30).contains(capacity), "a ring holds from 1 to 2^30 elements")
    let (storage, memory) = RingStorage<Element>.make(capacity: RingStorage<Element>.roundedUp(capacity))
    producer = Producer(storage: storage, memory: memory)
    consumer = Consumer(storage: storage, memory: memory)
  }
}

/// What both sides of a ring share: a plain value, so that using it counts no references. Its holder keeps the memory.
///
/// Indices count elements since the beginning and never step back; the place of index i is i modulo the capacity.
/// They wrap after 2^64 elements, and `&-` stays right across the wrap.
@usableFromInline
struct RingStorage<Element: BitwiseCopyable & Sendable>: BitwiseCopyable, Sendable {
  /// Index of the next element to push. Written by the producer alone.
  @usableFromInline let tail: AtomicWord
  /// Index of the next element to pop. Written by the consumer alone.
  @usableFromInline let head: AtomicWord
  /// How many sides are gone.
  @usableFromInline let departures: AtomicWord
  @usableFromInline let slots: Slots<Element>
  @usableFromInline let mask: UInt64

  /// Allocates a ring of `capacity`, a power of two.
  static func make(capacity: Int) -> (RingStorage, SharedMemory) {
    let separation = SharedMemory.separation
    let stride = MemoryLayout<Element>.stride
    let memory = SharedMemory(byteCount: 3 * separation + capacity * stride)
    let storage = RingStorage(
      tail: memory.word(at: separation), head: memory.word(at: 2 * separation), departures: memory.word(at: 0),
      slots: memory.slots(of: Element.self, at: 3 * separation, count: capacity, stride: stride),
      mask: UInt64(capacity - 1))
    return (storage, memory)
  }

  /// The least power of two that is not below `capacity` (1 or more).
  static func roundedUp(_ capacity: Int) -> Int {
    1 << (Int.bitWidth - (capacity - 1).leadingZeroBitCount)
  }

  @inlinable var capacity: UInt64 { mask &+ 1 }

  @inlinable func place(of index: UInt64) -> Int { Int(truncatingIfNeeded: index & mask) }

  /// Whether one side is gone. Acquiring, pairs with the releasing increment in the sides' `deinit`: whoever sees the
  /// other side gone also sees everything it did before.
  @inlinable var isAbandoned: Bool { departures.loadAcquiring() != 0 }
}
