import IMUDrivers
import SimulatedIMU
import Testing

@Suite struct RateTests {
  /// Starts a mock chip and tells its true rate, or why there is none.
  private func answer(_ identity: UInt8, _ hertz: Double) throws(SensorError) -> Double {
    let chip = RegisterChip(identity == 0x68 ? .mpu6050 : .lsm6ds3, identity: identity)
    let sensor = try IMUSensor.start(
      bus: chip, address: chip.address, configuration: SensorConfiguration(sampleRateHertz: hertz))
    return sensor.active.sampleRateHertz
  }

  private static let mpuRates: [(Double, Double)] = [
    (300, 1000.0 / 3), (333.33, 1000.0 / 3), (333.4, 500), (200, 200), (100, 100), (101, 1000.0 / 9), (1000, 1000),
    (999, 1000), (501, 1000), (500, 500), (10, 10), (5, 10), (0.001, 10), (.leastNonzeroMagnitude, 10),
  ]

  @Test(arguments: mpuRates)
  func anMPU6050_answersWithItsTrueRate(hertz: Double, expected: Double) throws {
    #expect(abs(try answer(0x68, hertz) - expected) < 1e-9)
  }

  /// The smallest rate of the chip that is not below the wanted one, at every hertz.
  @Test func anMPU6050_takesTheSmallestRateThatIsEnough() throws {
    for hertz in 10...1000 {
      let divisor = 1000 / hertz
      #expect(try answer(0x68, Double(hertz)) == 1000 / Double(divisor))
    }
  }

  private static let lsmRates: [(wanted: Double, expected: Double)] = [
    (0.001, 12.5), (12.5, 12.5), (12.51, 26), (26, 26), (27, 52), (52, 52), (100, 104), (104, 104), (200, 208),
    (208, 208), (209, 416), (416, 416), (500, 833), (833, 833), (834, 1666), (1666, 1666),
  ]

  @Test(arguments: [0x69, 0x6A] as [UInt8], lsmRates)
  func anLSM6DS3_answersWithItsTrueRate(identity: UInt8, rate: (wanted: Double, expected: Double)) throws {
    #expect(try answer(identity, rate.wanted) == rate.expected)
  }

  /// Real rates differ by percents from the nominal ones; one that is meant is recognised.
  @Test func aNominalRateTypedWithFewDigits_isFound() throws {
    #expect(try answer(0x69, 1666.1) == 1666)
    #expect(abs(try answer(0x68, 333.34) - 1000.0 / 3) < 1e-9)
    #expect(abs(try answer(0x68, 142.86) - 1000.0 / 7) < 1e-9)
  }

  @Test(arguments: [0, -0.0, -100, .nan, .signalingNaN, .infinity, -.infinity, 1001, 1e300] as [Double])
  func aRateThatTheMPUCannotDo_isRefused(hertz: Double) throws {
    let error = try #require(
      startError(RegisterChip(.mpu6050, identity: 0x68), at: 0x68, SensorConfiguration(sampleRateHertz: hertz)))
    guard case .rate(_, let lowest, let highest) = error.reason else {
      Issue.record("\(error)")
      return
    }
    #expect(lowest == 10 && highest == 1000)
    #expect(
      error.description
        == "mock bus address 0x68: a sample rate of \(hertz) Hz is not offered; choose 10.0 to 1000.0 Hz")
  }

  @Test(arguments: [0x69, 0x6A] as [UInt8], [0, -1, .nan, .infinity, -.infinity, 1667, 6664] as [Double])
  func aRateThatTheLSMCannotDo_isRefused(identity: UInt8, hertz: Double) throws {
    let chip = RegisterChip(.lsm6ds3, identity: identity)
    let error = try #require(startError(chip, at: 0x6A, SensorConfiguration(sampleRateHertz: hertz)))
    guard case .rate(_, let lowest, let highest) = error.reason else {
      Issue.record("\(error)")
      return
    }
    #expect(lowest == 12.5 && highest == 1666)
  }

  @Test func thePeriodIsThatOfTheTrueRate() throws {
    let (board, chip) = poweredBoard(.mpu6050)
    let sensor = try IMUSensor.start(board, chip, SensorConfiguration(sampleRateHertz: 300))
    #expect(sensor.active.periodNanoseconds == 3_000_000)
    #expect(sensor.configuration.sampleRateHertz == 300)
  }

  /// Linux drops 2 samples of an MPU-6050, and of the LSM6DSM class 2, 5, 7, 12, 20 and 36 at its first six rates.
  @Test func samplesBeforeTheFiltersHaveSettled_areCounted() throws {
    for (hertz, count) in [(12.5, 2), (26, 5), (52, 7), (104, 12), (208, 20), (416, 36)] {
      let (board, chip) = poweredBoard(.lsm6ds3trc)
      let sensor = try IMUSensor.start(board, chip, SensorConfiguration(sampleRateHertz: hertz))
      #expect(sensor.active.settlingSamples == count)
    }
    let (board, chip) = poweredBoard(.mpu6050)
    let sensor = try IMUSensor.start(board, chip)
    #expect(sensor.active.settlingSamples == 2)
  }
}
