/// Cuts a stream of samples into windows.
struct RestWindowBuilder: Sendable, BitwiseCopyable {
  /// How long a window is at least, in seconds: hand tremor (8 to 12 Hz) shows in it, drift does not.
  static let leastSeconds = 0.25
  /// How many samples it has at least, for a variance good to a third.
  static let leastCount = 16

  private var originNanoseconds: UInt64?
  private var startNanoseconds: UInt64 = 0
  private var lastNanoseconds: UInt64 = 0
  private var rate = VectorStatistics()
  private var force = VectorStatistics()
  private var temperatureSum = 0.0

  /// Takes a sample.
  ///
  /// - Returns: the window that it completes, if any.
  mutating func take(_ sample: CalibrationSample) throws(CalibrationRefusal) -> RestWindow? {
    guard sample.isFinite else { throw .notFinite }
    if originNanoseconds != nil, sample.timeNanoseconds <= lastNanoseconds { throw .timeNotRising }
    let origin = originNanoseconds ?? sample.timeNanoseconds
    originNanoseconds = origin
    if rate.count == 0 { startNanoseconds = sample.timeNanoseconds }
    lastNanoseconds = sample.timeNanoseconds
    rate.add(sample.angularRate)
    force.add(sample.specificForce)
    temperatureSum += sample.temperatureCelsius
    let seconds = Double(lastNanoseconds - startNanoseconds) * 1e-9
    guard seconds >= Self.leastSeconds, rate.count >= Self.leastCount else { return nil }
    let window = RestWindow(
      startSeconds: Double(startNanoseconds - origin) * 1e-9, seconds: seconds, count: rate.count, rate: rate.mean,
      rateVariance: rate.variance, force: force.mean, forceVariance: force.variance,
      temperatureCelsius: temperatureSum / Double(rate.count))
    rate = VectorStatistics()
    force = VectorStatistics()
    temperatureSum = 0
    return window
  }
}
