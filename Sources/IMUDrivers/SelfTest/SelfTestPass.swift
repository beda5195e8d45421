/// How one sensor of a chip is tested: registers, waits and scale. Pure.
struct SelfTestPass: Equatable {
  let sensor: SelfTestAxis.Sensor
  /// What sets the sensor up, with its self-test off.
  let prepare: [RegisterWrite]
  let on: RegisterWrite
  let off: RegisterWrite
  /// First of six bytes: x, y, z.
  let dataRegister: UInt8
  let isBigEndian: Bool
  /// In g or deg/s.
  let unitPerBit: Double
  /// Wait after the sensor was set up, besides the one that follows each change.
  var startMilliseconds: UInt64 = 0
  /// Wait before the first reading, after each change.
  let settleMilliseconds: UInt64
  /// Wait between readings: longer than a sample period, so that each is a new one.
  let periodMilliseconds: UInt64
  let sampleCount: Int
}

/// The readings of one phase of a self-test, in g or deg/s.
struct SelfTestReadings: Equatable {
  let mean: SIMD3<Double>
  /// Largest minus smallest.
  let spread: SIMD3<Double>

  init(_ readings: [SIMD3<Double>]) {
    var (sum, lowest, highest) = (SIMD3<Double>.zero, readings.first ?? .zero, readings.first ?? .zero)
    for reading in readings {
      sum += reading
      lowest = pointwiseMin(lowest, reading)
      highest = pointwiseMax(highest, reading)
    }
    mean = sum / Double(max(readings.count, 1))
    spread = highest - lowest
  }
}

/// Before, during and after: what is measured, and whether the device lay still. Pure.
struct SelfTestMeasurement: Equatable {
  let sensor: SelfTestAxis.Sensor
  let before: SelfTestReadings
  let during: SelfTestReadings
  let after: SelfTestReadings

  /// On minus off; the readings from before and after share out a slow drift.
  var response: SIMD3<Double> { during.mean - (before.mean + after.mean) / 2 }

  // A chip at rest stays far below these (noise of MPU-6050 specification 6.1 and 6.2 in the filter used: 25 mg and 3 deg/s from
  // end to end), a hand's tremor does not. A steady turn shows as a rate beyond any zero-rate offset (20 deg/s).
  private var spreadLimit: Double { sensor == .accelerometer ? 0.1 : 5 }
  private var driftLimit: Double { sensor == .accelerometer ? 0.05 : 2 }
  private var restLimit: Double { sensor == .accelerometer ? .infinity : 25 }

  /// The index of an axis by which the device moved; nil at rest.
  var movingAxis: Int? {
    (0..<3).first { axis in
      max(before.spread[axis], during.spread[axis], after.spread[axis]) > spreadLimit
        || abs(before.mean[axis] - after.mean[axis]) > driftLimit
        || max(abs(before.mean[axis]), abs(after.mean[axis])) > restLimit
    }
  }
}
