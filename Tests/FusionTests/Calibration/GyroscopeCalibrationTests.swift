import Fusion
import Testing

@Suite("Gyroscope calibration")
struct GyroscopeCalibrationTests {
  private static let bias = radians(Vector3(12, -7, 0.3))

  /// Why the rest of a chip is refused.
  private func refusal(
    of chip: ChipAtRest = ChipAtRest(), seconds: Double = 10,
    _ change: (inout CalibrationSample, Double) -> Void = { _, _ in }
  ) throws -> CalibrationRefusal? {
    try calibrationRefusal {
      var chip = chip
      var record = RestRecord()
      try chip.record(seconds: seconds, into: &record, change)
      _ = try GyroscopeCalibration(rest: record)
    }
  }

  @Test func biasIsRecoveredWithinItsStatedError() throws {
    // Over many chips the error has the size that the uncertainty says, neither more nor much less.
    var ratio = 0.0
    for seed in 1...40 {
      var chip = ChipAtRest(seed: UInt64(seed))
      chip.bias = Self.bias
      chip.temperatureCelsius = 31
      var record = RestRecord()
      try chip.record(seconds: 10, into: &record)
      let result = try GyroscopeCalibration(rest: record)
      let error = result.bias - Self.bias
      #expect(error.length < radians(0.01))
      ratio += error.lengthSquared / result.uncertainty.lengthSquared / 40
      #expect(abs(result.noise.x / chip.rateNoise - 1) < 0.15)
      #expect(abs(result.temperatureCelsius - 31) < 1e-9)
      #expect(abs(result.seconds - 10) < 0.6)
    }
    #expect(ratio > 0.5 && ratio < 2)
  }

  @Test(arguments: [0.1, 1, 5])
  func ownNoise_isNoMotion(times: Double) throws {
    var chip = ChipAtRest()
    chip.rateNoise *= times
    chip.forceNoise *= times
    #expect(try refusal(of: chip) == nil)
  }

  /// A quiet chip at 2000 deg/s and 16 g shows the same words, and now and then the next one.
  @Test func stepsOfTheWords_areNoMotion() throws {
    var chip = ChipAtRest()
    chip.rateNoise = 0
    chip.forceNoise = 0
    let refusal = try refusal(of: chip) { sample, seconds in
      if Int(seconds * 100) % 97 == 0 { sample.angularRate.x += radians(0.061) }
      if Int(seconds * 100) % 89 == 0 { sample.specificForce.y += 0.0048 }
    }
    #expect(refusal == nil)
  }

  @Test func knock_isRefusedWithItsTime() throws {
    let refusal = try refusal { sample, seconds in
      if seconds > 6.5, seconds < 6.6 { sample.specificForce.x += 1 }
    }
    guard case .moved(.accelerometer, let seconds) = refusal else {
      Issue.record("\(String(describing: refusal))")
      return
    }
    #expect(abs(seconds - 6.5) < 0.3)
  }

  @Test func turningAway_isRefused() throws {
    let refusal = try refusal { sample, seconds in
      if seconds > 4, seconds < 4.5 { sample.angularRate.z += radians(3) }
    }
    guard case .moved(.gyroscope, let seconds) = refusal else {
      Issue.record("\(String(describing: refusal))")
      return
    }
    #expect(abs(seconds - 4) < 0.3)
  }

  /// Even rotation looks like a bias to the gyroscope; the direction of gravity gives it away.
  @Test(arguments: [0.3, 2, 20])
  func evenRotationAboutALevelAxis_isRefused(degreesPerSecond: Double) throws {
    var chip = ChipAtRest()
    chip.rate = radians(Vector3(degreesPerSecond, 0, 0))
    let refusal = try refusal(of: chip) { sample, seconds in
      let turned = Quaternion(rotationVector: seconds * chip.rate).rotateBack(Vector3(0, 0, 9.80665))
      sample.specificForce += turned - Vector3(0, 0, 9.80665)
    }
    guard case .moved(.accelerometer, _) = refusal else {
      Issue.record("\(String(describing: refusal))")
      return
    }
  }

