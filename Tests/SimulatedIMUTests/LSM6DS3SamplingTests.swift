import IMUDrivers
import SimulatedIMU
import Testing

@Suite struct LSM6DS3SamplingTests {
  private func start(
    _ model: ChipModel = .lsm6ds3trc, motion: some MotionSource = .constant(distinctMotion), acceleration: UInt8 = 0x40,
    rate: UInt8 = 0x4C, options: ChipOptions = ChipOptions(), busHertz: Int = 400_000
  ) throws -> (SimulatedBoard, SimulatedChip) {
    let board = SimulatedBoard(busHertz: busHertz)
    let chip = board.attach(model, motion: motion, options: options)
    var access = RegisterAccess(board, chip)
    access.pause(milliseconds: 20)
    try access.write(0x44, to: 0x12)
    try access.write(acceleration, to: 0x10)
    try access.write(rate, to: 0x11)
    return (board, chip)
  }

  @Test(arguments: [(0x40, 0.061), (0x44, 0.488), (0x48, 0.122), (0x4C, 0.244)])
  func accelerationRanges_haveTheirUnits(control: Int, unit: Double) throws {
    let (board, chip) = try start(acceleration: UInt8(control))
    var access = RegisterAccess(board, chip)
    access.pause(milliseconds: 20)
    let words = try access.lsmSample()
    for axis in 0..<3 {
      #expect(words[3 + axis] == Int16((distinctMotion.specificForce[axis] / 9.80665 * 1000 / unit).rounded()))
    }
  }

  @Test(arguments: [(0x42, 4.375), (0x40, 8.75), (0x44, 17.5), (0x48, 35), (0x4C, 70)])
  func rateRanges_haveTheirUnits(control: Int, unit: Double) throws {
    let (board, chip) = try start(rate: UInt8(control))
    var access = RegisterAccess(board, chip)
    access.pause(milliseconds: 20)
    let words = try access.lsmSample()
    for axis in 0..<3 {
      let exact = distinctMotion.angularRate[axis] * 180 / .pi * 1000 / unit
      #expect(words[axis] == Int16(min(32767, max(-32768, exact.rounded()))))
    }
  }

  @Test(arguments: [(ChipModel.lsm6ds3, 160), (.lsm6ds33, 160), (.lsm6ds3trc, 2560), (.lsm6dsl, 2560)])
  func thirtyFiveDegrees_haveTheModelsCounts(model: ChipModel, raw: Int) throws {
    let (board, chip) = try start(model)
    var access = RegisterAccess(board, chip)
    access.pause(milliseconds: 20)
    #expect(littleEndian(try access.read(0x20, count: 2)) == [Int16(raw)])
  }

  @Test(arguments: [
    (1, 12.5), (2, 26.0), (3, 52), (4, 104), (5, 208), (6, 416), (7, 833), (8, 1666), (9, 3332), (10, 6664), (11, 1.6),
    (12, 0),
  ])
  func codes_giveTheirRate(code: Int, hertz: Double) throws {
    let (board, chip) = try start(acceleration: UInt8(code << 4), rate: 0)
    let before = chip.samplesTaken
    board.pause(nanoseconds: 10_000_000_000)
    #expect(abs(Double(chip.samplesTaken - before) - 10 * hertz) <= 1)
  }

  @Test func theFirstGenerationsGyro_endsAtCodeEight() throws {
    for (code, runs) in [(8, true), (9, false), (10, false)] {
      let (board, chip) = try start(.lsm6ds3, acceleration: 0, rate: UInt8(code << 4))
      board.pause(nanoseconds: 100_000_000)
      #expect((chip.samplesTaken > 0) == runs)
    }
  }

  @Test func aSensorSwitchedOff_givesZeros() throws {
    let (board, chip) = try start()
    var access = RegisterAccess(board, chip)
    access.pause(milliseconds: 50)
    #expect(try access.lsmSample().allSatisfy { $0 != 0 })
    try access.write(0, to: 0x11)
    let words = try access.lsmSample()
    #expect(words[..<3].allSatisfy { $0 == 0 } && words[3...].allSatisfy { $0 != 0 })
  }

  @Test func theSlowerSensor_samplesEachSecondTimeOrFourth() throws {
    let (board, chip) = try start(acceleration: 0x40, rate: 0x60)
    var access = RegisterAccess(board, chip)
    var both = 0
    var rateOnly = 0
    for _ in 0..<400 {
      let status = try access.read(0x1E)
      if status & 0x03 == 0x03 { both += 1 } else if status & 0x03 == 0x02 { rateOnly += 1 }
      if status & 0x03 != 0 { _ = try access.lsmSample() }
      access.pause(nanoseconds: 500_000)
    }
    #expect(both > 0 && abs(rateOnly - 3 * both) <= 3)
  }

