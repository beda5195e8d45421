/// How still is still. The chip's own noise sets the limits; these constants bound them from both sides.
enum RestLimits {
  /// By how much a window's variance may exceed the usual one: a variance from 16 samples on three axes stays within
  /// a factor of 2 (chi-square, 45 degrees of freedom), so that 4 means a disturbance.
  static let varianceFactor = 4.0
  /// How many standard errors a window's mean may lie from the others'.
  static let standardErrors = 5.0

  /// Below these the words' steps are all there is to see: one bit of the coarsest ranges (2000 deg/s, 16 g).
  static let rateStep = 0.061 * radiansPerDegree
  static let forceStep = 0.005
  /// Above these (root of the variance, all axes) it is no chip at rest: ten times the noise of the MPU-6050 (product
  /// specification 3.4, section 6: 0.05 deg/s, and 400 ug by the root of Hz), and below a hand's tremor.
  static let greatestRateNoise = 0.9 * radiansPerDegree
  static let greatestForceNoise = 0.35

  /// How far means may wander: flicker noise, and for the force a tilt of 0.3 degrees.
  static let rateWander = 0.1 * radiansPerDegree
  static let forceWander = 0.05
  /// How far they may wander with each degree Celsius: twice what section 6 of the same specification allows over the
  /// whole range (20 deg/s in 60 degrees, 60 mg in 70 degrees).
  static let rateWanderPerDegree = 0.66 * radiansPerDegree
  static let forceWanderPerDegree = 0.017

  /// The largest bias on an axis, rad/s: the MPU-6050's initial tolerance of 20 deg/s (section 6.1), and some.
  static let greatestBias = 25.0 * radiansPerDegree
  /// What gravity may read as, m/s^2: some clones show half or double.
  static let gravityRange = 3.5...25.0

  /// The square of how far a window's mean may lie from the mean of others.
  ///
  /// - Parameters:
  ///   - variance: of one sample, all axes.
  ///   - wander: how far it may wander without noise.
  static func meanDistanceSquared(variance: Double, count: Int, wander: Double) -> Double {
    let distance = standardErrors * squareRoot(variance / Double(count)) + wander
    return distance * distance
  }
}
