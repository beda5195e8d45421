/// When a chip without edges is asked: a little after each sample is expected, so that one question brings it. Now and then,
/// and as long as samples come sooner than expected, a little before: only "nothing new" proves that none is overlooked, should
/// the chip's clock run faster than it is known to.
struct PollPhase: BitwiseCopyable, Sendable {
  /// Shares of a period: how long after the expected time is asked, how long before it, at least and at most, and after how
  /// long again where nothing had come by then: no whole part of a period, so that no phase is met again and again.
  private static var late: Double { @_noLocks get { 1.0 / 16 } }
  private static var shortestLead: Double { @_noLocks get { 0.15 } }
  private static var longestLead: Double { @_noLocks get { 0.45 } }
  private static var again: Double { @_noLocks get { 0.23 } }
  /// Most samples between two early questions.
  private static var longestSpacing: Int { @_noLocks get { 8 } }

  /// When the last sample was ready, those included that are dropped while filters settle.
  private(set) var readyNanoseconds: UInt64 = 0
  private var expectedNanoseconds: UInt64 = 0
  private var lead = PollPhase.shortestLead
  private var spacing = 1
  private var samplesUntilEarly = 0

  @_noLocks init() {}

  /// Takes note of a sample.
  ///
  /// - Parameters:
  ///   - ready: when it became ready.
  ///   - asked: when its data were asked for.
  ///   - period: the sample period as it is known, in nanoseconds.
  /// - Returns: when to ask next.
  @_noLocks mutating func noteSample(ready: UInt64, asked: UInt64, period: Double) -> UInt64 {
    if asked < expectedNanoseconds {
      lead = min(2 * lead, Self.longestLead)
      spacing = 1
      samplesUntilEarly = 0
    } else if samplesUntilEarly > 0 {
      samplesUntilEarly -= 1
    }
    readyNanoseconds = ready
    expectedNanoseconds = ready &+ UInt64(period)
    let share = samplesUntilEarly > 0 ? 1 + Self.late : 1 - lead
    return max(ready &+ UInt64(period * share), asked &+ UInt64(period * Self.again))
  }

  /// Takes note that nothing was new.
  ///
  /// - Returns: when to ask again.
  @_noLocks mutating func noteNothing(asked: UInt64, period: Double) -> UInt64 {
    guard asked < expectedNanoseconds else { return asked &+ UInt64(period * Self.again) }
    lead = Self.shortestLead
    samplesUntilEarly = spacing
    spacing = min(2 * spacing, Self.longestSpacing)
    return expectedNanoseconds &+ UInt64(period * Self.late)
  }
}
