/// A stretch of samples from a chip at rest, and the proof that it was.
///
/// Steady rotation about the vertical that passes for a bias (below 25 deg/s) is the one motion that no gyroscope and no
/// accelerometer can tell from rest. Not for the sample path: it allocates.
public struct RestRecord: Sendable {
  /// Most windows that are kept: an hour at 0.25 s each.
  public static let windowLimit = 14_400

  /// The windows so far, in order of time.
  public private(set) var windows: [RestWindow] = []
  private var builder = RestWindowBuilder()

  /// An empty record.
  public init() {}

  /// How many seconds the windows cover.
  public private(set) var seconds = 0.0

  /// Takes a sample.
  ///
  /// - Returns: whether it completed a window.
  /// - Throws: ``CalibrationRefusal`` for values that are not finite, a time that does not rise, or too many windows.
  public mutating func take(_ sample: CalibrationSample) throws(CalibrationRefusal) -> Bool {
    guard let window = try builder.take(sample) else { return false }
    guard windows.count < Self.windowLimit else {
      throw .tooLong(limit: Double(Self.windowLimit) * RestWindowBuilder.leastSeconds)
    }
    windows.append(window)
    seconds += window.seconds
    return true
  }

  /// The mean of the windows' means, by number of samples.
  var mean: (rate: Vector3, force: Vector3, temperatureCelsius: Double) {
    var (rate, force, temperature, count) = (Vector3.zero, Vector3.zero, 0.0, 0.0)
    for window in windows {
      let weight = Double(window.count)
      rate += weight * window.rate
      force += weight * window.force
      temperature += weight * window.temperatureCelsius
      count += weight
    }
    guard count > 0 else { return (.zero, .zero, 0) }
    return (rate / count, force / count, temperature / count)
  }

  /// Does nothing if the chip was at rest all the time.
  ///
  /// Adaptive: the median of the windows' variances is the chip's own noise; a window that exceeds it four times, or whose
  /// mean lies further from the whole mean than noise and temperature explain, was moved.
  ///
  /// - Throws: ``CalibrationRefusal`` with the reason.
  public func requireRest() throws(CalibrationRefusal) {
    guard !windows.isEmpty else { throw .tooShort(seconds: 0, needed: RestWindowBuilder.leastSeconds) }
    let mean = mean
    guard RestLimits.gravityRange.contains(mean.force.length) else { throw .noGravity(force: mean.force.length) }
    try requireRest(
      .gyroscope, variances: windows.map(\.rateVariance.sum), means: windows.map(\.rate), mean: mean.rate,
      temperature: mean.temperatureCelsius, scale: .rate)
    try requireRest(
      .accelerometer, variances: windows.map(\.forceVariance.sum), means: windows.map(\.force), mean: mean.force,
      temperature: mean.temperatureCelsius, scale: .force)
    let rate = mean.rate.greatestMagnitude
    guard rate <= RestLimits.greatestBias else { throw .turning(rate: rate, limit: RestLimits.greatestBias) }
  }

  private func requireRest(
    _ sensor: CalibrationRefusal.Sensor, variances: [Double], means: [Vector3], mean: Vector3, temperature: Double,
    scale: RestScale
  ) throws(CalibrationRefusal) {
    let usual = max(variances.sorted()[variances.count / 2], scale.step * scale.step)
    guard usual <= scale.greatestNoise * scale.greatestNoise else {
      throw .tooNoisy(sensor, noise: squareRoot(usual), limit: scale.greatestNoise)
    }
    for (index, window) in windows.enumerated() {
      let wander = scale.wander + scale.wanderPerDegree * abs(window.temperatureCelsius - temperature)
      let limit = RestLimits.meanDistanceSquared(variance: usual, count: window.count, wander: wander)
      guard variances[index] <= RestLimits.varianceFactor * usual, (means[index] - mean).lengthSquared <= limit
      else { throw .moved(sensor, atSeconds: window.startSeconds) }
    }
  }
}
