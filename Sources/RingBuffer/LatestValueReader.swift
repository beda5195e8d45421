/// The reading side of a `LatestValue`: copy it to as many threads as you like, and share one as you like.
///
/// It keeps the cell alive, also after the writer is gone.
public struct LatestValueReader<Value: BitwiseCopyable & Sendable>: Sendable {
  @usableFromInline let storage: LatestValueStorage<Value>
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
  @inlinable public func read() -> Value? {
    // Acquiring, pairs with the releasing exchange in `LatestValueWriter.replaceCurrent`: the value in the slot that
    // the word names is written. Counting up pins the slot in the same step.
    let word = storage.current.incrementAcquiring()
    let slot = Int(truncatingIfNeeded: word >> LatestValueWord.indexShift)
    if slot == LatestValueWord.noSlot { return nil }
    let value = storage.slots.read(at: slot)
    // Releasing, pairs with the acquiring load in `LatestValueWriter.publish`: the value is read before the slot may
    // be written again.
    storage.balances[slot].incrementReleasing()
    return value
  }
}
