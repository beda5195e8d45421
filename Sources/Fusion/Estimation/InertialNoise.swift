/// The parameters as variances and as noise densities: what a measurement's mean over one second would vary by, and
/// what a quantity's variance grows by in one second.
struct InertialNoise: Sendable, BitwiseCopyable {
  /// The variances at the start: tilt, horizontal velocity, position.
  let start: Vector3
  /// No bias' variance grows above this, (rad/s)^2: what is known of a chip before measuring.
  let greatestBias: Double
  /// Velocity and position are cut to this, m/s and m.
  let greatestVelocity: Double
  let greatestPosition: Double
  /// More than this cut off the velocity lately is no motion but a wrong tilt, m/s; and what lately means, seconds.
  let greatestExcess: Double
  let excessTime = 2.0
  /// While travelling: the factor on the noise of motion's measurements, the time constant with which velocity fades,
  /// seconds, and the share of the greatest velocity below which it ends.
  let travelling = 10.0
  let travelTime = 3.0
  let travelEnd = 0.2
  /// The vertical velocity is forgotten with this time constant, seconds.
  let verticalTime = 1.0
  let gravity: Double

  /// Growth per second: tilt (rad^2), velocity ((m/s)^2), bias ((rad/s)^2).
  let tilt: Double
  let acceleration: Double
  let biasWalk: Double
  /// The bias' growth at rest.
  let restBiasWalk: Double
  /// Growth of the tilt's variance per squared radian per second of rotation.
  let tiltByRate: Double

  /// Densities of the measurements "velocity is 0" and "position is 0" in motion.
  let velocity: Double
  let position: Double

  /// Densities of the measurements of bias and tilt at rest, and variances of "velocity is 0" and "position is 0" there.
  let restBias: Double
  let restTilt: Double
  let restVelocity: Double
  let restPosition: Double

  private let restTiltMargin: Double
  private let restDeviationsSquared: Double

  /// ``greatestBias`` for each axis.
  var greatestBiases: Vector3 { @_noLocks get { Vector3(greatestBias, greatestBias, greatestBias) } }

  @_noLocks
  init(_ p: OrientationFilter.Parameters) {
    func squared(_ x: Double) -> Double { x * x }
    start = Vector3(squared(p.startTiltDeviation), squared(p.startVelocityDeviation), squared(p.positionDeviation))
    greatestBias = squared(p.biasInitialDeviation)
    greatestVelocity = p.greatestVelocity
    greatestPosition = p.greatestPosition
    greatestExcess = p.greatestExcess
    gravity = p.gravity
    tilt = squared(p.gyroscopeNoise)
    acceleration = squared(p.accelerometerNoise)
    biasWalk = squared(p.biasWalk)
    restBiasWalk = squared(p.restBiasWalk)
    tiltByRate = squared(p.gyroscopeRateError)
    // A deviation that lasts for t seconds counts as noise of density sigma^2 t.
    velocity = squared(p.velocityDeviation) * p.motionCorrelationTime
    position = squared(p.positionDeviation) * p.motionCorrelationTime
    restBias = squared(p.restGyroscopeNoise)
    restTilt = squared(p.restAccelerometerNoise / p.gravity)
    restVelocity = squared(0.01)
    restPosition = squared(0.01)
    restTiltMargin = p.restTiltMargin
    restDeviationsSquared = squared(p.restDeviations)
  }

  /// True if a tilt seen at rest (rad) may be the error of a tilt known to `variance`.
  @inline(__always) @_noLocks
  func allowsTilt(_ offset: Double, variance: Double) -> Bool {
    // |offset| < margin + k sigma, without a root.
    let beyond = abs(offset) - restTiltMargin
    return beyond < 0 || beyond * beyond < restDeviationsSquared * variance
  }

  /// The square of each residual that is beyond all likelihood, and 0 for the others.
  @inline(__always) @_noLocks
  func surprise(_ residual: Vector3, variance: Vector3) -> Vector3 {
    Vector3(
      surprise(residual.x, variance.x, restTilt), surprise(residual.y, variance.y, restVelocity),
      surprise(residual.z, variance.z, restPosition))
  }

  /// The same of a bias shown at rest, whose measurements have variance `noise`: more than 2.5 deviations are no chance, since
  /// the noise is assumed many times a chip's own.
  @inline(__always) @_noLocks
  func biasSurprise(_ residual: Vector3, variance: Vector3, noise: Double) -> Vector3 {
    func surprise(_ residual: Double, _ variance: Double) -> Double {
      let squared = residual * residual
      return squared > 6.25 * (variance + noise) ? squared : 0
    }
    return Vector3(surprise(residual.x, variance.x), surprise(residual.y, variance.y), surprise(residual.z, variance.z))
  }

  @inline(__always) @_noLocks
  private func surprise(_ residual: Double, _ variance: Double, _ noise: Double) -> Double {
    let squared = residual * residual
    return squared > restDeviationsSquared * (variance + noise) ? squared : 0
  }
}
