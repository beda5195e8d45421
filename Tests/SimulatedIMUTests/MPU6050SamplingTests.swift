import IMUDrivers
import SimulatedIMU
import Testing

@Suite struct MPU6050SamplingTests {
  /// A chip that feels ``distinctMotion``, awake.
  private func wake(
    _ model: ChipModel = .mpu6050, motion: some MotionSource = .constant(distinctMotion), gyroRange: UInt8 = 0,
    accelRange: UInt8 = 0, options: ChipOptions = ChipOptions()
  ) throws -> (SimulatedBoard, SimulatedChip) {
    let board = SimulatedBoard()
    let chip = board.attach(model, motion: motion, options: options)
    var access = RegisterAccess(board, chip)
    try access.wakeMPU(gyroRange: gyroRange, accelRange: accelRange)
    return (board, chip)
  }

  @Test(arguments: [(0, 16384.0, 131.0), (1, 8192, 65.5), (2, 4096, 32.8), (3, 2048, 16.4)])
  func ranges_scaleEachAxisToItsOwnWord(code: Int, perG: Double, perDegree: Double) throws {
    let (board, chip) = try wake(gyroRange: UInt8(code), accelRange: UInt8(code))
    var access = RegisterAccess(board, chip)
    access.pause(milliseconds: 20)
    let words = try access.mpuSample()
    for axis in 0..<3 {
      let acceleration = distinctMotion.specificForce[axis] / 9.80665 * perG
      let rate = distinctMotion.angularRate[axis] * 180 / .pi * perDegree
      #expect(words[axis] == Int16(acceleration.rounded()))
      #expect(words[4 + axis] == Int16(rate.rounded()))
    }
  }

  @Test func valuesBeyondTheRange_stayAtTheRails() throws {
    let motion = Motion(specificForce: SIMD3(100, -100, 19.6), angularRate: SIMD3(-10, 10, .infinity))
    let (board, chip) = try wake(motion: .constant(motion))
    var access = RegisterAccess(board, chip)
    access.pause(milliseconds: 20)
    let words = try access.mpuSample()
    #expect(words[0] == 32767 && words[1] == -32768 && words[2] == 32746)
    #expect(words[4] == -32768 && words[5] == 32767 && words[6] == 32767)
  }

  @Test(arguments: [
    (ChipModel.mpu6050, 35.0, -520), (.mpu6050, 36.53, 0), (.mpu6050, 34.9976, -521), (.mpu6500, 21, 0),
    (.mpu6500, 35, 4674), (.mpu9250, 35, 4674), (.icm20602, 25, 0), (.icm20608, 35, 3268), (.icm20689, 35, 3268),
  ])
  func temperature_followsTheModelsLaw(model: ChipModel, celsius: Double, raw: Int) throws {
    let (board, chip) = try wake(model, motion: .still(temperature: celsius))
    var access = RegisterAccess(board, chip)
    access.pause(milliseconds: 20)
    #expect(try access.mpuSample()[3] == Int16(raw))
  }

  @Test(arguments: [
    (0, 0, 8000.0), (0, 7, 1000), (3, 0, 1000), (3, 4, 200), (6, 9, 100), (1, 2, 1000 / 3.0), (7, 79, 100),
  ])
  func theRate_isTheBaseOverTheDivider(filter: Int, divider: Int, hertz: Double) throws {
    let board = SimulatedBoard()
    let chip = board.attach(.mpu6050, motion: .still())
    var access = RegisterAccess(board, chip)
    try access.wakeMPU(divider: UInt8(divider), filter: UInt8(filter))
    let before = chip.samplesTaken
    access.pause(milliseconds: 2000)
    #expect(abs(Double(chip.samplesTaken - before) - 2 * hertz) <= 1)
  }

  @Test func aFastClock_samplesFaster() throws {
    let (board, chip) = try wake(options: ChipOptions(clockError: 0.05))
    let before = chip.samplesTaken
    board.pause(nanoseconds: 10_000_000_000)
    #expect(chip.samplesTaken - before == 1050)
    chip.inject(.clockError(-0.05))
    board.pause(nanoseconds: 10_000_000_000)
    #expect(chip.samplesTaken - before == 1050 + 950)
  }

  @Test func aboveOneKilohertz_theAccelerationRepeats() throws {
    let board = SimulatedBoard(busHertz: nil)
    let ramp = [
      ScriptedMotion.KeyFrame(seconds: 0, motion: Motion(specificForce: .zero, angularRate: .zero)),
      ScriptedMotion.KeyFrame(
        seconds: 1, motion: Motion(specificForce: SIMD3(19, 19, 19), angularRate: SIMD3(4, 4, 4))),
    ]
    let chip = board.attach(.mpu6050, motion: .scripted(ramp))
    let line = board.line(for: chip)
    var access = RegisterAccess(board, chip)
    try access.wakeMPU(divider: 0, filter: 0)
    var accelerations: [Int16] = []
    var rates: [Int16] = []
    for _ in 0..<64 {
      #expect(line.wait(untilNanoseconds: access.now + 1_000_000).status >= 1)
      let words = try access.mpuSample()
      accelerations.append(words[0])
      rates.append(words[4])
    }
    let steps = (1..<64).filter { accelerations[$0] != accelerations[$0 - 1] }
    #expect(steps.count == 8 || steps.count == 7)
    #expect(zip(steps, steps.dropFirst()).allSatisfy { $1 - $0 == 8 })
    #expect((1..<64).allSatisfy { rates[$0] != rates[$0 - 1] })
  }

