/// Tells rest from an even turn where the signal is still, and takes from rest what it says of the bias.
///
/// A reading at rest is learnt only once it is old enough to know that no turn began then; until that it is held. If the rest goes
/// on, or ends by a push, the held readings were the bias; if the rate walked off, they were the turn, and are given back to the
/// heading. Before the first rest there is nothing to protect, and readings are learnt at once.
struct RestJudge: Sendable, BitwiseCopyable {
  /// What a still moment is.
  struct Verdict: Sendable, BitwiseCopyable {
    /// True at rest.
    var isRest: Bool
    /// By how much the heading is to be turned, rad: at rest it stands still, and what was held is given back to a turn.
    var heading: Double

    @_noLocks
    init(isRest: Bool, heading: Double) {
      self.isRest = isRest
      self.heading = heading
    }
  }

  /// What stillness is at present.
  private enum Phase: UInt64, Sendable, BitwiseCopyable {
    /// Motion, or stillness that is no rest so far.
    case weighing
    /// The first rest: it looks like one, but is too short to tell from a turn that slows down.
    case provisional
    case rest
  }

  private let slope: Double
  private var phase = Phase.weighing
  private var spans = RestSpans()
  /// True after a rest whose rate walked off softly: the next one must be even for longer.
  private var hasWalkedOff = false
  /// The rate at rest that the held readings are compared with: the last one learnt.
  private var held = Vector3.zero
  /// How fast the rate at rest drifts by what was learnt, smoothed, rad/s^2.
  private var drift = Vector3.zero
  private(set) var knowledge: BiasKnowledge

  /// A rate that leaves the last span's mean by so much is a turn at once, rad/s.
  private static var leastTurn: Double { @_noLocks get { 0.25 * radiansPerDegree } }
  /// A force that leaves the last span's mean by so much has turned: half a degree, m/s^2.
  private static var leastTilt: Double { @_noLocks get { 0.1 } }
  /// A span that has only begun counts from so much time on, seconds.
  private static var leastSpan: Double { @_noLocks get { 0.5 } }
  /// The share of a span's drift in ``drift``, a time constant of about a minute; and what stands out of the noise, 10 times what an
  /// MPU-6050's leaves of it, rad/s^2.
  private static var driftShare: Double { @_noLocks get { 0.03 } }
  private static var leastDrift: Double { @_noLocks get { 0.0006 * radiansPerDegree } }
  /// What of the time before a rest was found is known to have been rest, seconds.
  private static var longestReturn: Double { @_noLocks get { 6 } }

  /// By how much a moment of rest may have been slow motion, rad/s.
  private static var momentDeviation: Double { @_noLocks get { 2 * radiansPerDegree } }

  @_noLocks
  init(_ parameters: OrientationFilter.Parameters) {
    slope = parameters.biasSlope
    knowledge = BiasKnowledge(parameters)
  }

  /// Takes the chip's temperature, degrees Celsius.
  /// - Returns: the variance that the first one adds to a calibrated bias, (rad/s)^2.
  @_noLocks
  mutating func take(celsius: Double) -> Double { knowledge.take(celsius: celsius) }

  /// Lets time pass; see ``BiasKnowledge/pass(seconds:inMotion:)``.
  @_noLocks
  mutating func pass(seconds: Double, up: Vector3) {
    knowledge.pass(seconds: seconds, inMotion: phase == .rest ? nil : up)
  }

  /// The signal is not still. What was held at rest was the bias: no turn begins by a push.
  @_noLocks
  mutating func move(up: Vector3, estimate: inout InertialEstimate) {
    switch phase {
    case .weighing: break
    case .provisional: endProvisional(up, &estimate)
    case .rest: learnHeld(&estimate)
    }
    leave()
  }

  /// Forgets the present stillness, as after a gap of `seconds`.
  @_noLocks
  mutating func restart(after seconds: Double) {
    knowledge.lapse(seconds: seconds)
    leave()
  }

  /// The tilt has turned out to be wrong, and the bias may be why.
  @_noLocks
  mutating func doubt() {
    knowledge.doubt()
    leave()
  }

  /// The bias may have changed as by a warm-up: the chip was set up again.
  @_noLocks
  mutating func admitChange() {
    knowledge.admitDrift()
    leave()
  }

