/// An error-state Kalman filter for what integration alone gets wrong: the tilt, and the gyroscope's bias that tilts it.
///
/// A wrong tilt lets gravity leak into the horizontal acceleration, and so into velocity and position. A body that is
/// carried, worn or shaken stays about where it is and is rarely fast: the filter integrates the measured horizontal
/// acceleration and holds the velocity and the position against zero, with standard deviations that allow for real
/// motion. What doesn't fit is the tilt's and the bias' error. Against a low-pass of the specific force (VQF) this weighs
/// by what is known at the time: right after the start, while the bias is unknown, corrections are quick, and they
/// calm down as the bias gets known; and bias and tilt learn from one measurement together, with an honest covariance
/// from the first sample on.
struct InertialEstimate: Sendable, BitwiseCopyable {
  /// The estimate. The tilt is always zero here: it goes into the orientation at once.
  private var mean: ErrorVector
  private var covariance: ErrorCovariance
  private let noise: InertialNoise
  /// The vertical velocity, m/s. It corrects nothing, it only shows an accelerometer at its rails or dead.
  private var verticalVelocity = 0.0
  /// What was lately cut off velocities, m/s.
  private var excess = 0.0
  /// True from when a velocity was cut until both are small again.
  private var isTravelling = false

  /// Nothing is known but the spread over chips and motions.
  @_noLocks
  init(_ parameters: OrientationFilter.Parameters) {
    noise = InertialNoise(parameters)
    mean = ErrorVector(forward: .zero, sideways: .zero, bias: .zero)
    covariance = ErrorCovariance(
      horizontal: noise.start, bias: SymmetricMatrix3(diagonal: noise.greatestBiases))
  }

  /// The gyroscope's bias, rad/s, device frame.
  var bias: Vector3 { @_noLocks get { mean.bias } }

  /// The variance of each axis' bias, (rad/s)^2.
  var biasVariance: Vector3 { @_noLocks get { covariance.bias.diagonal } }

  /// The variance of the bias along a direction of length 1 in the device frame, (rad/s)^2.
  @_noLocks
  func biasVariance(along direction: Vector3) -> Double { direction.dot(covariance.bias * direction) }

  /// The variance of the tilt about each of the two horizontal axes, added, rad^2.
  var tiltVariance: Double { @_noLocks get { covariance.forward.xx + covariance.sideways.xx } }

  /// True if the velocity has run away as no motion makes it, but a tilt that is wrong altogether or an accelerometer at
  /// its rails does.
  var hasDiverged: Bool { @_noLocks get { excess > noise.greatestExcess } }

  /// True if a specific force that points to `up` (reference frame by the present orientation, length 1) can be gravity. Else it is
  /// a steady acceleration, which looks still, too.
  @_noLocks
  func allowsTilt(_ up: Vector3) -> Bool {
    noise.allowsTilt(up.x, variance: covariance.forward.xx) && noise.allowsTilt(up.y, variance: covariance.sideways.xx)
  }

  /// Forgets tilt, velocity and position, keeps the bias, which has walked for `seconds`.
  @_noLocks
  mutating func restart(after seconds: Double) {
    restart(bias: covariance.bias)
    let growth = min(noise.biasWalk * seconds, noise.greatestBias)
    covariance.widen(tilt: 0, velocity: 0, bias: growth, biasLimit: noise.greatestBias)
  }

  /// Forgets tilt, velocity and position, and trusts the bias no more than that of an unknown chip.
  @_noLocks
  mutating func restartWithUnknownBias() {
    restart(bias: SymmetricMatrix3(diagonal: noise.greatestBiases))
  }

  /// Trusts the bias less, by a deviation in rad/s on each axis, and no less than that of an unknown chip.
  @_noLocks
  mutating func widenBias(by deviation: Double) {
    let growth = min(deviation * deviation, noise.greatestBias)
    covariance.widenBias(by: Vector3(growth, growth, growth))
  }

  /// Trusts the bias less by what it walks in `seconds` of motion.
  @_noLocks
  mutating func ageBias(seconds: Double) {
    let growth = seconds * noise.biasWalk
    covariance.widenBias(by: Vector3(growth, growth, growth))
  }

