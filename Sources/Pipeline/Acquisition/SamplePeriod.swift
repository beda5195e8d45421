/// The chip's true sample period, learnt from the edges: a chip's clock may be off by several percent.
struct SamplePeriod: BitwiseCopyable, Sendable {
  /// Estimate in nanoseconds.
  private(set) var nanoseconds: Double

  private let shortest: Double
  private let longest: Double

  /// How far the estimate may go from the nominal period: chips are off by several percent. A chip that runs at another
  /// rate altogether has lost its configuration, and must not teach that rate as its period.
  private static var tolerance: Double { @_noLocks get { 0.2 } }
  /// Share of a new interval in the estimate: settles within about a hundred samples and averages out edge jitter.
  private static var gain: Double { @_noLocks get { 1.0 / 32 } }

  @_noLocks init(nominalNanoseconds: UInt64) {
    nanoseconds = Double(nominalNanoseconds)
    shortest = nanoseconds * (1 - Self.tolerance)
    longest = nanoseconds * (1 + Self.tolerance)
  }

  /// How many samples lie between two that are this far apart: 0 for neighbours.
  @_noLocks func missing(intervalNanoseconds: UInt64) -> UInt64 {
    let periods = Double(intervalNanoseconds) / nanoseconds
    return periods < 1.5 ? 0 : UInt64(periods + 0.5) &- 1
  }

  /// The latest instant of the sample grid through `anchor` that is not later than `now`, but at least one period on.
  @_noLocks func instant(notAfter now: UInt64, from anchor: UInt64) -> UInt64 {
    let periods = UInt64(Double(now &- anchor) / nanoseconds)
    return anchor &+ UInt64(Double(max(periods, 1)) * nanoseconds)
  }

  /// Learns from the interval between two neighbours; one that hides a gap is left out.
  @_noLocks mutating func learn(intervalNanoseconds: UInt64) {
    let interval = Double(intervalNanoseconds)
    guard interval > 0.5 * nanoseconds, interval < 1.5 * nanoseconds else { return }
    nanoseconds = min(max(nanoseconds + (interval - nanoseconds) * Self.gain, shortest), longest)
  }

  /// Takes over what was learnt otherwise.
  @_noLocks mutating func adopt(nanoseconds learnt: Double) { nanoseconds = min(max(learnt, shortest), longest) }
}
