/// Whether edges are still taken for what they should be: one for each sample, when it is ready.
///
/// A wire that hangs in the air, a wrong pin or another part's line brings edges that announce nothing: without this, samples
/// would be read twice, or polling begin and end by turns. Such a line is left alone for a minute, then for twice as long each
/// time, and the chip is polled.
struct LineTrust: BitwiseCopyable, Sendable {
  /// What is wrong with a line.
  enum Fault: BitwiseCopyable, Sendable { case none, edgesWithoutSamples, edgesKeepMissing }

  /// Edges over which is judged, and the share of them that may come too early: a quarter.
  static var windowEdges: UInt32 { @_noLocks get { 32 } }
  static var edgesPerEarlyOne: UInt32 { @_noLocks get { 4 } }
  /// An edge this part of a period after a sample announces no other: no chip's clock is as far off.
  static var earlyShare: Double { @_noLocks get { 0.7 } }
  /// Edges closer together than this are one that bounces, or both ends of a pulse of 75 us.
  static var bounceNanoseconds: UInt64 { @_noLocks get { 200_000 } }
  /// Times that polling may begin within a while.
  static var pollingPeriods: UInt32 { @_noLocks get { 6 } }
  static var pollingNanoseconds: UInt64 { @_noLocks get { 2_000_000_000 } }
  static var shortestNanoseconds: UInt64 { @_noLocks get { 60_000_000_000 } }
  static var longestNanoseconds: UInt64 { @_noLocks get { 3_600_000_000_000 } }

  private var lastEdgeNanoseconds: UInt64 = 0
  private var edges: UInt32 = 0
  private var earlyEdges: UInt32 = 0
  private var polls: UInt32 = 0
  private var pollsBegan: UInt64 = 0
  private var ignoredUntil: UInt64 = 0
  private var ignoredFor: UInt64 = LineTrust.shortestNanoseconds
  /// Whether it was told that edges are stamped by another clock.
  var hasForeignClock = false

  @_noLocks init() {}

  /// Whether the line is to be waited on.
  @_noLocks func isTrusted(at now: UInt64) -> Bool { now >= ignoredUntil }

  /// Takes an edge.
  ///
  /// - Parameters:
  ///   - sampleNanoseconds: when the last sample was ready; 0 before the first.
  ///   - periodNanoseconds: the sample period as it is known.
  /// - Returns: what is wrong by now.
  @_noLocks mutating func note(
    edge: UInt64, sampleNanoseconds: UInt64, periodNanoseconds: Double
  ) -> Fault {
    defer { lastEdgeNanoseconds = edge }
    guard sampleNanoseconds != 0, edge > lastEdgeNanoseconds, edge > sampleNanoseconds else { return .none }
    if edge &- lastEdgeNanoseconds < Self.bounceNanoseconds { return .none }
    edges &+= 1
    if Double(edge &- sampleNanoseconds) < Self.earlyShare * periodNanoseconds { earlyEdges &+= 1 }
    guard edges >= Self.windowEdges else { return .none }
    defer { (edges, earlyEdges) = (0, 0) }
    return earlyEdges &* Self.edgesPerEarlyOne >= edges ? .edgesWithoutSamples : .none
  }

  /// Notes that polling begins because edges did not come.
  @_noLocks mutating func notePolling(at now: UInt64) -> Fault {
    if now &- pollsBegan > Self.pollingNanoseconds {
      pollsBegan = now
      polls = 0
    }
    polls &+= 1
    guard polls > Self.pollingPeriods else { return .none }
    polls = 0
    return .edgesKeepMissing
  }

  /// Leaves the line alone from now on.
  @_noLocks mutating func ignore(from now: UInt64) {
    (edges, earlyEdges, polls) = (0, 0, 0)
    ignoredUntil = now &+ ignoredFor
    ignoredFor = min(ignoredFor &* 2, Self.longestNanoseconds)
  }

  /// The chip was set up again: what the line did may have been the chip's doing.
  @_noLocks mutating func restart() { (edges, earlyEdges, polls) = (0, 0, 0) }
}
