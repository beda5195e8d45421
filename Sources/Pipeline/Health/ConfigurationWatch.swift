/// When the next configuration registers are looked at: up to four neighbours every 50 ms, beside a sample.
///
/// All are seen within twelve such looks, or twelve sample periods where those are longer: 0.45 s for an MPU-6050, 0.6 s for an
/// LSM6DS3 at 20 Hz and above.
struct ConfigurationWatch: BitwiseCopyable, Sendable {
  static var intervalNanoseconds: UInt64 { @_noLocks get { 50_000_000 } }

  private var nextNanoseconds: UInt64 = 0

  @_noLocks init() {}

  /// Whether a look is due; the next one is due an interval later.
  @_noLocks mutating func isDue(_ now: UInt64) -> Bool {
    guard now >= nextNanoseconds else { return false }
    nextNanoseconds = now &+ Self.intervalNanoseconds
    return true
  }
}
