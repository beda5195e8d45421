import IMUDrivers
import SimulatedIMU
import Testing

@Suite struct RestartTests {
  @Test(arguments: exactModels)
  func afterABrownOut_theChipRunsAsBefore(model: ChipModel) throws {
    let (board, chip) = poweredBoard(model)
    let configuration = SensorConfiguration(sampleRateHertz: 100, gyroscopeRange: 500, accelerometerRange: 4)
    var sensor = try IMUSensor.start(board, chip, configuration)
    let active = sensor.active
    let image = (0x06...0x1C).map { chip.register(UInt8($0)) }
    chip.inject(.brownOut)
    try sensor.restart(patienceMilliseconds: 500)
    #expect(sensor.active == active)
    #expect(sensor.configuration == configuration)
    #expect((0x06...0x1C).map { chip.register(UInt8($0)) } == image)
    board.pause(nanoseconds: 20_000_000)
    var raw = RawSample()
    let result = sensor.read(into: &raw)
    #expect(result == .sample)
  }

  @Test(arguments: exactModels)
  func afterStopping_theChipCanBeStartedAgain(model: ChipModel) throws {
    let (board, chip) = poweredBoard(model)
    var sensor = try IMUSensor.start(board, chip)
    try sensor.stop()
    try sensor.restart(patienceMilliseconds: 100)
    let before = chip.samplesTaken
    board.pause(nanoseconds: 1_000_000_000)
    #expect(chip.samplesTaken > before + 190)
  }

  @Test(arguments: exactModels)
  func whileTheChipIsGone_restartingFails_andSucceedsOnceItIsBack(model: ChipModel) throws {
    let (board, chip) = poweredBoard(model)
    var sensor = try IMUSensor.start(board, chip)
    chip.inject(.unplug)
    let begin = board.nowNanoseconds
    #expect(throws: SensorError.self) { try sensor.restart(patienceMilliseconds: 200) }
    #expect(board.nowNanoseconds - begin <= 220_000_000)
    chip.inject(.replug)
    try sensor.restart(patienceMilliseconds: 200)
    #expect(sensor.variant.identity == model.identity)
  }

  /// Scale and temperature law were handed out at the start; another part would be read wrongly.
  @Test func anotherPartInItsPlace_isRefusedByNameAndNotWrittenTo() throws {
    let chip = RegisterChip(.mpu6050, identity: 0x68)
    var sensor = try IMUSensor.start(bus: chip, address: 0x68, configuration: SensorConfiguration())
    chip.registers[0x75] = 0x70
    let writes = chip.writes.count
    do throws(SensorError) {
      try sensor.restart(patienceMilliseconds: 0)
      Issue.record("restarted another part")
    } catch {
      #expect(
        error.description
          == "mock bus address 0x68: found MPU-6500 (WHO_AM_I 0x70) where MPU-6050 was before; restart the program")
    }
    #expect(chip.writes.count == writes)
    #expect(sensor.variant == .mpu6050)
  }

  @Test func twoChipsOnOneBus_neverMix() throws {
    let board = SimulatedBoard()
    func motion(_ sign: Double) -> ScriptedMotion {
      .constant(Motion(specificForce: SIMD3(0, 0, 9.80665 * sign), angularRate: SIMD3(sign, 0, 0)))
    }
    let first = board.attach(.mpu6050, address: 0x68, motion: motion(1))
    let second = board.attach(.mpu6050, address: 0x69, motion: motion(-1))
    var up = try IMUSensor.start(board, first)
    var down = try IMUSensor.start(board, second, SensorConfiguration(accelerometerRange: 2))
    #expect(first.register(0x1C) == 0x10 && second.register(0x1C) == 0x00)
    var raw = RawSample()
    for _ in 0..<50 {
      board.pause(nanoseconds: 5_000_000)
      _ = up.read(into: &raw)
      #expect(raw.accelerometerZ == 4096 && raw.gyroscopeX > 0)
      _ = down.read(into: &raw)
      #expect(raw.accelerometerZ == -16384 && raw.gyroscopeX < 0)
    }
    second.inject(.unplug)
    let dead = down.read(into: &raw)
    #expect(dead == .failed(BusError(status: -121, address: 0x69, register: 0x3A)))
    board.pause(nanoseconds: 5_000_000)
    let alive = up.read(into: &raw)
    #expect(alive == .sample)
  }
}