  @Test func readingTheHighByte_endsTheNewDataFlagOfItsSensor() throws {
    let (board, chip) = try start()
    var access = RegisterAccess(board, chip)
    access.pause(milliseconds: 15)
    #expect(try access.read(0x1E) == 0x07)
    _ = try access.read(0x28)
    #expect(try access.read(0x1E) == 0x07)
    _ = try access.read(0x29)
    #expect(try access.read(0x1E) == 0x06)
    _ = try access.read(0x23)
    #expect(try access.read(0x1E) == 0x04)
    _ = try access.read(0x21)
    #expect(try access.read(0x1E) == 0)
  }

  @Test func theFirstGeneration_canSwitchSingleAxesOff() throws {
    let (board, chip) = try start(.lsm6ds3, acceleration: 0, rate: 0)
    var access = RegisterAccess(board, chip)
    try access.write(0x18, to: 0x18)  // No z.
    try access.write(0x30, to: 0x19)  // No x.
    try access.write(0x40, to: 0x10)
    try access.write(0x4C, to: 0x11)
    access.pause(milliseconds: 20)
    let words = try access.lsmSample()
    #expect(words.map { $0 == 0 } == [true, false, false, false, false, true])
  }

  @Test func theSleepingGyro_keepsItsValue() throws {
    let (board, chip) = try start(motion: .moving())
    var access = RegisterAccess(board, chip)
    try access.write(0x40, to: 0x13)
    let before = try access.lsmSample()
    access.pause(milliseconds: 300)
    let after = try access.lsmSample()
    #expect(before[..<3] == after[..<3] && before[3...] != after[3...])
  }

  /// Two samples that differ in every byte, from one step of 2.4 ms to the next.
  private func alternating() -> ScriptedMotion {
    let frames = (0..<400).map { index -> ScriptedMotion.KeyFrame in
      let raw = index % 2 == 0 ? 0x1234 : 0x5678
      let force = Double(raw) * 0.061 / 1000 * 9.80665
      let rate = Double(raw) * 8.75 / 1000 * .pi / 180
      return ScriptedMotion.KeyFrame(
        nanoseconds: UInt64(index) * 2_400_000,
        motion: Motion(specificForce: SIMD3(repeating: force), angularRate: SIMD3(repeating: rate)))
    }
    return ScriptedMotion(frames, interpolation: .hold)
  }

  @Test(arguments: [true, false])
  func blockDataUpdate_keepsTheHalvesOfAWordTogether(isBlocking: Bool) throws {
    // A slow bus: each byte takes about a tenth of a sample's period.
    let (board, chip) = try start(motion: alternating(), acceleration: 0x60, rate: 0x60, busHertz: 40_000)
    var access = RegisterAccess(board, chip)
    if !isBlocking { try access.write(0x04, to: 0x12) }
    var tornWords = 0
    var mixedSamples = 0
    for _ in 0..<150 {
      let words = try access.lsmSample()
      tornWords += words.count { $0 != 0x1234 && $0 != 0x5678 && $0 != 0 }
      if Set(words).count > 1 { mixedSamples += 1 }
    }
    #expect(isBlocking ? tornWords == 0 : tornWords > 10)
    // The lock is one of words, not of samples: axes of one burst may stem from two samples.
    #expect(mixedSamples > 10)
  }

  @Test func bigEndianOutput_swapsTheBytes() throws {
    let (board, chip) = try start()
    var access = RegisterAccess(board, chip)
    access.pause(milliseconds: 20)
    let little = try access.lsmSample()
    try access.write(0x46, to: 0x12)
    access.pause(milliseconds: 20)
    #expect(bigEndian(try access.read(0x22, count: 12)) == little)
  }

  @Test func junkSamples_comeFirst_andTheMaskHidesThem() throws {
    let (board, chip) = try start(acceleration: 0, rate: 0, options: ChipOptions(junkSamples: 5))
    var access = RegisterAccess(board, chip)
    let line = board.line(for: chip)
    try access.write(0x01, to: 0x0D)
    try access.write(0x40, to: 0x10)
    var samples: [[Int16]] = []
    for _ in 0..<7 {
      #expect(line.wait(untilNanoseconds: access.now + 50_000_000).status == 1)
      samples.append(try access.lsmSample())
    }
    #expect(samples[5] == samples[6])
    #expect(samples[..<5].allSatisfy { $0[3] != samples[6][3] })

    try access.write(0x00, to: 0x10)
    try access.write(0x08, to: 0x13)
    try access.write(0x40, to: 0x10)
    let began = access.now
    let edge = line.wait(untilNanoseconds: began + 100_000_000)
    #expect(edge.firstNanoseconds - began > 5 * 9_600_000)
    #expect(try access.lsmSample() == samples[6])
  }
}