  /// The bias has drifted by a known amount, rad/s.
  @_noLocks
  mutating func driftBias(by change: Vector3) { mean.bias += change }

  /// Learns the bias from a rate that stood for `seconds` at rest, rad/s, device frame. One that contradicts the estimate replaces
  /// it. One of the corrections must follow.
  @_noLocks
  mutating func learnBias(_ rate: Vector3, seconds: Double) {
    let biasNoise = noise.restBias / seconds
    covariance.widenBias(
      by: noise.biasSurprise(rate - mean.bias, variance: covariance.bias.diagonal, noise: biasNoise))
    observe(covariance.withBiasX, variance: covariance.bias.xx, rate.x - mean.bias.x, noise: biasNoise)
    observe(covariance.withBiasY, variance: covariance.bias.yy, rate.y - mean.bias.y, noise: biasNoise)
    observe(covariance.withBiasZ, variance: covariance.bias.zz, rate.z - mean.bias.z, noise: biasNoise)
  }

  @_noLocks
  private mutating func restart(bias: SymmetricMatrix3) {
    mean.forward = .zero
    mean.sideways = .zero
    verticalVelocity = 0
    excess = 0
    isTravelling = false
    covariance = ErrorCovariance(horizontal: noise.start, bias: bias)
  }

  /// Lets an interval pass: velocity, position and all uncertainties. One of the corrections must follow, unless it
  /// ``hasDiverged``.
  @_noLocks
  mutating func predict(_ interval: MotionInterval, isAtRest: Bool) {
    let seconds = interval.seconds
    advance(by: interval.velocityChange, seconds: seconds)
    covariance.drift(seconds: seconds, lift: interval.velocityChange.z)
    // A bias' error d turns the orientation by R d too much: about y it is the forward tilt, about -x the sideways one.
    covariance.turn(forwardTurn: -interval.yAxis, sidewaysTurn: interval.xAxis)
    covariance.widen(
      tilt: noise.tilt * seconds + noise.tiltByRate * interval.squaredRate + interval.unseenTurn,
      velocity: noise.acceleration * seconds + interval.unseenVelocity,
      bias: (isAtRest ? noise.restBiasWalk : noise.biasWalk) * seconds, biasLimit: noise.greatestBias)
  }

  /// Corrects by an interval of `seconds` in motion.
  /// - Returns: the rotation vector that corrects the orientation, reference frame, rad. Its z is 0.
  @_noLocks
  mutating func correctInMotion(seconds: Double) -> Vector3 {
    let scale = (isTravelling ? noise.travelling : 1) / seconds
    holdAgainstZero(velocity: noise.velocity * scale, position: noise.position * scale)
    return takeTilt()
  }

  /// Corrects by an interval of `seconds` at rest, where the specific force is gravity and nothing has a velocity.
  /// - Parameters:
  ///   - up: the direction of the low-passed specific force by the present orientation, reference frame, length 1.
  /// - Returns: the rotation vector that corrects the orientation, reference frame, rad. Its z is 0.
  @_noLocks
  mutating func correctAtRest(seconds: Double, up: Vector3) -> Vector3 {
    admitSurprise(up)
    let tiltNoise = noise.restTilt / seconds
    observe(covariance.withForwardTilt, variance: covariance.forward.xx, -up.x - mean.forward.x, noise: tiltNoise)
    observe(covariance.withSidewaysTilt, variance: covariance.sideways.xx, -up.y - mean.sideways.x, noise: tiltNoise)
    holdAgainstZero(velocity: noise.restVelocity, position: noise.restPosition)
    return takeTilt()
  }

