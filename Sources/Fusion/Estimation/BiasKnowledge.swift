/// What the gyroscope's bias can be by now, from the last time that a rest or a calibration showed it.
///
/// A board that turns evenly about the vertical and one that lies still with a larger bias give the same signals. They are told
/// apart by what is possible: a bias keeps within the part's tolerance, and from one rest to the next it moves by what a change
/// of temperature makes of it, or where no temperature is known, by what a warm-up takes in the time. Signals that stay the
/// same prove that nothing has moved meanwhile: an even turn does not become rest by lasting.
struct BiasKnowledge: Sendable, BitwiseCopyable {
  private let limits: BiasLimits
  /// False until a rest or a calibration has shown the bias.
  private(set) var isKnown: Bool
  /// The bias as it was shown last, rad/s, device frame.
  private(set) var reference = Vector3.zero
  /// How far the bias may have been from ``reference`` at ``referenceCelsius``, rad/s.
  private var base: Double
  private var referenceCelsius: OptionalCelsius
  /// How far it may have moved since in the time passed, rad/s.
  private var moved = 0.0
  private var temperature = DieTemperature()

  /// Where a still signal that is no rest stands, rad/s, and how far the bias may have been from ``reference`` when it came there.
  private var anchor = Vector3.zero
  private var anchorBase = 0.0
  private var isAnchored = false
  /// False while the rate may still be on its way there.
  private var isSettled = false

  /// What the rest that showed the bias first does not prove: it may have been an even turn about this axis (device frame,
  /// length 1), by this standard deviation, rad/s.
  private(set) var unprovenAxis = Vector3.zero
  private(set) var unprovenDeviation = 0.0

  /// The share of what a bias may move by in the time that has nothing to do with temperature (supply, stress of the board).
  private static var otherShare: Double { @_noLocks get { 0.2 } }
  /// A temperature that differs by so much from the reference's is none that stands still, degrees Celsius.
  private static var leastChange: Double { @_noLocks get { 1 } }
  /// How long the axis must be horizontal in motion for its bias to show in the tilt, seconds: a step of 2 deg/s is found
  /// to 0.3 deg/s in a minute of tumbling.
  private static var provingTime: Double { @_noLocks get { 10 } }
  /// A rest proves what an earlier one left open where its pose differs by this sine.
  private static var leastPoseChange: Double { @_noLocks get { 0.3 } }

  @_noLocks
  init(_ parameters: OrientationFilter.Parameters) {
    limits = BiasLimits(parameters)
    isKnown = parameters.calibratedCelsius != nil
    referenceCelsius = OptionalCelsius(parameters.calibratedCelsius)
    base = isKnown ? parameters.restDeviations * parameters.biasInitialDeviation : 0
  }

  /// The variance that an unproven rest leaves along a direction of length 1, (rad/s)^2.
  @_noLocks
  func unprovenVariance(along direction: Vector3) -> Double {
    let along = unprovenDeviation * unprovenAxis.dot(direction)
    return along * along
  }

  /// How far the bias may be from ``reference``, rad/s.
  private var allowance: Double {
    @_noLocks get {
      guard let then = referenceCelsius.value, let now = temperature.celsius,
        temperature.isLive || abs(now - then) > Self.leastChange
      else { return base + moved }
      return base + limits.perDegree * abs(now - then) + Self.otherShare * moved
    }
  }

  /// How much further it may move in the time, rad/s.
  private var mostLeft: Double { @_noLocks get { max(0, limits.drift - base - moved) } }

  // MARK: - Time passing

  /// Takes the chip's temperature, degrees Celsius.
  /// - Returns: the variance that the first one adds to a calibrated bias, (rad/s)^2.
  @_noLocks
  mutating func take(celsius: Double) -> Double {
    let isFirst = temperature.celsius == nil
    temperature.take(celsius)
    guard isFirst, let now = temperature.celsius, let then = referenceCelsius.value else { return 0 }
    // A limit counts as four deviations.
    let deviation = 0.25 * limits.perDegree * (now - then)
    return deviation * deviation
  }

  /// Lets time pass.
  /// - Parameter up: the vertical, device frame, where the body is in motion; nil at rest.
  @_noLocks
  mutating func pass(seconds: Double, inMotion up: Vector3?) {
    temperature.pass(seconds: seconds)
    guard let up else { return }
    moved += mostLeft * min(1, seconds / limits.driftTime)
    let along = unprovenAxis.dot(up)
    unprovenDeviation *= 1 - min(1, max(0, 1 - along * along) * seconds / Self.provingTime)
  }

  /// Lets time pass unseen, however long (NaN is for ever).
  @_noLocks
  mutating func lapse(seconds: Double) {
    let share = seconds < 1e9 ? seconds / (seconds + limits.driftTime) : 1
    moved += mostLeft * share
  }

  /// Admits as much as a whole warm-up moves the bias by.
  @_noLocks
  mutating func admitDrift() { base += mostLeft }

  /// Forgets the bias, as of a chip never seen before, where one rest alone has shown it: that may have been a turn.
  @_noLocks
  mutating func doubt() {
    guard unprovenDeviation > limits.margin else { return }
    isKnown = false
    isAnchored = false
    unprovenDeviation = 0
  }

