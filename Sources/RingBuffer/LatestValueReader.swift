/// The reading side of a `LatestValue`: copy it to as many threads as you like, and share one as you like.
///
/// It keeps the cell alive, also after the writer is gone.
public struct LatestValueReader<Value: BitwiseCopyable & Sendable>: Sendable {
  /// For who holds this, and may not count references: the same reads by a plain value.
  @usableFromInline package let storage: LatestValueStorage<Value>
  /// Held for its lifetime alone.
  let memory: SharedMemory

  init(storage: LatestValueStorage<Value>, memory: SharedMemory) {
    self.storage = storage
    self.memory = memory
  }

  /// The latest value, whole, or nil when there is none.
  ///
  /// Reads of one thread never step back to an older value. Wait-free, for any thread; a thread that is suspended in
  /// the middle of a read pins one slot, and nothing else, until it goes on.
  @inlinable public func read() -> Value? { storage.read() }
}