  /// Integrates velocity and position, each cut to what a carried or shaken body does, so that whatever the accelerometer
  /// says has a bounded effect. A body that reaches the limit is travelling: the measurements that hold it against zero
  /// are trusted less, and its velocity fades, so that the vehicle's own takes the place of zero.
  @inline(__always) @_noLocks
  private mutating func advance(by change: Vector3, seconds: Double) {
    let keep = isTravelling ? 1 / (1 + seconds / noise.travelTime) : 1
    let forward = keep * mean.forward.y + change.x
    let sideways = keep * mean.sideways.y + change.y
    verticalVelocity = (verticalVelocity + change.z - noise.gravity * seconds) / (1 + seconds / noise.verticalTime)
    let limit = noise.greatestVelocity
    let (cutForward, cutSideways) = (Self.cut(forward, limit), Self.cut(sideways, limit))
    let cutVertical = Self.cut(verticalVelocity, limit)
    excess /= 1 + seconds / noise.excessTime
    excess += abs(forward - cutForward) + abs(sideways - cutSideways) + abs(verticalVelocity - cutVertical)
    verticalVelocity = cutVertical
    let half = 0.5 * seconds
    mean.forward.z = Self.cut(mean.forward.z + half * (mean.forward.y + cutForward), noise.greatestPosition)
    mean.sideways.z = Self.cut(mean.sideways.z + half * (mean.sideways.y + cutSideways), noise.greatestPosition)
    mean.forward.y = cutForward
    mean.sideways.y = cutSideways
    let fastest = max(abs(cutForward), abs(cutSideways))
    isTravelling = fastest >= limit || (isTravelling && fastest > noise.travelEnd * limit)
  }

  @inline(__always) @_noLocks
  private static func cut(_ value: Double, _ limit: Double) -> Double { max(-limit, min(limit, value)) }

  /// Widens what rest contradicts. Motion has then done what the model doesn't know (a vehicle's acceleration), and
  /// only the quantity itself shall pay for it, not the bias by way of their covariance.
  @_noLocks
  private mutating func admitSurprise(_ up: Vector3) {
    let (forward, sideways) = (mean.forward, mean.sideways)
    covariance.widenForward(
      by: noise.surprise(Vector3(up.x, forward.y, forward.z), variance: covariance.forward.diagonal))
    covariance.widenSideways(
      by: noise.surprise(Vector3(up.y, sideways.y, sideways.z), variance: covariance.sideways.diagonal))
  }

  @inline(__always) @_noLocks
  private mutating func holdAgainstZero(velocity: Double, position: Double) {
    observe(covariance.withForwardVelocity, variance: covariance.forward.yy, -mean.forward.y, noise: velocity)
    observe(covariance.withForwardPosition, variance: covariance.forward.zz, -mean.forward.z, noise: position)
    observe(covariance.withSidewaysVelocity, variance: covariance.sideways.yy, -mean.sideways.y, noise: velocity)
    observe(covariance.withSidewaysPosition, variance: covariance.sideways.zz, -mean.sideways.z, noise: position)
  }

  /// Takes one scalar measurement. Their noises are uncorrelated, so one after the other is the same as all at once and
  /// spares the inverse of a matrix.
  @_noLocks
  private mutating func observe(_ column: ErrorVector, variance: Double, _ residual: Double, noise: Double) {
    let scale = 1 / (variance + noise)
    mean += column * (residual * scale)
    covariance.narrow(column, scaledBy: scale)
  }

  @inline(__always) @_noLocks
  private mutating func takeTilt() -> Vector3 {
    let rotation = Vector3(-mean.sideways.x, mean.forward.x, 0)
    mean.forward.x = 0
    mean.sideways.x = 0
    return rotation
  }
}

extension InertialEstimate {
  mutating func exchange(_ archive: inout StateArchive) {
    mean.exchange(&archive)
    covariance.exchange(&archive)
    archive.exchange(&verticalVelocity)
    archive.exchange(&excess)
    archive.exchange(&isTravelling)
  }

  /// What is wrong with a state that no run leads to; nil for one that is possible.
  var fault: String? {
    if !covariance.isPositive { return "the covariance is not positive" }
    let limit = noise.greatestVelocity
    let speeds = [mean.forward.y, mean.sideways.y, verticalVelocity]
    if speeds.contains(where: { abs($0) > 2 * limit }) || excess < 0 { return "a velocity is out of bounds" }
    return nil
  }
}
