/// The chip's true sample period, learnt from the edges: a chip's clock may be off by several percent.
struct SamplePeriod: BitwiseCopyable, Sendable {
  /// Estimate in nanoseconds.
  private(set) var nanoseconds: Double

  /// Share of a new interval in the estimate: settles within about a hundred samples and averages out edge jitter.
  private static var gain: Double { @_noLocks get { 1.0 / 32 } }

  @_noLocks init(nominalNanoseconds: UInt64) { nanoseconds = Double(nominalNanoseconds) }

  /// How many samples lie between two that are this far apart: 0 for neighbours.
  @_noLocks func missing(intervalNanoseconds: UInt64) -> UInt64 {
    let periods = Double(intervalNanoseconds) / nanoseconds
    return periods < 1.5 ? 0 : UInt64(periods + 0.5) &- 1
  }

  /// Learns from the interval between two neighbours; one that hides a gap is left out.
  @_noLocks mutating func learn(intervalNanoseconds: UInt64) {
    let interval = Double(intervalNanoseconds)
    guard interval > 0.5 * nanoseconds, interval < 1.5 * nanoseconds else { return }
    nanoseconds += (interval - nanoseconds) * Self.gain
  }
}
