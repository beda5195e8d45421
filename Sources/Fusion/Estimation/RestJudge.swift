/// Tells rest from an even turn where the signal is still, and takes from rest what it says of the bias.
///
/// A reading at rest is learnt only once it is old enough to know that no turn began then; until that it is held. If the rest goes
/// on, or ends by a push, the held readings were the bias; if the rate walked off, they were the turn, and are given back to the
/// heading. Before the first rest there is nothing to protect, and readings are learnt at once.
struct RestJudge: Sendable, BitwiseCopyable {
  /// What stillness is at present.
  private enum Phase: UInt64, Sendable, BitwiseCopyable {
    /// Motion, or stillness that is no rest so far.
    case weighing
    /// The first rest: it looks like one, but is too short to tell from a turn that slows down.
    case provisional
    case rest
  }

  private let slope: Double
  private let minimumTime: Double
  private var phase = Phase.weighing
  /// The rest and what is held of it, or what is weighed before one.
  private var rest: HeldRest
  /// True after a rest whose rate walked off softly: the next one must be even for longer.
  private var hasWalkedOff = false
  private(set) var knowledge: BiasKnowledge
  /// How long the filter has run, seconds, and whether the first rest has lasted as long.
  private var age = 0.0
  private var isFromStart = false

  /// What of the time before a rest was found is known to have been rest, seconds.
  private static var longestReturn: Double { @_noLocks get { 6 } }
  /// How long after the first sample a signal may settle and still be still from the start on, seconds.
  private static var settlingTime: Double { @_noLocks get { 0.5 } }
  /// By how much a moment of rest may have been slow motion, rad/s.
  private static var momentDeviation: Double { @_noLocks get { 2 * radiansPerDegree } }

  @_noLocks
  init(_ parameters: OrientationFilter.Parameters) {
    slope = parameters.biasSlope
    minimumTime = parameters.restMinimumTime
    rest = HeldRest(slope: parameters.biasSlope)
    knowledge = BiasKnowledge(parameters)
  }

  /// Takes the chip's temperature, degrees Celsius.
  /// - Returns: the variance that the first one adds to a calibrated bias, (rad/s)^2.
  @_noLocks
  mutating func take(celsius: Double) -> Double { knowledge.take(celsius: celsius) }

  /// Lets time pass; see ``BiasKnowledge/pass(seconds:inMotion:)``.
  @_noLocks
  mutating func pass(seconds: Double, up: Vector3) {
    age += seconds
    knowledge.pass(seconds: seconds, inMotion: phase == .rest ? nil : up)
  }

