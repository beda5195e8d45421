/// A Kalman filter for two numbers: the angle from the six-axis heading to magnetic north, and the magnetometer's delay.
///
/// The six-axis heading drifts by the gyroscope's bias about the vertical, whose variance the six-axis filter knows. The
/// more it may have drifted, the more a sample counts; while the heading is unknown the first sample counts at once. A
/// delay shows as an error of the heading that goes with the rotation rate.
struct HeadingEstimate: Sendable, BitwiseCopyable {
  /// The angle, rad, in [-pi, pi].
  private(set) var correction = 0.0
  /// The delay, seconds.
  private(set) var delay = 0.0
  /// The variance of ``correction``, rad^2, of ``delay``, s^2, and their covariance.
  private(set) var variance: Double
  private(set) var delayVariance: Double
  private(set) var covariance = 0.0

  private let angleGrowth: Double
  private let angleGrowthByRate: Double
  private let driftTime: Double
  private let delayGrowth: Double
  private let greatestDelay: Double

  /// An unknown heading, rad^2: a turn either way.
  private static var unknown: Double { @_noLocks get { .pi * .pi } }
  /// A heading whose variance is above this (30 degrees squared) is better told by a disturbed field than not at all.
  private static let nearlyUnknown = 0.274

  @_noLocks
  init(_ p: HeadingFilter.Parameters) {
    variance = Self.unknown
    delayVariance = p.delayDeviation * p.delayDeviation
    angleGrowth = p.gyroscopeNoise * p.gyroscopeNoise
    angleGrowthByRate = p.gyroscopeRateError * p.gyroscopeRateError
    // An error of the rate that lasts for t seconds counts as noise of density 2 sigma^2 t.
    driftTime = 2 * p.driftCorrelationTime
    delayGrowth = p.delayWalk * p.delayWalk
    greatestDelay = p.greatestDelay
  }

  var isHeadingUnknown: Bool { @_noLocks get { variance > Self.nearlyUnknown } }

  /// Forgets how sure the heading was, as when the body may have turned unseen. The delay stays known.
  @_noLocks
  mutating func loseHeading() {
    variance = Self.unknown
    covariance = 0
  }

  /// True if a heading lies within a tolerance (rad) and so many standard deviations of the estimate.
  @_noLocks
  func allows(heading: Double, tolerance: Double, deviations: Double) -> Bool {
    let beyond = abs(Self.wrapped(heading - correction)) - tolerance
    return beyond < 0 || beyond * beyond < deviations * deviations * variance
  }

  /// Makes the heading no surer than the tilt allows, which a steep field turns into heading: at least `floor`, rad^2.
  @_noLocks
  mutating func limit(toVariance floor: Double) { variance = min(max(variance, floor), Self.unknown) }

  /// Lets time pass.
  /// - Parameters:
  ///   - seconds: how much.
  ///   - rateVariance: the variance of the gyroscope's bias about the vertical meanwhile, (rad/s)^2.
  ///   - squaredRateTime: the square of the rotation rate by time, rad^2/s.
  @_noLocks
  mutating func predict(seconds: Double, rateVariance: Double, squaredRateTime: Double) {
    let growth = (rateVariance * driftTime + angleGrowth) * seconds + angleGrowthByRate * squaredRateTime
    variance = min(variance + growth, Self.unknown)
    delayVariance = min(delayVariance + delayGrowth * seconds, greatestDelay * greatestDelay)
  }

  /// Corrects by one view of the field, which was taken back by ``delay`` before.
  /// - Parameters:
  ///   - heading: the angle that would turn the field to north, rad.
  ///   - headingPerDelay: how that grows with what the delay is underestimated by, rad/s.
  ///   - noise: the variance of `heading`, rad^2.
  ///   - learnsDelay: false where only the angle is to be corrected.
  @_noLocks
  mutating func correct(heading: Double, headingPerDelay: Double, noise: Double, learnsDelay: Bool) {
    guard variance < Self.unknown else {
      // What is unknown is replaced, not corrected: the limit of the rest for an infinite variance.
      correction = heading
      variance = noise + headingPerDelay * headingPerDelay * delayVariance
      covariance = -headingPerDelay * delayVariance
      return
    }
    let residual = Self.wrapped(heading - correction)
    let withAngle = variance + headingPerDelay * covariance
    let withDelay = covariance + headingPerDelay * delayVariance
    let scale = 1 / (withAngle + headingPerDelay * withDelay + noise)
    let angleGain = withAngle * scale
    correction = Self.wrapped(correction + angleGain * residual)
    variance -= angleGain * withAngle
    covariance -= angleGain * withDelay
    guard learnsDelay else { return }
    let delayGain = withDelay * scale
    delay = max(-greatestDelay, min(greatestDelay, delay + delayGain * residual))
    delayVariance -= delayGain * withDelay
  }

  /// An angle within two turns of zero brought into [-pi, pi].
  @inline(__always) @_noLocks
  private static func wrapped(_ angle: Double) -> Double {
    if angle > .pi { return angle - 2 * .pi }
    if angle < -.pi { return angle + 2 * .pi }
    return angle
  }
}

extension HeadingEstimate {
  mutating func exchange(_ archive: inout StateArchive) {
    archive.exchange(&correction)
    archive.exchange(&delay)
    archive.exchange(&variance)
    archive.exchange(&delayVariance)
    archive.exchange(&covariance)
  }

  /// What is wrong with a state that no run leads to; nil for one that is possible.
  var fault: String? {
    if abs(correction) > .pi { return "the heading is beyond a turn" }
    if abs(delay) > greatestDelay { return "the magnetometer's delay is out of bounds" }
    let isPositive = variance > 0 && delayVariance > 0 && covariance * covariance <= variance * delayVariance
    return isPositive ? nil : "the heading's covariance is not positive"
  }
}
