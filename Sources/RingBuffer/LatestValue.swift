/// A cell that holds the latest value of a stream: one thread publishes, any number of threads read.
///
///     var cell = LatestValue<Attitude>()
///     var writer = cell.writer    // goes to the publishing thread
///     let reader = cell.reader    // may be copied to any thread
///
/// No reader ever sees a value half written, waits for the writer or tries again; the writer never waits for a reader.
/// Until the first value, and after `LatestValueWriter.clear`, readers get nil.
///
/// The method is the register of M. Ianni, A. Pellegrini and F. Quaglia, "Anonymous Readers Counting: A wait-free
/// multi-word atomic register algorithm for scalable data sharing on multi-core machines", IEEE Transactions on
/// Parallel and Distributed Systems 30(2), 2019: one atomic word names the current slot and counts the readers that
/// have started on it, so that a single fetch-and-add both finds the slot and pins it. It is wait-free where
/// fetch-and-add is one instruction (x86-64, ARMv8.1); older ARM cores build it from a short load-exclusive loop.
@frozen
public struct LatestValue<Value: BitwiseCopyable & Sendable>: ~Copyable, Sendable {
  /// The side that publishes.
  public let writer: LatestValueWriter<Value>
  /// The side that reads; copy it freely.
  public let reader: LatestValueReader<Value>

  /// Makes an empty cell. May block (allocates): not for the sample path.
  ///
  /// - Parameter concurrentReaders: How many threads may be in the middle of a read, each of a different value, without
  ///   obstructing the writer: 1 to 253, anything else is a programmer error and traps. Any number of threads may hold
  ///   a reader.
  public init(concurrentReaders: Int = 14) {
    precondition((1...253).contains(concurrentReaders), "a cell serves from 1 to 253 concurrent readers")
    // One slot for each reader, one for the current value, one to write the next value into.
    let (storage, memory) = LatestValueStorage<Value>.make(slotCount: concurrentReaders + 2)
    writer = LatestValueWriter(storage: storage, memory: memory)
    reader = LatestValueReader(storage: storage, memory: memory)
  }
}

/// What the writer and the readers of a cell share: a plain value, so that using it counts no references. Its holder
/// keeps the memory.
@usableFromInline
package struct LatestValueStorage<Value: BitwiseCopyable & Sendable>: BitwiseCopyable, Sendable {
  /// The index of the current slot in the upper 8 bits, or `noSlot`; below, how many readers have started on it.
  @usableFromInline let current: AtomicWord
  /// For each slot, the readers that have finished minus those that have started. The started ones are subtracted when
  /// the slot is replaced, so for every slot but the current one, zero means that nobody reads it.
  @usableFromInline let balances: AtomicWords
  @usableFromInline let slots: Slots<Value>
  @usableFromInline let slotCount: Int

  /// See `LatestValueReader.read`.
  @inlinable package func read() -> Value? {
    // Acquiring, pairs with the releasing exchange in `LatestValueWriter.replaceCurrent`: the value in the slot that
    // the word names is written. Counting up pins the slot in the same step.
    let word = current.incrementAcquiring()
    let slot = Int(truncatingIfNeeded: word >> LatestValueWord.indexShift)
    if slot == LatestValueWord.noSlot { return nil }
    let value = slots.read(at: slot)
    // Releasing, pairs with the acquiring load in `LatestValueWriter.publish`: the value is read before the slot may
    // be written again.
    balances[slot].incrementReleasing()
    return value
  }

  static func make(slotCount: Int) -> (LatestValueStorage, SharedMemory) {
    let separation = SharedMemory.separation
    let valueBytes = (MemoryLayout<Value>.size + separation - 1) / separation * separation
    let stride = separation + valueBytes
    let memory = SharedMemory(byteCount: separation + slotCount * stride)
    let storage = LatestValueStorage(
      current: memory.word(at: 0), balances: memory.words(at: separation, count: slotCount, stride: stride),
      slots: memory.slots(of: Value.self, at: 2 * separation, count: slotCount, stride: stride), slotCount: slotCount)
    // Relaxed: no other thread knows the cell yet.
    storage.current.storeRelaxed(LatestValueWord.empty)
    return (storage, memory)
  }
}

/// How the word of a `LatestValue` is divided.
@usableFromInline
enum LatestValueWord {
  @usableFromInline static let indexShift: UInt64 = 56
  /// 2^56 reads of one and the same value would overflow the count: more than two years at one a nanosecond.
  @usableFromInline static let countMask: UInt64 = (1 << 56) - 1
  /// The index that stands for no value.
  @usableFromInline static let noSlot = 255
  @usableFromInline static let empty: UInt64 = 255 << 56
}
