import Fusion

/// A chip that lies or is held still, with its noise and its errors.
struct ChipAtRest {
  /// Standard deviations of white noise on each axis, rad/s and m/s^2: an MPU-6050's.
  var rateNoise = radians(0.05)
  var forceNoise = 0.03
  var bias = Vector3.zero
  var rate = Vector3.zero
  var force = Vector3(0, 0, 9.80665)
  var temperatureCelsius = 25.0
  var hertz = 100.0
  private(set) var seconds = 0.0
  private var random: SplitMix64

  init(seed: UInt64 = 1) { random = SplitMix64(seed: seed) }

  mutating func sample() -> CalibrationSample {
    seconds += 1 / hertz
    return CalibrationSample(
      timeNanoseconds: UInt64((seconds * 1e9).rounded()), angularRate: bias + rate + rateNoise * random.vector(),
      specificForce: force + forceNoise * random.vector(), temperatureCelsius: temperatureCelsius)
  }

  /// Samples of a time, each changed by a function of the time in seconds.
  mutating func record(
    seconds length: Double, into record: inout RestRecord,
    _ change: (inout CalibrationSample, Double) -> Void = { _, _ in }
  ) throws {
    for _ in 0..<Int(length * hertz) {
      var sample = sample()
      change(&sample, seconds)
      _ = try record.take(sample)
    }
  }
}

/// Why something was refused; nil when it was not.
func calibrationRefusal(_ body: () throws -> Void) throws -> CalibrationRefusal? {
  do { try body() } catch let refusal as CalibrationRefusal { return refusal }
  return nil
}

/// The six directions in order, as forces of 1 g, tilted by an angle about a slanting axis.
func sixForces(tilt: Double = 0) -> [Vector3] {
  ChipDirection.allCases.map { direction in
    Quaternion(rotationVector: tilt * Vector3(0.6, -0.64, 0.48)).rotate(direction.vector) * 9.80665
  }
}
