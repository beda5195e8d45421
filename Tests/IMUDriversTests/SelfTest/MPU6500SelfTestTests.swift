import SimulatedIMU
import Testing

@testable import IMUDrivers

/// Issue 5: the self-test of the siblings, by InvenSense's law and limits for the MPU-6500.
@Suite struct MPU6500SelfTestTests {
  private func verdicts(_ response: SelfTestResponse) throws -> [SelfTestAxis.Verdict] {
    let (board, chip) = poweredBoard(
      .mpu6500, motion: .still(noise: SeededNoise(seed: 3, angularRate: 0.001, specificForce: 0.02)),
      options: ChipOptions(selfTest: response))
    return try SelfTest.run(bus: board.bus, address: chip.address).axes.map(\.verdict)
  }

  private static let trim = (accelerometer: SIMD3<UInt8>(90, 110, 130), gyroscope: SIMD3<UInt8>(120, 140, 160))

  /// Criterion A: the accelerometer within half of its trim in both directions, the gyroscope above half of it.
  @Test func theFactoryTrimIsKeptWithinHalfOfIt() throws {
    let edge = SelfTestResponse(
      accelerometerTrim: Self.trim.accelerometer, gyroscopeTrim: Self.trim.gyroscope,
      accelerometerGain: SIMD3(0.53, 1.47, 0.47), gyroscopeGain: SIMD3(0.47, 0.53, 1.7))
    #expect(try verdicts(edge) == [.passed, .passed, .failed, .failed, .passed, .passed])
    let more = SelfTestResponse(
      accelerometerTrim: SIMD3(90, 90, 90), gyroscopeTrim: Self.trim.gyroscope,
      accelerometerGain: SIMD3(1.53, -1, 1), gyroscopeGain: SIMD3(-1, 1, 1))
    // The accelerometer's sign counts, the gyroscope's does not.
    #expect(try verdicts(more) == [.failed, .failed, .passed, .passed, .passed, .passed])
  }

  /// Criterion B, where a code of the sensor is 0: 225 to 675 mg, and 60 deg/s and more, on all of its axes.
  @Test func aCodeOfZeroBringsTheAbsoluteLimits() throws {
    // An untrimmed axis moves by 0.577 g or 72.2 deg/s times its gain.
    let near = SelfTestResponse(
      accelerometerTrim: .zero, gyroscopeTrim: .zero, accelerometerGain: SIMD3(0.42, 1.14, -1),
      gyroscopeGain: SIMD3(0.86, -0.86, 3))
    #expect(try verdicts(near) == [.passed, .passed, .passed, .passed, .passed, .passed])
    let beyond = SelfTestResponse(
      accelerometerTrim: .zero, gyroscopeTrim: .zero, accelerometerGain: SIMD3(0.36, 1.2, 1),
      gyroscopeGain: SIMD3(0.8, -0.8, 1))
    #expect(try verdicts(beyond) == [.failed, .failed, .passed, .failed, .failed, .passed])
    let one = MPU6500SelfTest.limits(gyroscopeCodes: [100, 0, 100], accelerometerCodes: [100, 100, 0])
    #expect(one.accelerometer == Array(repeating: 0.225...0.675, count: 3))
    #expect(one.gyroscope == Array(repeating: 60...250, count: 3))
  }

  /// Entries of the table mpu_6500_st_tb of InvenSense's driver, which rounds the law's values down to whole counts.
  @Test(arguments: [(1, 2620), (2, 2646), (3, 2672), (11, 2894), (31, 3531), (71, 5257), (113, 7985), (130, 9457)])
  func theLawGivesInvenSensesTable(code: UInt8, counts: Int) {
    #expect(abs(MPU6500SelfTest.counts(code) - Double(counts)) < 1)
  }

  @Test func limitsFollowTheTrim() {
    let limits = MPU6500SelfTest.limits(gyroscopeCodes: [1, 1, 1], accelerometerCodes: [1, 1, 1])
    #expect(limits.gyroscope[0] == 10...250)
    #expect(limits.accelerometer[2] == 1310.0 / 16384...3930.0 / 16384)
  }

  /// Every register's code, as the chip has it and as the driver reads it: gyroscope from 0x00 on, accelerometer from 0x0D on.
  @Test func everyAxisHasItsRegister() throws {
    let response = SelfTestResponse(accelerometerTrim: SIMD3(10, 20, 30), gyroscopeTrim: SIMD3(40, 50, 255))
    let (_, chip) = poweredBoard(.mpu9250, options: ChipOptions(selfTest: response))
    #expect((0x00...0x02).map { chip.register($0) } == [40, 50, 255])
    #expect((0x0D...0x0F).map { chip.register($0) } == [10, 20, 30])
  }
}