  // MARK: - A still signal that is not taken for rest

  /// Takes the mean rate of a span of a still signal that is no rest: while it stays where it was, before and after a bump,
  /// nothing has moved, however long that takes.
  /// - Parameter isEven: whether it differs from the span before by no more than a bias drifts.
  @_noLocks
  mutating func linger(_ rate: Vector3, isEven: Bool) {
    let isThere = isAnchored && isNear(rate, anchor)
    if !isThere || isEven && !isSettled {
      anchor = rate
      anchorBase = allowance
      isAnchored = true
      isSettled = isThere
    } else if isEven {
      rebase(anchorBase + (rate - anchor).length)
    }
  }

  @_noLocks
  private mutating func rebase(_ base: Double) {
    self.base = base
    moved = 0
    referenceCelsius.value = temperature.celsius
  }

  /// True if a still rate lies so near to what is known that it is the bias at once.
  @_noLocks
  func isNearby(_ rate: Vector3, estimate: Vector3) -> Bool {
    isKnown && (isNear(rate, reference) || isNear(rate, estimate))
  }

  @_noLocks
  func isNear(_ a: Vector3, _ b: Vector3) -> Bool { (a - b).lengthSquared < limits.nearby * limits.nearby }

  /// True if a part within its tolerance can show the rate at rest.
  @_noLocks
  func isWithinTolerance(_ rate: Vector3) -> Bool { limits.isWithinTolerance(rate, celsius: temperature.celsius) }

  /// True if a still rate can be the bias before any rest.
  @_noLocks
  func allowsFirst(_ rate: Vector3, estimate: Vector3, variance: Vector3) -> Bool {
    isWithinTolerance(rate) && limits.allows(rate, estimate: estimate, variance: variance)
  }

  /// True if an even stretch of still signals can be rest.
  /// - Parameters:
  ///   - rate: its mean rate, rad/s; `up` the vertical; both in the device frame.
  ///   - estimate: the bias as estimated, rad/s.
  ///   - gravityRate: how fast gravity was seen to turn in the device frame, rad/s.
  @_noLocks
  func allows(_ rate: Vector3, up: Vector3, estimate: Vector3, gravityRate: Double) -> Bool {
    isWithinTolerance(rate)
      && (allows(rate - reference, up: up, limit: allowance, gravityRate: gravityRate)
        // In motion the tilt may have shown where the bias went.
        || allows(rate - estimate, up: up, limit: 0, gravityRate: gravityRate))
  }

  @_noLocks
  private func allows(_ offset: Vector3, up: Vector3, limit: Double, gravityRate: Double) -> Bool {
    let vertical = offset.dot(up)
    let horizontal = (offset - vertical * up).length
    // A turn about another axis than the vertical takes gravity along.
    guard horizontal < limits.nearby || gravityRate < 0.5 * horizontal else { return false }
    return abs(vertical) <= limits.margin + limit
  }

  /// True if an even stretch of still signals shows a bias that has jumped: a turn about the vertical leaves the other axes where
  /// they are, but for a tilt of 17 degrees by steady acceleration, and one about another axis takes gravity along.
  @_noLocks
  func hasJumped(_ rate: Vector3, up: Vector3, gravityRate: Double) -> Bool {
    let offset = rate - reference
    let vertical = offset.dot(up)
    let horizontal = (offset - vertical * up).length
    return isWithinTolerance(rate) && horizontal > limits.margin + 0.3 * abs(vertical) && gravityRate < 0.5 * horizontal
  }

  // MARK: - Rest

  /// The bias was shown by an even stretch of rest in the pose `up`, which differed by `offset` from what was known.
  @_noLocks
  mutating func confirm(_ rate: Vector3, up: Vector3, offset: Vector3) {
    let vertical = abs(offset.dot(up))
    if !isKnown {
      unprovenAxis = up
      unprovenDeviation = limits.initialDeviation
    } else if vertical > limits.nearby, vertical > unprovenDeviation * abs(unprovenAxis.dot(up)) {
      unprovenAxis = up
      unprovenDeviation = vertical
    } else {
      let sine = unprovenAxis.cross(up).length
      if sine > Self.leastPoseChange { unprovenDeviation = min(unprovenDeviation, limits.margin / sine) }
    }
    isKnown = true
    decide(rate)
  }

  /// The bias is `rate`, known without doubt by now.
  @_noLocks
  mutating func decide(_ rate: Vector3) {
    reference = rate
    isAnchored = false
    rebase(0)
  }
}

extension BiasKnowledge {
  mutating func exchange(_ archive: inout StateArchive) {
    archive.exchange(&isKnown)
    archive.exchange(&reference)
    archive.exchange(&base)
    referenceCelsius.exchange(&archive)
    archive.exchange(&moved)
    temperature.exchange(&archive)
    archive.exchange(&anchor)
    archive.exchange(&anchorBase)
    archive.exchange(&isAnchored)
    archive.exchange(&isSettled)
    archive.exchange(&unprovenAxis)
    archive.exchange(&unprovenDeviation)
  }

  /// False for a state that no run leads to.
  var isPossible: Bool {
    base >= 0 && moved >= 0 && anchorBase >= 0 && unprovenDeviation >= 0 && unprovenAxis.lengthSquared < 1.001
  }
}
