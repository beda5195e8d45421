// Set-up takes about 50 transfers, all of which must succeed: on a bus that loses one in ten, a chip would never start
// if each had a single try. Sampling has its own retries, which look at the kind of failure.

extension RegisterPort {
  /// How often a transfer of the set-up is tried.
  static let setUpAttempts = 3
  /// Pause before another try, so that a glitch or another controller has gone.
  static let setUpPauseMilliseconds: UInt64 = 1

  /// Reads one register, trying again within bounds. Not for the sampling thread.
  mutating func readRetrying(_ register: UInt8) throws(BusError) -> UInt8 {
    var error = fetch(from: register, count: 1)
    for _ in 1..<Self.setUpAttempts where error != nil {
      pause(milliseconds: Self.setUpPauseMilliseconds)
      error = fetch(from: register, count: 1)
    }
    if let error { throw error }
    return byte(0)
  }

  /// Writes one register, trying again within bounds: writing the same value twice does no harm to these registers. Not
  /// for the sampling thread.
  mutating func writeRetrying(_ value: UInt8, to register: UInt8) throws(BusError) {
    for _ in 1..<Self.setUpAttempts {
      do throws(BusError) { return try write(value, to: register) } catch {
        pause(milliseconds: Self.setUpPauseMilliseconds)
      }
    }
    try write(value, to: register)
  }
}
