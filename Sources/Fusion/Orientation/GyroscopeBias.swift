/// The gyroscope's bias as a random walk, estimated by a Kalman filter from rest and from motion
/// (Laidig & Seel 2023, section 3.4).
///
/// Measurements are scalars with uncorrelated noise and are taken one by one, which spares the inverse of a matrix.
struct GyroscopeBias: Sendable, BitwiseCopyable {
  /// The estimate, rad/s, device frame.
  private(set) var value = Vector3.zero
  /// Its covariance, (rad/s)^2.
  private(set) var covariance: SymmetricMatrix3

  /// The growth of each variance, (rad/s)^2 per second.
  private let walk: Double
  /// No variance grows above this, (rad/s)^2: what is known of any chip before measuring.
  private let greatestVariance: Double

  /// The noise densities of the two kinds of measurement, (rad/s)^2 s.
  private let restNoise: Double
  private let motionNoise: Double
  private let motionResidualLimit: Double
  private let restMargin: Double
  private let restDeviationsSquared: Double

  /// Nothing is known but the spread over chips.
  @_noLocks
  init(_ parameters: OrientationFilter.Parameters) {
    greatestVariance = parameters.biasInitialDeviation * parameters.biasInitialDeviation
    walk = parameters.biasWalk * parameters.biasWalk
    covariance = SymmetricMatrix3(diagonal: greatestVariance)
    restNoise = Self.noiseDensity(settlingAt: parameters.biasRestDeviation, walk: walk)
    motionNoise = Self.noiseDensity(settlingAt: parameters.biasMotionDeviation, walk: walk)
    motionResidualLimit = parameters.biasMotionResidualLimit
    restMargin = parameters.restBiasMargin
    restDeviationsSquared = parameters.restBiasDeviations * parameters.restBiasDeviations
  }

  /// The noise density with which a variance that grows by `walk` per second settles at `deviation` squared:
  /// the balance of growth and of what the measurements take away, P^2 / density = walk.
  @_noLocks
  private static func noiseDensity(settlingAt deviation: Double, walk: Double) -> Double {
    let variance = deviation * deviation
    return variance * variance / walk
  }

  /// True if `rate` (rad/s), seen while nothing shakes, may be the bias: it lies as near to the estimate as the
  /// estimate's uncertainty and a margin allow. Else it is a slow, steady rotation.
  @inline(__always) @_noLocks
  func allows(_ rate: Vector3) -> Bool {
    let offset = rate - value
    return isWithin(offset.x, covariance.xx) && isWithin(offset.y, covariance.yy) && isWithin(offset.z, covariance.zz)
  }

  @inline(__always) @_noLocks
  private func isWithin(_ offset: Double, _ variance: Double) -> Bool {
    // |offset| < margin + k sigma, without a root.
    let beyond = abs(offset) - restMargin
    return beyond < 0 || beyond * beyond < restDeviationsSquared * variance
  }

  /// Lets the bias walk for `seconds`.
  @inline(__always) @_noLocks
  mutating func walk(seconds: Double) {
    let growth = walk * seconds
    // Adding to the diagonal alone keeps the matrix positive; lowering a variance to the limit might not.
    if covariance.xx < greatestVariance { covariance.xx += growth }
    if covariance.yy < greatestVariance { covariance.yy += growth }
    if covariance.zz < greatestVariance { covariance.zz += growth }
  }

  /// Takes the mean rate of `seconds` at rest, which is the bias, rad/s.
  @inline(__always) @_noLocks
  mutating func observeRest(rate: Vector3, seconds: Double) {
    observe(Vector3(1, 0, 0), residual: rate.x - value.x, noiseDensity: restNoise, seconds: seconds)
    observe(Vector3(0, 1, 0), residual: rate.y - value.y, noiseDensity: restNoise, seconds: seconds)
    observe(Vector3(0, 0, 1), residual: rate.z - value.z, noiseDensity: restNoise, seconds: seconds)
  }

  /// Takes one horizontal component of the bias in the reference frame, seen as a correction of the tilt over `seconds`.
  /// - Parameters:
  ///   - row: the low-passed axis of the reference frame in the device frame.
  ///   - measured: what `row . bias` is by that correction, rad/s.
  @inline(__always) @_noLocks
  mutating func observeMotion(_ row: Vector3, measured: Double, seconds: Double) {
    let residual = max(-motionResidualLimit, min(motionResidualLimit, measured - row.dot(value)))
    observe(row, residual: residual, noiseDensity: motionNoise, seconds: seconds)
  }

  @inline(__always) @_noLocks
  private mutating func observe(_ row: Vector3, residual: Double, noiseDensity: Double, seconds: Double) {
    let spread = covariance * row
    let gain = seconds / (row.dot(spread) * seconds + noiseDensity)
    value += (gain * residual) * spread
    covariance.subtractSquare(of: spread, scaledBy: gain)
  }
}
