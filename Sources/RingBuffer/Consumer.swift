/// The popping side of an `SPSCRing`: may move to another thread, can't be shared by two.
///
/// Keep it where only its own thread's data lies, for the reason given at `Producer`.
public struct Consumer<Element: BitwiseCopyable & Sendable>: ~Copyable, Sendable {
  @usableFromInline let storage: RingStorage<Element>
  /// What `storage.head` holds: nobody else writes it, so there is no need to load it.
  @usableFromInline var head: UInt64 = 0
  /// `storage.tail` as last seen. The true one is never below it, so an element found here is there indeed; the shared
  /// word, whose cache line the producer owns, is looked at only when this copy says empty.
  @usableFromInline var knownTail: UInt64 = 0
  /// What `head` was when the ring was last found empty.
  @usableFromInline var emptyHead: UInt64 = 0
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

  /// How many elements were in the ring at some moment during the call. The producer may have pushed more since: a
  /// lower bound.
  ///
  /// Wait-free, for the consumer's thread.
  @inlinable public var count: Int {
    // Relaxed: a number to look at, nothing is read on its strength.
    Int(truncatingIfNeeded: storage.tail.loadRelaxed() &- head)
  }

  /// Whether the producer is gone. Once true it stays true, and then an empty ring stays empty: ask this first, then
  /// pop until nil.
  ///
  /// Wait-free, for the consumer's thread.
  @inlinable public var isAbandoned: Bool { storage.isAbandoned }

  /// Removes and returns the oldest element, or returns nil when the ring is empty.
  ///
  /// A ring found empty may cease to be empty at any moment. Wait-free, safe on the sample path; the first empty look after
  /// several elements takes half a microsecond.
  @inlinable public mutating func pop() -> Element? {
    if head == knownTail {
      // Acquiring, pairs with the releasing store in `Producer.push`: elements announced here are written.
      knownTail = storage.tail.loadAcquiring()
      if head == knownTail {
        lookAway()
        return nil
      }
    }
    let element = storage.slots.read(at: storage.place(of: head))
    head &+= 1
    // Releasing, pairs with the acquiring load in `Producer.push`: the place is read before it is given back.
    storage.head.storeReleasing(head)
    return element
  }

  /// Leaves the producer alone with its cache lines for a moment, when it was found to be outrun.
  ///
  /// Each look at `tail` takes that line from the producer, who then waits for it with the next push. A consumer that is
  /// quicker and looks at once gets elements one by one, each at the price of two lines' way; after a pause it finds several.
  /// Once an empty look, and long only where several came since the last one: who waits for single elements, as in a
  /// dialogue of two threads, loses nothing. Measured: docs/performance.md.
  @inlinable mutating func lookAway() {
    let count = head &- emptyHead
    emptyHead = head
    if count > 1 { spin(32) } else if count == 1 { spin(2) }
  }

  /// Hands the elements that are in the ring now to `body`, oldest first, and returns how many there were.
  ///
  /// Elements pushed while it runs are left for the next call, so the work is bounded. Each place is given back when
  /// its element has been handled. Wait-free apart from `body`, safe on the sample path.
  @inlinable public mutating func drain(_ body: (Element) -> Void) -> Int {
    // Acquiring, pairs with the releasing store in `Producer.push`, as in `pop`.
    knownTail = storage.tail.loadAcquiring()
    let end = knownTail
    let start = head
    while head != end {
      body(storage.slots.read(at: storage.place(of: head)))
      head &+= 1
      // Releasing, pairs with the acquiring load in `Producer.push`, as in `pop`.
      storage.head.storeReleasing(head)
    }
    return Int(truncatingIfNeeded: end &- start)
  }
}
