/// The pushing side of an `SPSCRing`: may move to another thread, can't be shared by two.
///
/// Keep it where only its own thread's data lies (a local variable, or an object of that thread): it is written on every
/// push, and the consumer's thread would pay for sharing a cache line with it.
public struct Producer<Element: BitwiseCopyable & Sendable>: ~Copyable, Sendable {
  @usableFromInline let storage: RingStorage<Element>
  /// What `storage.tail` holds: nobody else writes it, so there is no need to load it.
  @usableFromInline var tail: UInt64 = 0
  /// `storage.head` as last seen. The true one is never below it, so room found here is room indeed; the shared word,
  /// whose cache line the consumer owns, is looked at only when this copy says full.
  @usableFromInline var knownHead: UInt64 = 0
  /// What `tail` was when the ring was last found full.
  @usableFromInline var fullTail: UInt64 = 0
  /// Held for its lifetime alone.
  let memory: SharedMemory

  init(storage: RingStorage<Element>, memory: SharedMemory) {
    self.storage = storage
    self.memory = memory
  }

  deinit {
    // Releasing, pairs with the acquiring load in `isAbandoned`.
    storage.departures.incrementReleasing()
  }

  /// How many elements the ring holds: the capacity asked for, rounded up to a power of two.
  @inlinable public var capacity: Int { Int(truncatingIfNeeded: storage.capacity) }

  /// How many elements were in the ring at some moment during the call. The consumer may have popped some since: an
  /// upper bound.
  ///
  /// Wait-free, for the producer's thread.
  @inlinable public var count: Int {
    // Relaxed: a number to look at, nothing is read on its strength.
    Int(truncatingIfNeeded: tail &- storage.head.loadRelaxed())
  }

  /// Whether the consumer is gone, so that nobody will pop what is pushed. Once true it stays true.
  ///
  /// Wait-free, for the producer's thread.
  @inlinable public var isAbandoned: Bool { storage.isAbandoned }

  /// Appends `element`, or returns false and changes nothing when the ring is full.
  ///
  /// A ring found full may cease to be full at any moment; one found with room keeps it until the next push.
  /// Wait-free, safe on the sample path; the first full look after several elements takes half a microsecond.
  @inlinable public mutating func push(_ element: Element) -> Bool {
    if tail &- knownHead > storage.mask {
      // Acquiring, pairs with the releasing store in `Consumer.pop` and `drain`: the consumer has finished reading
      // the places it gives back here.
      knownHead = storage.head.loadAcquiring()
      if tail &- knownHead > storage.mask {
        lookAway()
        return false
      }
    }
    storage.slots.write(element, at: storage.place(of: tail))
    tail &+= 1
    // Releasing, pairs with the acquiring loads in `Consumer.pop` and `drain`: the element is written before it is
    // announced.
    storage.tail.storeReleasing(tail)
    return true
  }

  /// Leaves the consumer alone with its cache lines for a moment, when it was found to be outrun; see `Consumer.lookAway`.
  @inlinable mutating func lookAway() {
    let count = tail &- fullTail
    fullTail = tail
    if count > 1 { spin(32) } else if count == 1 { spin(2) }
  }
}
