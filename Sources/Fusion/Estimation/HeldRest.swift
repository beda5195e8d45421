/// A rest and its last readings, which are held until they are old enough to know that no turn began in them.
struct HeldRest: Sendable, BitwiseCopyable {
  /// What is held; before a rest, what is weighed.
  var spans = RestSpans()
  /// The rate that the held readings are compared with: the last one learnt.
  private(set) var rate = Vector3.zero
  /// How fast the rate drifts by what was learnt, smoothed, rad/s^2.
  private var drift = Vector3.zero
  private let slope: Double

  /// A rate that leaves the last span's mean by so much is a turn at once, rad/s.
  static var leastTurn: Double { @_noLocks get { 0.25 * radiansPerDegree } }
  /// A force that leaves the last span's mean by so much has turned: half a degree, m/s^2.
  static var leastTilt: Double { @_noLocks get { 0.1 } }
  /// A span that has only begun counts from so much time on, seconds.
  private static var leastSpan: Double { @_noLocks get { 0.5 } }
  /// The share of a span's drift in ``drift``, a time constant of about a minute; and what stands out of the noise, 10 times what an
  /// MPU-6050's leaves of it, rad/s^2.
  private static var driftShare: Double { @_noLocks get { 0.03 } }
  private static var leastDrift: Double { @_noLocks get { 0.0006 * radiansPerDegree } }

  /// - Parameter slope: how fast a bias drifts at most, rad/s^2.
  @_noLocks
  init(slope: Double) { self.slope = slope }

  /// Begins a rest with a bias of `rate`, nothing held.
  @_noLocks
  mutating func begin(_ rate: Vector3) {
    spans = RestSpans()
    self.rate = rate
    drift = .zero
  }

  /// True if a turn has begun: by a rate or a force that leaves the last span's, or where a span is `isWhole` by rates that walk off
  /// faster than a bias drifts.
  @_noLocks
  func hasEnded(_ reading: StillReading, isWhole: Bool) -> Bool {
    let last = spans.count > 0 ? spans[0].rate : rate
    if (reading.rate - last).lengthSquared > Self.leastTurn * Self.leastTurn { return true }
    if spans.count > 0, (reading.force - spans.lastForce).lengthSquared > Self.leastTilt * Self.leastTilt {
      return true
    }
    return isWhole && !spans.isEvenByPairs(slope: slope, tilt: Self.leastTilt)
  }

  /// What all that is held turns by about `up` if it is a turn, rad. What was rest before it began adds up to nothing.
  @_noLocks
  func turned(about up: Vector3) -> Double {
    let all = spans.total
    return (all.angle - all.seconds * (rate + (0.5 * all.seconds) * steadyDrift)).dot(up)
  }

  /// Holds the present span, which is whole, and learns the oldest one where there is no more room for it. What is learnt late is
  /// learnt as what it has drifted to since.
  @_noLocks
  mutating func hold(_ estimate: inout InertialEstimate, _ knowledge: inout BiasKnowledge) {
    let old = spans.close()
    guard old.seconds > 0 else { return }
    drift += Self.driftShare * ((old.rate - rate) / old.seconds - drift)
    estimate.driftBias(by: old.seconds * steadyDrift)
    estimate.learnBias(old.rate + spans.heldSeconds * steadyDrift, seconds: old.seconds)
    decide(old, &knowledge)
  }

  /// Learns what was held before the turn that ends the rest.
  @_noLocks
  mutating func learnBeforeTurn(_ estimate: inout InertialEstimate) {
    while spans.count > RestSpans.mostOfTurn {
      let old = spans.takeOldest()
      estimate.learnBias(old.rate, seconds: old.seconds)
    }
    estimate.ageBias(seconds: 2 * RestSpans.length)
  }

  /// Learns all that is held, from the oldest on. The last readings count most: they are what the motion begins with.
  @_noLocks
  mutating func learnAll(_ estimate: inout InertialEstimate, _ knowledge: inout BiasKnowledge) {
    let begun = spans.current
    while spans.count > 0 {
      let old = spans.takeOldest()
      estimate.ageBias(seconds: old.seconds)
      estimate.learnBias(old.rate, seconds: old.seconds)
      decide(old, &knowledge)
    }
    guard begun.seconds > Self.leastSpan, (begun.rate - rate).length < slope * RestSpans.length else { return }
    estimate.ageBias(seconds: begun.seconds)
    estimate.learnBias(begun.rate, seconds: begun.seconds)
  }

  @_noLocks
  private mutating func decide(_ span: RestSpans.Turned, _ knowledge: inout BiasKnowledge) {
    knowledge.decide(span.rate)
    rate = span.rate
  }

  /// ``drift`` where it stands out of the noise, as in a warm-up.
  private var steadyDrift: Vector3 {
    @_noLocks get { drift.lengthSquared > Self.leastDrift * Self.leastDrift ? drift : .zero }
  }
}

extension HeldRest {
  mutating func exchange(_ archive: inout StateArchive) {
    spans.exchange(&archive)
    archive.exchange(&rate)
    archive.exchange(&drift)
  }
}