  @Test func axesInStandby_keepTheirValue() throws {
    let board = SimulatedBoard()
    let turning = ScriptedMotion.KeyFrame(seconds: 0.5, motion: distinctMotion)
    let still = ScriptedMotion.KeyFrame(
      seconds: 0, motion: Motion(specificForce: .zero, angularRate: .zero, temperature: 36.53))
    let chip = board.attach(.mpu6050, motion: .scripted([still, turning], interpolation: .hold))
    var access = RegisterAccess(board, chip)
    try access.wakeMPU()
    try access.write(0x08 | 0x04, to: 0x6C)  // Acceleration z and rate x.
    access.pause(milliseconds: 1000)
    let words = try access.mpuSample()
    #expect(words[2] == 0 && words[4] == 0)
    #expect(words[0] != 0 && words[1] != 0 && words[5] != 0 && words[6] != 0)
    try access.write(0, to: 0x6C)
    access.pause(milliseconds: 20)
    #expect(try access.mpuSample().allSatisfy { $0 != 0 })
  }

  @Test func asleepAgain_theRegistersHoldAndNoSampleComes() throws {
    let (board, chip) = try wake(motion: .moving())
    var access = RegisterAccess(board, chip)
    access.pause(milliseconds: 500)
    try access.write(0x41, to: 0x6B)
    let held = try access.mpuSample()
    let count = chip.samplesTaken
    access.pause(milliseconds: 500)
    #expect(try access.mpuSample() == held)
    #expect(chip.samplesTaken == count)
  }

  @Test func aStoppedClock_takesNoSamples() throws {
    let (board, chip) = try wake()
    var access = RegisterAccess(board, chip)
    try access.write(0x07, to: 0x6B)
    let count = chip.samplesTaken
    access.pause(milliseconds: 100)
    #expect(chip.samplesTaken == count)
    try access.write(0x01, to: 0x6B)
    access.pause(milliseconds: 100)
    #expect(chip.samplesTaken == count + 10)
  }

  @Test func signalPathReset_keepsTheSampleRegisters_signalConditionResetClearsThem() throws {
    let (board, chip) = try wake()
    var access = RegisterAccess(board, chip)
    access.pause(milliseconds: 20)
    try access.write(0x07, to: 0x68)
    #expect(try access.mpuSample()[0] != 0)
    try access.write(0x01, to: 0x6A)
    #expect(try access.mpuSample() == [0, 0, 0, 0, 0, 0, 0])
    #expect(try access.read(0x6A) == 0)
  }

  @Test func junkSamples_comeFirst() throws {
    let board = SimulatedBoard()
    let chip = board.attach(.mpu6050, motion: .constant(distinctMotion), options: ChipOptions(junkSamples: 3))
    let line = board.line(for: chip)
    var access = RegisterAccess(board, chip)
    access.pause(milliseconds: 20)
    try access.write(0x01, to: 0x6B)  // 8 kHz by the reset values: three samples pass within the wait below.
    access.pause(milliseconds: 10)
    try access.write(0x07, to: 0x68)
    try access.write(0x01, to: 0x38)
    try access.write(0x03, to: 0x1A)
    try access.write(0x09, to: 0x19)
    try access.write(0x07, to: 0x68)
    _ = line.wait(untilNanoseconds: access.now)  // Edges from before the reset.
    var samples: [[Int16]] = []
    for _ in 0..<5 {
      _ = line.wait(untilNanoseconds: access.now + 100_000_000)
      samples.append(try access.mpuSample())
    }
    #expect(samples[3] == samples[4])
    #expect(samples[..<3].allSatisfy { $0[0] != samples[4][0] })
  }

  /// Two samples that differ in every byte, from one millisecond to the next.
  private func alternating() -> ScriptedMotion {
    let frames = (0..<400).map { index -> ScriptedMotion.KeyFrame in
      let raw = index % 2 == 0 ? 0x1234 : 0x5678
      let force = Double(raw) / 16384 * 9.80665
      let rate = Double(raw) / 131 * .pi / 180
      return ScriptedMotion.KeyFrame(
        nanoseconds: UInt64(index) * 1_000_000,
        motion: Motion(
          specificForce: SIMD3(repeating: force), angularRate: SIMD3(repeating: rate),
          temperature: 36.53 + Double(raw) / 340))
    }
    return ScriptedMotion(frames, interpolation: .hold)
  }

  @Test func singleByteReads_tear_butABurstNever() throws {
    let board = SimulatedBoard(busHertz: 100_000)
    let chip = board.attach(.mpu6050, motion: alternating())
    var access = RegisterAccess(board, chip)
    try access.wakeMPU(divider: 0, filter: 1)
    var torn = 0
    for _ in 0..<100 {
      let burst = try access.mpuSample()
      #expect(burst.allSatisfy { $0 == 0x1234 } || burst.allSatisfy { $0 == 0x5678 })
      let high = try access.read(0x3B)
      let low = try access.read(0x3C)
      if ![0x1234, 0x5678].contains(Int(high) << 8 | Int(low)) { torn += 1 }
      access.pause(nanoseconds: 137_000)
    }
    #expect(torn > 10)
  }

  @Test func halfSensitivity_halvesTheAccelerationAlone() throws {
    let (board, chip) = try wake(motion: .still(gyroBias: SIMD3(0.1, 0, 0)))
    var access = RegisterAccess(board, chip)
    access.pause(milliseconds: 20)
    let whole = try access.mpuSample()
    chip.inject(.halfSensitivity(true))
    access.pause(milliseconds: 20)
    let half = try access.mpuSample()
    #expect(whole[2] == 16384 && half[2] == 8192)
    #expect(whole[4] == half[4])
  }
}