  /// Judges a still moment of `seconds`.
  /// - Parameter isTiltPossible: whether the force can be gravity, by what is known of the tilt.
  @_noLocks
  mutating func judge(
    _ reading: StillReading, isTiltPossible: Bool, seconds: Double, estimate: inout InertialEstimate
  ) -> Verdict {
    let up = reading.force / reading.force.length
    switch phase {
    case .rest: return goOn(reading, up, seconds, &estimate)
    case .provisional: return goOnProvisionally(reading, up, seconds, &estimate)
    case .weighing: return weigh(reading, up, isTiltPossible, seconds, &estimate)
    }
  }

  // MARK: - Rest

  @_noLocks
  private mutating func goOn(
    _ reading: StillReading, _ up: Vector3, _ seconds: Double, _ estimate: inout InertialEstimate
  ) -> Verdict {
    let isWhole = spans.add(reading, seconds: seconds)
    if hasLeft(reading) || isWhole && !spans.isEvenByPairs(slope: slope, tilt: Self.leastTilt) {
      // All that was held: what was rest before the turn began adds up to nothing. The present moment was not held yet.
      let all = spans.total
      let expected = all.seconds * (held + (0.5 * all.seconds) * steadyDrift)
      let turned = (all.angle - expected).dot(up) + heldBack(reading, up, seconds, estimate)
      estimate.ageBias(seconds: 2 * RestSpans.length)
      let isSoft = reading.isCalm
      leave()
      hasWalkedOff = isSoft
      return Verdict(isRest: false, heading: turned)
    }
    if isWhole {
      if spans.count == 1 { knowledge.confirm(held, up: up, offset: spans[0].rate - held) }
      if let old = spans.close() {
        // What is learnt late is learnt as what it has drifted to since.
        drift += Self.driftShare * ((old.rate - held) / old.seconds - drift)
        estimate.driftBias(by: old.seconds * steadyDrift)
        estimate.learnBias(old.rate + spans.heldSeconds * steadyDrift, seconds: old.seconds)
        decide(old)
      }
    }
    return Verdict(isRest: true, heading: heldBack(reading, up, seconds, estimate))
  }

  /// What the heading went on by in a moment of rest, taken back.
  @_noLocks
  private func heldBack(
    _ reading: StillReading, _ up: Vector3, _ seconds: Double, _ estimate: InertialEstimate
  ) -> Double { -seconds * (reading.presentRate - estimate.bias).dot(up) }

  @_noLocks
  private func hasLeft(_ reading: StillReading) -> Bool {
    let rate = spans.count > 0 ? spans[0].rate : held
    if (reading.rate - rate).lengthSquared > Self.leastTurn * Self.leastTurn { return true }
    return spans.count > 0 && (reading.force - spans.lastForce).lengthSquared > Self.leastTilt * Self.leastTilt
  }

  @_noLocks
  private mutating func decide(_ span: RestSpans.Turned) {
    knowledge.decide(span.rate)
    held = span.rate
  }

  /// ``drift`` where it stands out of the noise, which is that of a warm-up.
  private var steadyDrift: Vector3 {
    @_noLocks get { drift.lengthSquared > Self.leastDrift * Self.leastDrift ? drift : .zero }
  }

  /// Learns all that is held, from the oldest on. The last readings count most: they are what the motion begins with.
  @_noLocks
  private mutating func learnHeld(_ estimate: inout InertialEstimate) {
    let begun = spans.current
    while let old = spans.takeOldest() {
      estimate.ageBias(seconds: old.seconds)
      estimate.learnBias(old.rate, seconds: old.seconds)
      decide(old)
    }
    guard begun.seconds > Self.leastSpan, (begun.rate - held).length < slope * RestSpans.length else { return }
    estimate.ageBias(seconds: begun.seconds)
    estimate.learnBias(begun.rate, seconds: begun.seconds)
  }

  @_noLocks
  private mutating func leave() {
    spans = RestSpans()
    phase = .weighing
    hasWalkedOff = false
  }

  @_noLocks
  private mutating func begin(_ rate: Vector3) {
    spans = RestSpans()
    held = rate
    drift = .zero
    phase = .rest
    hasWalkedOff = false
  }

  // MARK: - Before rest

