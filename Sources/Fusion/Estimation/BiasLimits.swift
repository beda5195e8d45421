/// What is known of a gyroscope's bias without looking at its signal: how large it can be, and how far and how fast it can move.
struct BiasLimits: Sendable, BitwiseCopyable {
  private let tolerance: Double
  let perDegree: Double
  let margin: Double
  /// Within this of what is known, a still signal is rest at once: half of the margin is for the pose, half for time.
  let nearby: Double
  let slope: Double
  let drift: Double
  let driftTime: Double
  /// What the bias deviates by before anything was measured, rad/s.
  let initialDeviation: Double
  private let restDeviations: Double

  /// The temperature that data sheets give the tolerance at, degrees Celsius.
  private static var specified: Double { @_noLocks get { 25 } }
  /// Room for noise and the rounding of the data sheet's figure, as a share.
  private static var room: Double { @_noLocks get { 1.025 } }
  /// How much surer than it is the filter thinks itself of a bias that it found in motion: on walks its errors were 3 to 5 of
  /// its own deviations.
  private static var overconfidence: Double { @_noLocks get { 2 } }
  /// The margin of a bias that was found in motion, rad/s.
  private static var marginInMotion: Double { @_noLocks get { 1.0 * radiansPerDegree } }

  @_noLocks
  init(_ p: OrientationFilter.Parameters) {
    tolerance = p.biasTolerance
    perDegree = p.biasPerDegree
    margin = p.restBiasMargin
    nearby = p.restBiasMargin * (2.0 / 3)
    slope = p.biasSlope
    drift = p.biasDrift
    driftTime = p.biasDriftTime
    initialDeviation = p.biasInitialDeviation
    restDeviations = p.restDeviations
  }

  /// True if a part within its tolerance can show `rate` at rest at a temperature (nil where it is not known).
  @_noLocks
  func isWithinTolerance(_ rate: Vector3, celsius: Double?) -> Bool {
    let most = Self.room * tolerance + perDegree * abs((celsius ?? Self.specified) - Self.specified)
    return rate.greatestMagnitude <= most
  }

  /// True if `rate` at rest can be the bias that was estimated in motion to `variance`, before any rest.
  @_noLocks
  func allows(_ rate: Vector3, estimate: Vector3, variance: Vector3) -> Bool {
    let scale = Self.overconfidence * restDeviations
    let offset = rate - estimate
    return abs(offset.x) <= Self.marginInMotion + scale * squareRoot(variance.x)
      && abs(offset.y) <= Self.marginInMotion + scale * squareRoot(variance.y)
      && abs(offset.z) <= Self.marginInMotion + scale * squareRoot(variance.z)
  }
}
