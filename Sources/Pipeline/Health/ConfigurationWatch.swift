/// When the next configuration register is looked at: one every 50 ms, beside a sample.
///
/// A plan has at most 16 of them, so that a lost configuration is found within 16 times 50 ms, or 16 sample periods where
/// those are longer: 0.5 s for an MPU-6050, 0.6 s for an LSM6DS3 at 20 Hz and above.
struct ConfigurationWatch: BitwiseCopyable, Sendable {
  static var intervalNanoseconds: UInt64 { @_noLocks get { 50_000_000 } }

  private var nextNanoseconds: UInt64 = 0

  @_noLocks init() {}

  /// Whether a register is due; the next one is due an interval later.
  @_noLocks mutating func isDue(_ now: UInt64) -> Bool {
    guard now >= nextNanoseconds else { return false }
    nextNanoseconds = now &+ Self.intervalNanoseconds
    return true
  }
}