  @Test func heldInAHand_isRefused() throws {
    let refusal = try refusal { sample, seconds in
      sample.angularRate += radians(Vector3(2, 1, 3)) * (seconds * 60).sine
    }
    guard case .tooNoisy(.gyroscope, _, _) = refusal else {
      Issue.record("\(String(describing: refusal))")
      return
    }
  }

  @Test func fasterThanAnyBias_isRefused() throws {
    var chip = ChipAtRest()
    chip.rate = radians(Vector3(0, 0, 30))
    guard case .turning(let rate, _) = try refusal(of: chip) else {
      Issue.record("taken for a bias")
      return
    }
    #expect(abs(degrees(rate) - 30) < 0.1)
    chip.rate = radians(Vector3(0, 0, 20))
    #expect(try refusal(of: chip) == nil)
  }

  @Test func deadAccelerometer_isRefused() throws {
    var chip = ChipAtRest()
    chip.force = .zero
    guard case .noGravity = try refusal(of: chip) else {
      Issue.record("rest can't be told without gravity")
      return
    }
  }

  @Test func shortRest_isRefused() throws {
    guard case .tooShort(_, 2) = try refusal(seconds: 1.9) else {
      Issue.record("too short a rest was accepted")
      return
    }
    #expect(try refusal(seconds: 0) == .tooShort(seconds: 0, needed: 2))
    #expect(try refusal(seconds: 2.6) == nil)
  }

  @Test(arguments: [Double.nan, .infinity, -.infinity])
  func valueThatIsNoNumber_isRefused(value: Double) throws {
    #expect(try refusal { sample, seconds in if seconds > 5 { sample.angularRate.y = value } } == .notFinite)
    #expect(try refusal { sample, seconds in if seconds > 5 { sample.specificForce.z = value } } == .notFinite)
    #expect(try refusal { sample, seconds in if seconds > 5 { sample.temperatureCelsius = value } } == .notFinite)
  }

  @Test func timeThatStandsStill_isRefused() throws {
    #expect(try refusal { sample, seconds in if seconds > 5 { sample.timeNanoseconds = 7 } } == .timeNotRising)
  }

  @Test func hugeValues_neverPassForRest() throws {
    #expect(try refusal { sample, seconds in sample.angularRate.x = seconds > 5 ? 1e200 : -1e200 } != nil)
    #expect(try refusal { sample, _ in sample.specificForce.x = 1e300 } != nil)
  }

  /// A chip that warms up drifts; that is no motion, and it shows the slope.
  @Test func warmingUp_isNoMotion() throws {
    var chip = ChipAtRest()
    var record = RestRecord()
    try chip.record(seconds: 300, into: &record) { sample, seconds in
      sample.temperatureCelsius = 25 + seconds / 30
      sample.angularRate += radians(Vector3(0.05, 0, -0.02)) * (seconds / 30)
    }
    let slope = try GyroscopeCalibration(rest: record).thermal.slope()
    #expect((slope.slope - radians(Vector3(0.05, 0, -0.02))).length < radians(0.001))
    // The same drift at one temperature is motion.
    let refusal = try refusal(seconds: 300) { sample, seconds in
      sample.angularRate += radians(Vector3(0.05, 0, -0.02)) * (seconds / 30)
    }
    guard case .moved(.gyroscope, _) = refusal else {
      Issue.record("\(String(describing: refusal))")
      return
    }
  }
}

extension Double {
  /// A sine good enough to shake with: Bhaskara's parabolas.
  fileprivate var sine: Double {
    let half = self / .pi
    let part = half - half.rounded(.down)
    let value = 16 * part * (1 - part) / (5 - 4 * part * (1 - part))
    return Int(half.rounded(.down)) % 2 == 0 ? value : -value
  }
}
