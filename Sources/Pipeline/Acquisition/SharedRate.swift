import Synchronization

/// The rate at which values are published: set by consumers, looked at by the acquisition thread with each sample.
final class SharedRate: Sendable {
  private let bits: Atomic<UInt64>

  init(_ interval: UpdateInterval) { bits = Atomic(interval.publicationHertz.bitPattern) }

  /// The rate in hertz, 10 or more; infinite for every sample.
  var hertz: Double {
    // Relaxed: a lone number that guards nothing; its partner is the store in set(_:).
    @_noLocks get { Double(bitPattern: bits.load(ordering: .relaxed)) }
  }

  /// - Parameter interval: that of the most demanding consumer.
  func set(_ interval: UpdateInterval) {
    // Relaxed: partner of the load in `hertz`.
    bits.store(interval.publicationHertz.bitPattern, ordering: .relaxed)
  }
}