  @_noLocks
  private mutating func weigh(
    _ reading: StillReading, _ up: Vector3, _ isTiltPossible: Bool, _ seconds: Double,
    _ estimate: inout InertialEstimate
  ) -> Verdict {
    let back = -min(reading.stillTime, Self.longestReturn)
    if isTiltPossible, !hasWalkedOff, knowledge.isNearby(reading.rate, estimate: estimate.bias) {
      let offset = (reading.rate - estimate.bias).dot(up)
      let known = knowledge.reference
      if (reading.rate - known).lengthSquared < (reading.rate - estimate.bias).lengthSquared {
        estimate.learnBias(known, seconds: 2 * RestSpans.length)
      }
      begin(estimate.bias)
      return Verdict(isRest: true, heading: -seconds * offset)
    }
    if isTiltPossible, !knowledge.isKnown, reading.isCalm,
      knowledge.allowsFirst(reading.rate, estimate: estimate.bias, variance: estimate.biasVariance)
    {
      let offset = (reading.rate - estimate.bias).dot(up)
      spans = RestSpans()
      phase = .provisional
      estimate.learnBias(reading.rate, seconds: seconds)
      return Verdict(isRest: true, heading: back * offset)
    }
    guard spans.add(reading, seconds: seconds) else { return Verdict(isRest: false, heading: 0) }
    let isEven =
      spans.count > (hasWalkedOff ? 2 : 0)
      && (hasWalkedOff
        ? spans.isEvenByPairs(slope: slope, tilt: Self.leastTilt) : spans.isEven(slope: slope, tilt: Self.leastTilt))
    let span = spans.current
    knowledge.linger(span.rate, isEven: isEven)
    if isEven, knowledge.isKnown, allowsRest(span, up, isTiltPossible, estimate) {
      let offset = span.rate - estimate.bias
      estimate.learnBias(span.rate, seconds: span.seconds)
      knowledge.confirm(span.rate, up: up, offset: offset)
      begin(span.rate)
      return Verdict(isRest: true, heading: back * offset.dot(up))
    }
    // An even turn: the next rest is to be seen at once.
    if isEven { hasWalkedOff = false }
    _ = spans.close()
    return Verdict(isRest: false, heading: 0)
  }

  @_noLocks
  private func allowsRest(
    _ span: RestSpans.Turned, _ up: Vector3, _ isTiltPossible: Bool, _ estimate: InertialEstimate
  ) -> Bool {
    let gravityRate = (spans.force - spans.lastForce).length / (spans.force.length * span.seconds)
    return knowledge.hasJumped(span.rate, up: up, gravityRate: gravityRate)
      || isTiltPossible && knowledge.allows(span.rate, up: up, estimate: estimate.bias, gravityRate: gravityRate)
  }

  @_noLocks
  private mutating func goOnProvisionally(
    _ reading: StillReading, _ up: Vector3, _ seconds: Double, _ estimate: inout InertialEstimate
  ) -> Verdict {
    let isWhole = spans.add(reading, seconds: seconds)
    let hasLeft = (reading.rate - estimate.bias).lengthSquared > Self.leastTurn * Self.leastTurn
    if hasLeft || isWhole && spans.count > 0 && !spans.isEven(slope: slope, tilt: Self.leastTilt) {
      // A push is no slope; a turn that slows down is.
      if hasLeft, !reading.isCalm { endProvisional(up, &estimate) } else { estimate.distrustBias(by: .infinity) }
      leave()
      return Verdict(isRest: false, heading: 0)
    }
    estimate.learnBias(reading.rate, seconds: seconds)
    if isWhole {
      if spans.count > 0 {
        knowledge.confirm(estimate.bias, up: up, offset: .zero)
        begin(estimate.bias)
      } else {
        _ = spans.close()
      }
    }
    return Verdict(isRest: true, heading: heldBack(reading, up, seconds, estimate))
  }

  /// The first rest ended by a push: it was one, unless it was so short that it may have been a moment of slow motion.
  @_noLocks
  private mutating func endProvisional(_ up: Vector3, _ estimate: inout InertialEstimate) {
    if spans.count > 0 {
      knowledge.confirm(estimate.bias, up: up, offset: .zero)
    } else {
      estimate.distrustBias(by: Self.momentDeviation)
    }
  }
}

extension RestJudge {
  mutating func exchange(_ archive: inout StateArchive) {
    archive.exchange(&phase)
    spans.exchange(&archive)
    archive.exchange(&hasWalkedOff)
    archive.exchange(&held)
    archive.exchange(&drift)
    knowledge.exchange(&archive)
  }

  /// False for a state that no run leads to.
  var isPossible: Bool { spans.isPossible && knowledge.isPossible }
}
