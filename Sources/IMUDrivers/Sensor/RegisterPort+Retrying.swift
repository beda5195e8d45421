// Set-up takes about 50 transfers, all of which must succeed: on a bus that loses one in ten, a chip would never start
// if each had a single try. Sampling has its own retries, which look at the kind of failure.

extension RegisterPort {
  /// How often a transfer of the set-up is tried, and how often the set-up as a whole.
  static let setUpAttempts = 3
  /// Pause before another try, so that a glitch or another controller has gone.
  static let setUpPauseMilliseconds: UInt64 = 1

  /// Behind a transfer of the set-up that failed, before another try. One time-out may be a glitch; behind two in a row the data line is
  /// held, wherever in the set-up that struck, and is clocked free. Not for the sampling thread.
  mutating func prepareRetry(after error: BusError, pauseMilliseconds: UInt64 = setUpPauseMilliseconds) {
    if error.isTimeout, hasTimedOut, bus.clearBus() { busClears += 1 }
    hasTimedOut = error.isTimeout
    pause(milliseconds: pauseMilliseconds)
  }

  /// ``fetch(from:count:at:splitting:)``, trying again within bounds. Not for the sampling thread.
  mutating func fetchRetrying(from register: UInt8, count: Int) -> BusError? {
    retrying { $0.fetch(from: register, count: count) }
  }

  /// Reads one register, trying again within bounds. Not for the sampling thread.
  mutating func readRetrying(_ register: UInt8) throws(BusError) -> UInt8 {
    if let error = fetchRetrying(from: register, count: 1) { throw error }
    return byte(0)
  }

  /// Whether one register can be read, at the first try: a chip amid its reset may not acknowledge. Not for the sampling thread.
  mutating func reads(_ register: UInt8) -> Bool {
    guard let error = fetch(from: register, count: 1) else { return true }
    prepareRetry(after: error, pauseMilliseconds: 0)
    return false
  }

  /// Reads one register until two reads in a row agree, within bounds: a bit of one may be wrong. Not for the sampling thread.
  mutating func readConfirmed(_ register: UInt8) throws(BusError) -> UInt8 {
    var value = try readRetrying(register)
    for _ in 1..<Self.setUpAttempts {
      let next = try readRetrying(register)
      if next == value { break }
      value = next
    }
    return value
  }

  /// Writes one register, trying again within bounds: writing the same value twice does no harm to these registers. Not
  /// for the sampling thread.
  mutating func writeRetrying(_ value: UInt8, to register: UInt8) throws(BusError) {
    if let error = retrying({ $0.put(value, to: register) }) { throw error }
  }

  private mutating func retrying(_ transfer: (inout RegisterPort) -> BusError?) -> BusError? {
    var error = transfer(&self)
    for _ in 1..<Self.setUpAttempts {
      guard let failed = error else { break }
      prepareRetry(after: failed)
      error = transfer(&self)
    }
    if error == nil { hasTimedOut = false }
    return error
  }
}
