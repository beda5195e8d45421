/// When the chip takes its samples: sample i at anchor + i * period, learnt from edges that belong to known samples.
///
/// A line through the edges so far, fitted by least squares with a memory that grows to about thirty edges and stays there:
/// the expanding-memory filter of first degree (N. Morrison, "Introduction to Sequential Smoothing and Prediction",
/// McGraw-Hill 1969, chapter 9), then the g-h filter of T. Benedict and G. Bordner, "Synthesis of an optimal set of radar
/// track-while-scan smoothing equations", IRE Transactions on Automatic Control 7(4), 1962. Without jitter two edges give
/// the period exactly; with jitter it is as good as it gets after thirty batches.
struct SampleGrid: BitwiseCopyable, Sendable {
  /// Estimate of the period in nanoseconds.
  private(set) var periodNanoseconds: Double
  /// Edges that the estimate rests on, since the phase was taken anew.
  private(set) var edges = 0
  /// Whether any instant is known.
  private(set) var isAnchored = false

  private var anchorIndex: UInt64 = 0
  private var anchorNanoseconds: UInt64 = 0
  /// The sample of the last edge. The anchor moves with each nudge, too, which makes the grid no surer.
  private var edgeIndex: UInt64 = 0
  /// What the anchor is later than its whole nanosecond.
  private var fraction = 0.0
  private let shortest: Double
  private let longest: Double

  /// How far a chip's clock may be off. Real ones are within 5 %.
  private static var tolerance: Double { @_noLocks get { 0.12 } }
  /// Where the memory stops growing: g, and h = g * g / (2 - g).
  private static var leastGain: Double { @_noLocks get { 1.0 / 8 } }
  /// Edges from which on the line is trusted more than a single edge.
  private static var trustedEdges: Int { @_noLocks get { 8 } }

  @_noLocks init(nominalNanoseconds: UInt64) {
    periodNanoseconds = Double(nominalNanoseconds)
    shortest = periodNanoseconds * (1 - Self.tolerance)
    longest = periodNanoseconds * (1 + Self.tolerance)
  }

  /// Whether the line tells which sample an edge belongs to.
  var isSettled: Bool { @_noLocks get { edges >= Self.trustedEdges } }

  /// When sample `index` is, or was, due.
  @_noLocks func instant(of index: UInt64) -> UInt64 {
    let offset = Double(Int64(bitPattern: index &- anchorIndex)) * periodNanoseconds + fraction
    return anchorNanoseconds &+ UInt64(bitPattern: Self.floor(offset))
  }

  /// By how many nanoseconds a time is later than sample `index`.
  @_noLocks func lateness(of time: UInt64, after index: UInt64) -> Double {
    let steps = Double(Int64(bitPattern: index &- anchorIndex))
    return Double(Int64(bitPattern: time &- anchorNanoseconds)) - fraction - steps * periodNanoseconds
  }

  /// The sample nearest to a time.
  @_noLocks func index(nearest time: UInt64) -> UInt64 {
    anchorIndex &+ UInt64(bitPattern: Self.nearest(lateness(of: time, after: anchorIndex) / periodNanoseconds))
  }

  /// Takes a sample's time as it is and keeps the period: at the start, and when the chip began to sample anew.
  @_noLocks mutating func anchor(_ index: UInt64, at time: UInt64, isEdge: Bool) {
    isAnchored = true
    anchorIndex = index
    anchorNanoseconds = time
    fraction = 0
    edges = isEdge ? 1 : 0
    edgeIndex = index
  }

  /// Learns from the edge of a sample that is not the anchor.
  @_noLocks mutating func learn(_ index: UInt64, at time: UInt64) {
    let steps = Double(Int64(bitPattern: index &- anchorIndex))
    guard steps >= 1 else { return }
    let innovation = lateness(of: time, after: index)
    edges = min(edges &+ 1, 1000)
    edgeIndex = index
    let n = Double(edges)
    let phaseGain = max(2 * (2 * n - 1) / (n * (n + 1)), Self.leastGain)
    let rateGain = max(6 / (n * (n + 1)), Self.leastGain * Self.leastGain / (2 - Self.leastGain))
    move(to: index, by: min(phaseGain, 1) * innovation)
    adjustPeriod(by: min(rateGain, 1) * innovation / steps)
  }

  /// Shifts the line so that sample `index` is later by `nanoseconds`, and the period with it, by a quarter of what that
  /// would take since the anchor. For instants of which only bounds are known.
  @_noLocks mutating func nudge(_ index: UInt64, by nanoseconds: Double) {
    let steps = Double(Int64(bitPattern: index &- anchorIndex))
    move(to: index, by: nanoseconds)
    if steps >= 1 { adjustPeriod(by: 0.25 * nanoseconds / steps) }
  }

  /// Samples from the last whose edge was learnt from to `index`.
  @_noLocks func samplesSinceEdge(_ index: UInt64) -> UInt64 { index &- edgeIndex }

  @_noLocks private mutating func move(to index: UInt64, by nanoseconds: Double) {
    let steps = Double(Int64(bitPattern: index &- anchorIndex))
    let offset = steps * periodNanoseconds + fraction + nanoseconds
    let whole = Self.floor(offset)
    anchorNanoseconds = anchorNanoseconds &+ UInt64(bitPattern: whole)
    fraction = offset - Double(whole)
    anchorIndex = index
  }

  @_noLocks private mutating func adjustPeriod(by nanoseconds: Double) {
    periodNanoseconds = min(max(periodNanoseconds + nanoseconds, shortest), longest)
  }

  /// The largest whole number that is not above. `rounded()` is refused on the sample path: it looks up metadata.
  @_noLocks static func floor(_ value: Double) -> Int64 {
    let whole = Int64(value)
    return Double(whole) > value ? whole &- 1 : whole
  }

  /// The nearest whole number.
  @_noLocks static func nearest(_ value: Double) -> Int64 { floor(value + 0.5) }
}
