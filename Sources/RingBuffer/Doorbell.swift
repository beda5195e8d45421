/// Wakes a thread that sleeps until there is something to do.
///
/// Any thread rings; one thread waits. Rings that nobody waits for are kept as one: the next wait returns at once.
/// A ring costs a system call only if a thread sleeps at that moment, else one atomic exchange.
///
/// A doorbell is a handle that can't be copied by accident, because copying counts references, which has no place on the
/// sample path; `share` makes another handle on the same bell. One handle may also be used by several threads at once.
///
/// A ring tells what was done before it: what the ringing thread wrote is visible to the thread that `wait` woke.
///
/// Why no ring is lost: all changes of the word are atomic, hence in one order. The waiter goes to sleep only after it
/// has turned idle into sleeping. A ring before that turns idle into rung, so the waiter's exchange fails and it does
/// not sleep. A ring after it finds sleeping and wakes through the kernel, which looks at the word again, under its own
/// lock, before it puts the waiter to sleep (futex(2)): if the wake-up came first, the word is no longer "sleeping" and
/// the waiter returns at once.
public struct Doorbell: ~Copyable, Sendable {
  private enum State {
    static let idle: UInt32 = 0
    static let rung: UInt32 = 1
    static let sleeping: UInt32 = 2
  }

  private let word: FutexWord
  /// Held for its lifetime alone.
  private let memory: SharedMemory

  /// Makes a doorbell that has not been rung. May block (allocates): not for the sample path.
  public init() {
    memory = SharedMemory(byteCount: SharedMemory.separation)
    word = memory.futexWord(at: 0)
  }

  private init(word: FutexWord, memory: SharedMemory) {
    self.word = word
    self.memory = memory
  }

  /// Another handle on the same bell, for another owner. Counts a reference: not for the sample path.
  public func share() -> Doorbell {
    Doorbell(word: word, memory: memory)
  }

  /// Wakes the waiting thread, or lets its next wait return at once.
  ///
  /// Never waits; for any thread, safe on the sample path.
  @_noLocks public func ring() {
    // Releasing, pairs with the acquiring exchanges in `wait`: what was written before the ring is seen after it.
    // Must not be skipped when the word already says rung: the waiter may be taking that older ring this moment, and
    // would not see what this one announces.
    if word.exchangeReleasing(State.rung) == State.sleeping {
      word.wakeOne()
    }
  }

  /// Sleeps until the doorbell has been rung or the deadline has come. Returns true when it was rung (the ring is then
  /// used up), false at the deadline; a ring that came first wins.
  ///
  /// For one thread at a time. Sleeps, which is its purpose on the sample path; signals and spurious wake-ups don't end
  /// it early.
  /// - Parameter deadline: CLOCK_MONOTONIC in nanoseconds. One in the past asks without sleeping.
  @_noLocks public func wait(untilNanoseconds deadline: UInt64) -> Bool {
    while true {
      // Acquiring, pairs with the releasing exchange in `ring`. Also takes back "sleeping" after a wake-up without a
      // ring.
      if word.exchangeAcquiring(State.idle) == State.rung { return true }
      if monotonicNanoseconds() >= deadline { return false }
      // Relaxed: announces nothing but itself; if it fails, the next round takes the ring.
      if word.compareExchangeRelaxed(expected: State.idle, desired: State.sleeping) {
        // Whatever it answers (woken, word changed, interrupted, deadline), the next round finds out by word and clock;
        // so the loop is bounded by the deadline even if the kernel refuses to sleep.
        _ = word.sleep(whileEqualTo: State.sleeping, untilNanoseconds: deadline)
      }
    }
  }
}
