extension IMUSensor {
  /// Largest part of the sample period that reading a sample may take: the rest is for retries and for the bus's others.
  static let largestBusShare = 0.8
  /// Reads that the time is taken from.
  static let measuredReads = 3

  /// Refuses a rate that the bus can't carry, by the time that reading a sample really takes: buses often run slower than they
  /// are set to, and some adapters take their time between messages. The chip is put to sleep then.
  ///
  /// Takes three reads; not for the sampling thread.
  public mutating func requireBusTime() throws(SensorError) {
    var shortest = UInt64.max
    for _ in 0..<Self.measuredReads {
      var raw = RawSample()
      let began = nowNanoseconds
      if case .failed = read(into: &raw) { continue }
      shortest = min(shortest, nowNanoseconds &- began)
    }
    guard shortest != .max, Double(shortest) > Self.largestBusShare * Double(active.periodNanoseconds) else { return }
    // The chip must not go on sampling for nobody; if that fails too, the first reason is the one to tell.
    do throws(SensorError) { try stop() } catch {}
    throw SensorError(
      bus: port.bus.name, address: port.address,
      reason: .busTooSlow(
        readMicroseconds: Int(shortest / 1000), hertz: active.sampleRateHertz,
        carries: Self.largestBusShare * 1e9 / Double(shortest)))
  }
}
