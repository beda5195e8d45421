import Synchronization

/// The rate at which values are wanted: set by consumers, looked at by the acquisition thread with each sample.
final class SharedRate: Sendable {
  private let bits: Atomic<UInt64>

  init(_ interval: UpdateInterval) { bits = Atomic(interval.hertz.bitPattern) }

  /// The rate in hertz; infinite for every sample.
  var hertz: Double {
    // Relaxed: a lone number that guards nothing; its partner is the store in set(_:).
    @_noLocks get { Double(bitPattern: bits.load(ordering: .relaxed)) }
  }

  func set(_ interval: UpdateInterval) {
    // Relaxed: partner of the load in `hertz`.
    bits.store(interval.hertz.bitPattern, ordering: .relaxed)
  }
}