  /// The signal is not still. What was held at rest was the bias: no turn begins by a push.
  @_noLocks
  mutating func move(up: Vector3, estimate: inout InertialEstimate) {
    switch phase {
    case .weighing: break
    case .provisional: breakProvisional(up, &estimate)
    case .rest: rest.learnAll(&estimate, &knowledge)
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
  ) -> RestVerdict {
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
  ) -> RestVerdict {
    let isWhole = rest.spans.add(reading, seconds: seconds)
    let heldBack = heldBack(reading, up, seconds, estimate)
    if rest.hasEnded(reading, isWhole: isWhole) {
      // The present moment was not held yet.
      let turned = rest.turned(about: up) + heldBack
      rest.learnBeforeTurn(&estimate)
      leave()
      hasWalkedOff = reading.isCalm
      return RestVerdict(isRest: false, heading: turned)
    }
    if isWhole {
      if rest.spans.count == 1 {
        knowledge.confirm(rest.rate, up: up, offset: rest.spans[0].rate - rest.rate)
      }
      rest.hold(&estimate, &knowledge)
    }
    return RestVerdict(isRest: true, heading: heldBack)
  }

  /// What the heading went on by in a moment of rest, taken back.
  @_noLocks
  private func heldBack(
    _ reading: StillReading, _ up: Vector3, _ seconds: Double, _ estimate: InertialEstimate
  ) -> Double { -seconds * (reading.presentRate - estimate.bias).dot(up) }

  @_noLocks
  private mutating func leave() {
    rest.spans = RestSpans()
    phase = .weighing
    hasWalkedOff = false
  }

  @_noLocks
  private mutating func begin(_ rate: Vector3) {
    rest.begin(rate)
    phase = .rest
    hasWalkedOff = false
  }

  // MARK: - Before rest

  @_noLocks
  private mutating func weigh(
    _ reading: StillReading, _ up: Vector3, _ isTiltPossible: Bool, _ seconds: Double,
    _ estimate: inout InertialEstimate
  ) -> RestVerdict {
    let back = -min(reading.stillTime, Self.longestReturn)
    if isTiltPossible, !hasWalkedOff, knowledge.isNearby(reading.rate, estimate: estimate.bias) {
      return beginNearby(reading, up, seconds, &estimate)
    }
    if isTiltPossible, !knowledge.isKnown, reading.isCalm,
      knowledge.allowsFirst(reading.rate, estimate: estimate.bias, variance: estimate.biasVariance)
    {
      let offset = (reading.rate - estimate.bias).dot(up)
      rest.spans = RestSpans()
      phase = .provisional
      isFromStart = age < minimumTime + Self.settlingTime
      estimate.learnBias(reading.rate, seconds: seconds)
      return RestVerdict(isRest: true, heading: back * offset)
    }
    guard rest.spans.add(reading, seconds: seconds) else { return .motion }
    let isEven =
      rest.spans.count > (hasWalkedOff ? 2 : 0)
      && (hasWalkedOff
        ? rest.spans.isEvenByPairs(slope: slope, tilt: HeldRest.leastTilt)
        : rest.spans.isEven(slope: slope, tilt: HeldRest.leastTilt))
    let span = rest.spans.current
    knowledge.linger(span.rate, isEven: isEven)
    if isEven, knowledge.isKnown, allowsRest(span, up, isTiltPossible, estimate) {
      if knowledge.isNearby(span.rate, estimate: estimate.bias) { return beginNearby(reading, up, seconds, &estimate) }
      let offset = span.rate - estimate.bias
      estimate.learnBias(span.rate, seconds: span.seconds)
      knowledge.confirm(span.rate, up: up, offset: offset)
      begin(span.rate)
      return RestVerdict(isRest: true, heading: back * offset.dot(up))
    }
    // An even turn: the next rest is to be seen at once.
    if isEven { hasWalkedOff = false }
    _ = rest.spans.close()
    return .motion
  }

  /// Begins a rest at what is known of the bias: what differs from it is learnt when it has lasted.
  @_noLocks
  private mutating func beginNearby(
    _ reading: StillReading, _ up: Vector3, _ seconds: Double, _ estimate: inout InertialEstimate
  ) -> RestVerdict {
    let heading = heldBack(reading, up, seconds, estimate)
    // Where motion has led the estimate astray, what was known is nearer.
    if !knowledge.isNear(estimate.bias, reading.rate) {
      estimate.learnBias(knowledge.reference, seconds: 2 * RestSpans.length)
    }
    begin(estimate.bias)
    return RestVerdict(isRest: true, heading: heading)
  }

  @_noLocks
  private func allowsRest(
    _ span: RestSpans.Turned, _ up: Vector3, _ isTiltPossible: Bool, _ estimate: InertialEstimate
  ) -> Bool {
    let gravityRate = (rest.spans.force - rest.spans.lastForce).length / (rest.spans.force.length * span.seconds)
    return knowledge.hasJumped(span.rate, up: up, gravityRate: gravityRate)
      || isTiltPossible && knowledge.allows(span.rate, up: up, estimate: estimate.bias, gravityRate: gravityRate)
  }

  /// Goes on with the first rest, which is one once four short spans are even.
  @_noLocks
  private mutating func goOnProvisionally(
    _ reading: StillReading, _ up: Vector3, _ seconds: Double, _ estimate: inout InertialEstimate
  ) -> RestVerdict {
    _ = rest.spans.add(reading, seconds: seconds)
    let heldBack = heldBack(reading, up, seconds, estimate)
    let isWhole = rest.spans.current.seconds >= RestSpans.shortLength
    let isEven = rest.spans.isEvenByPairs(slope: slope, tilt: HeldRest.leastTilt)
    let first = isFromStart && rest.spans.count > 0 ? rest.spans.oldest.rate : estimate.bias
    let hasLeft = (reading.rate - first).lengthSquared > HeldRest.leastTurn * HeldRest.leastTurn
    if hasLeft || isWhole && !isEven && (!isFromStart || rest.spans.count == RestSpans.most) {
      let turned = endProvisional(reading, up, isPush: hasLeft && !reading.isCalm, &estimate)
      leave()
      hasWalkedOff = reading.isCalm && knowledge.isKnown
      return RestVerdict(isRest: false, heading: knowledge.isKnown ? turned + heldBack : 0)
    }
    estimate.learnBias(reading.rate, seconds: seconds)
    if isWhole {
      if isEven, rest.spans.count > 2 {
        knowledge.confirm(estimate.bias, up: up, offset: .zero)
        begin(estimate.bias)
      } else {
        _ = rest.spans.close()
      }
    }
    return RestVerdict(isRest: true, heading: heldBack)
  }

  /// The first rest ends, the signal still. From the first sample on, one that was even at first and then walked off was a rest; a rate
  /// that walked from its start on is a turn that slows down, and shows no bias. Later, where slow motion has many moments that look
  /// even, only a push ends a rest.
  /// - Returns: what was held back of the turn, rad.
  @_noLocks
  private mutating func endProvisional(
    _ reading: StillReading, _ up: Vector3, isPush: Bool, _ estimate: inout InertialEstimate
  ) -> Double {
    let isRest =
      isFromStart && rest.spans.count > 1
      ? rest.spans.beganEven(before: reading.rate) : isPush && rest.spans.count > (isFromStart ? 0 : 1)
    guard isRest else {
      estimate.widenBias(by: isPush ? Self.momentDeviation : .infinity)
      return 0
    }
    let first = rest.spans.evenStart(slope: slope)
    estimate.widenBias(by: .infinity)
    estimate.learnBias(first.rate, seconds: first.seconds)
    knowledge.confirm(first.rate, up: up, offset: .zero)
    let all = rest.spans.total
    return (all.angle - all.seconds * first.rate).dot(up)
  }

  /// The signal is not still any more: it was a rest, unless it was so short that it may have been a moment of slow motion.
  @_noLocks
  private mutating func breakProvisional(_ up: Vector3, _ estimate: inout InertialEstimate) {
    if rest.spans.count > (isFromStart ? 0 : 1) {
      knowledge.confirm(estimate.bias, up: up, offset: .zero)
    } else {
      estimate.widenBias(by: Self.momentDeviation)
    }
  }
}

extension RestJudge {
  mutating func exchange(_ archive: inout StateArchive) {
    archive.exchange(&phase)
    rest.exchange(&archive)
    archive.exchange(&hasWalkedOff)
    knowledge.exchange(&archive)
    archive.exchange(&age)
    archive.exchange(&isFromStart)
  }

  /// False for a state that no run leads to.
  var isPossible: Bool { age >= 0 && rest.spans.isPossible && knowledge.isPossible }
}
