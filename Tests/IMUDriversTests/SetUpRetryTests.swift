import IMUDrivers
import SimulatedIMU
import Testing

/// Loose wires and motors: a transfer of the set-up that fails is tried again, within bounds.
@Suite struct SetUpRetryTests {
  @Test(arguments: exactModels, [-121, -11, -110, 1] as [Int32])
  func oneFailureInFiveTransfers_doesNotKeepAChipFromStarting(model: ChipModel, status: Int32) throws {
    let (board, chip) = poweredBoard(model)
    let noisy = FilteredBus(board.bus) { number, transaction in
      // A short count of a lone write would be 0.
      number % 5 == 0 ? (status > 0 ? Int32(transaction.count - 1) : status) : nil
    }
    var sensor = try IMUSensor.start(
      bus: noisy, address: chip.address, configuration: SensorConfiguration(), patienceMilliseconds: 0)
    let (clean, expected) = poweredBoard(model)
    _ = try IMUSensor.start(clean, expected)
    for register: UInt8 in (0x06...0x1A) + [0x23, 0x37, 0x38, 0x6A, 0x6B, 0x6C] {
      if model.family == .lsm6ds3, register > 0x1A { continue }
      #expect(chip.register(register) == expected.register(register), "register \(hex(register))")
    }
    try sensor.stop()
  }

  @Test(arguments: exactModels)
  func aRegisterThatIsNeverAcknowledged_isGivenUpAndNamed(model: ChipModel) throws {
    let (board, chip) = poweredBoard(model)
    let register: UInt8 = model.family == .mpu6050 ? 0x1B : 0x16
    let deaf = FilteredBus(board.bus) { _, transaction in transaction.firstRegister == register ? -121 : nil }
    let begin = board.nowNanoseconds
    let error = try #require(startError(deaf, at: chip.address))
    #expect(error.reason == .bus(BusError(status: -121, address: chip.address, register: register)))
    #expect(
      error.description
        == "simulated I2C bus address \(hex(chip.address)) register \(hex(register)): no acknowledge (errno 121); "
        + "check power, SDA/SCL and the address pin, or run 'imu-rt detect'")
    #expect(board.nowNanoseconds - begin < 200_000_000)
  }

  @Test(arguments: exactModels)
  func stopping_toleratesAFailureAndReportsADeadBus(model: ChipModel) throws {
    let (board, chip) = poweredBoard(model)
    var sensor = try IMUSensor.start(board, chip)
    chip.inject(.noAcknowledge(1))
    try sensor.stop()
    chip.inject(.unplug)
    #expect(throws: SensorError.self) { try sensor.stop() }
  }
}
