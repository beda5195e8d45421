import Fusion
import Pipeline

/// Noise and bias of a chip at rest, from the longest stretch of a recording in which it lay still.
struct RestMeasurement {
  /// How long the stretch is at least, in seconds: four windows.
  static let leastSeconds = 1.0

  let seconds: Double
  let temperatureCelsius: Double
  /// What each axis shows, in rad/s and m/s^2, chip axes.
  let rate: Vector3
  let force: Vector3
  /// The standard deviation of one sample about the mean of its window (0.25 s), in the same units.
  let rateNoise: Vector3
  let forceNoise: Vector3

  /// - Throws: ``CalibrationRefusal`` where no stretch is long enough: what moved last, or that the recording is too short.
  init(_ recording: ReplayRecording) throws(CalibrationRefusal) {
    var (stretch, longest) = (RestRecord(), RestRecord())
    var refusal: CalibrationRefusal?
    for row in 0..<recording.count {
      guard try stretch.take(CalibrationSample(recording, row: row)) else { continue }
      do throws(CalibrationRefusal) {
        try stretch.requireRest()
        if stretch.seconds > longest.seconds { longest = stretch }
      } catch {
        refusal = error
        stretch = RestRecord()
      }
    }
    guard longest.seconds >= Self.leastSeconds else {
      throw refusal ?? .tooShort(seconds: longest.seconds, needed: Self.leastSeconds)
    }
    let windows = longest.windows
    var (rate, force, temperature) = (Vector3.zero, Vector3.zero, 0.0)
    var (rateVariance, forceVariance) = (Vector3.zero, Vector3.zero)
    for window in windows {
      rate += window.rate
      force += window.force
      rateVariance += window.rateVariance
      forceVariance += window.forceVariance
      temperature += window.temperatureCelsius
    }
    let count = Double(windows.count)
    seconds = longest.seconds
    temperatureCelsius = temperature / count
    (self.rate, self.force) = (rate / count, force / count)
    (rateNoise, forceNoise) = (Self.roots(rateVariance / count), Self.roots(forceVariance / count))
  }

  private static func roots(_ variance: Vector3) -> Vector3 {
    Vector3(variance.x.squareRoot(), variance.y.squareRoot(), variance.z.squareRoot())
  }

  /// For people.
  var lines: [String] {
    let scale = 180 / Double.pi
    return [
      "at rest for \(seconds.fixed(2)) s at \(temperatureCelsius.fixed(1)) degrees C, chip axes [x, y, z]:",
      "  gyroscope bias \(inText(rate * scale, 4)) deg/s, noise of a sample \(inText(rateNoise * scale, 4)) deg/s",
      "  accelerometer \(inText(force, 4)) m/s^2 (together \(force.length.fixed(4))), "
        + "noise of a sample \(inText(forceNoise, 4)) m/s^2",
    ]
  }
}
