import SimulatedIMU
import Testing

@testable import IMUDrivers

@Suite struct SelfTestTests {
  private func verdicts(_ model: ChipModel, _ response: SelfTestResponse) throws -> [SelfTestAxis.Verdict] {
    let (board, chip) = poweredBoard(
      model, motion: .still(noise: SeededNoise(seed: 3, angularRate: 0.001, specificForce: 0.02)),
      options: ChipOptions(selfTest: response))
    return try SelfTest.run(bus: board.bus, address: chip.address).axes.map(\.verdict)
  }

  @Test(arguments: testedModels)
  func aSoundChip_passesOnEachAxis(model: ChipModel) throws {
    #expect(try verdicts(model, SelfTestResponse()) == Array(repeating: .passed, count: 6))
  }

  @Test(arguments: testedModels, 0..<6)
  func anAxisThatDoesNotMove_failsAlone(model: ChipModel, broken: Int) throws {
    var response = SelfTestResponse()
    if broken < 3 { response.accelerometerGain[broken] = 0 } else { response.gyroscopeGain[broken - 3] = 0 }
    let verdicts = try verdicts(model, response)
    for axis in 0..<6 { #expect(verdicts[axis] == (axis == broken ? .failed : .passed)) }
  }

  /// 14 percent of the trim, in both directions (MPU-6050 specification 3.4, sections 6.1 and 6.2).
  @Test func theFactoryTrimIsKeptWithin14Percent() throws {
    let edge = SelfTestResponse(
      accelerometerGain: SIMD3(0.87, 1.13, 0.85), gyroscopeGain: SIMD3(1.15, 0.87, 1.13))
    #expect(try verdicts(.mpu6050, edge) == [.passed, .passed, .failed, .failed, .passed, .passed])
  }

  @Test func aCodeOfZero_isReportedAsUntrimmed() throws {
    let clone = SelfTestResponse(accelerometerTrim: SIMD3(0, 16, 16), gyroscopeTrim: SIMD3(12, 12, 0))
    #expect(try verdicts(.mpu6050, clone) == [.untrimmed, .passed, .passed, .passed, .passed, .untrimmed])
  }

  /// Every code, as the chip gives it and as the driver reads it.
  @Test func everyTrimCodeIsReadFromItsBits() throws {
    for code: UInt8 in 1...31 {
      let trim = SIMD3(code, 32 - code, code)
      let response = SelfTestResponse(accelerometerTrim: trim, gyroscopeTrim: SIMD3(32 - code, code, 32 - code))
      let (_, chip) = poweredBoard(.mpu6050, options: ChipOptions(selfTest: response))
      let read = MPU6050Trim((0x0D...0x10).map { chip.register($0) })
      #expect(read.accelerometerCodes == [code, 32 - code, code])
      #expect(read.gyroscopeCodes == [32 - code, code, 32 - code])
    }
  }

  /// The ends of the laws of register map 4.2, section 4.1: 25 deg/s and 0.34 g to 0.92 g; y is negative.
  @Test func theTrimLawsHaveTheirEnds() throws {
    let lowest = MPU6050Trim([0x01, 0x01, 0x01, 0x15])
    let highest = MPU6050Trim([0xFF, 0xFF, 0xFF, 0x3F])
    #expect(try abs(#require(lowest.accelerometer(0)) - 0.34) < 1e-12)
    #expect(try abs(#require(highest.accelerometer(2)) - 0.92) < 1e-12)
    #expect(lowest.gyroscope(0) == 25 && lowest.gyroscope(1) == -25)
    // 1.046^30 by hand: 3.8543.
    #expect(try abs(#require(highest.gyroscope(2)) - 96.36) < 0.05)
  }

  /// A clone that answers as no part of InvenSense's has no limits that are known.
  @Test func aClone_isRefusedByName() throws {
    let (board, chip) = poweredBoard(.icm20689)
    #expect(throws: SelfTestError.noProcedure(place: "simulated I2C bus address 0x68", part: "MPU-6050 clone")) {
      try SelfTest.run(bus: board.bus, address: chip.address)
    }
  }

  @Test(arguments: testedModels)
  func aDeviceThatMoves_isRefused_andItsRegistersAreRestored(model: ChipModel) throws {
    let (board, chip) = poweredBoard(model, motion: .rotation(about: SIMD3(0, 0, 1), rate: 0.6))
    let before = (0...0x7F).map { chip.register($0) }
    #expect {
      try SelfTest.run(bus: board.bus, address: chip.address)
    } throws: { if case .moving(_, .gyroscope, "z") = $0 as? SelfTestError { true } else { false } }
    for register in writableRegisters(model) { #expect(chip.register(register) == before[Int(register)]) }
  }

  @Test(arguments: testedModels)
  func aHandThatShakes_isRefused(model: ChipModel) throws {
    let (board, chip) = poweredBoard(model, motion: .moving())
    #expect {
      try SelfTest.run(bus: board.bus, address: chip.address)
    } throws: { if case .moving = $0 as? SelfTestError { true } else { false } }
  }
}

/// The parts whose self-test has limits that their makers published: the three, and the MPU-6500 class.
let testedModels = exactModels + [.mpu6500, .mpu6515, .mpu9250, .mpu9255, .mpu6880, .icm20608]

/// What a self-test may change, by model: everything that configures, nothing that counts.
func writableRegisters(_ model: ChipModel) -> [UInt8] {
  model.family == .mpu6050
    ? Array(0x19...0x1C) + [0x1D, 0x23, 0x37, 0x38, 0x6A, 0x6B, 0x6C] : Array(0x06...0x0E) + Array(0x10...0x19)
}
