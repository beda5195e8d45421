/// The publishing side of a `LatestValue`: may move to another thread, can't be shared by two.
///
/// When it goes, readers keep the last value; `clear` first if they shouldn't.
public struct LatestValueWriter<Value: BitwiseCopyable & Sendable>: ~Copyable, Sendable {
  @usableFromInline let storage: LatestValueStorage<Value>
  /// The slot readers are sent to now, or `LatestValueWord.noSlot`. Nobody else changes it.
  @usableFromInline var currentSlot = LatestValueWord.noSlot
  /// Where the search for a free slot begins: the one unused for longest comes first.
  @usableFromInline var nextSlot = 0
  /// Held for its lifetime alone.
  let memory: SharedMemory

  init(storage: LatestValueStorage<Value>, memory: SharedMemory) {
    self.storage = storage
    self.memory = memory
  }

  /// Makes `value` what readers get from now on.
  ///
  /// Returns false, and leaves the former value in place, when more threads than the cell was made for are in the
  /// middle of a read and each pins another value; the next attempt may succeed.
  /// Wait-free (looks at each slot at most once), safe on the sample path.
  @inlinable public mutating func publish(_ value: Value) -> Bool {
    for _ in 0..<storage.slotCount {
      let slot = nextSlot
      nextSlot = slot &+ 1 == storage.slotCount ? 0 : slot &+ 1
      // Acquiring, pairs with the releasing increment in `LatestValueReader.read`: zero means that each reader which
      // started here has finished (increments in between belong to the same release sequence), so the slot is ours.
      if slot != currentSlot, storage.balances[slot].loadAcquiring() == 0 {
        storage.slots.write(value, at: slot)
        replaceCurrent(by: slot)
        return true
      }
    }
    return false
  }

  /// Empties the cell: readers get nil until the next value.
  ///
  /// Wait-free, safe on the sample path.
  @inlinable public mutating func clear() {
    replaceCurrent(by: LatestValueWord.noSlot)
  }

  @inlinable mutating func replaceCurrent(by slot: Int) {
    // Releasing, pairs with the acquiring increment in `LatestValueReader.read`: the value is written before readers
    // are sent to it.
    let former = storage.current.exchangeReleasing(UInt64(truncatingIfNeeded: slot) << LatestValueWord.indexShift)
    if currentSlot != LatestValueWord.noSlot {
      // Relaxed: only this thread looks at the balance, and an atomic addition keeps the release sequences intact.
      storage.balances[currentSlot].addRelaxed(0 &- (former & LatestValueWord.countMask))
    }
    currentSlot = slot
  }
}
