import IMUDrivers
import SimulatedIMU
import Testing

/// The whole set-up read back, for reports.
@Suite struct RegisterReadingTests {
  @Test(arguments: exactModels, [false, true])
  func everyRegisterReadsAsExpected_andAFlippedOneIsSeen(model: ChipModel, usesFIFO: Bool) throws {
    let (board, chip) = poweredBoard(model)
    var sensor = try IMUSensor.start(board, chip, SensorConfiguration(usesFIFO: usesFIFO))
    let readings = sensor.readRegisters()
    #expect(readings.count >= 19)
    #expect(readings.map(\.register) == readings.map(\.register).sorted())
    for reading in readings { #expect(reading.found == reading.expected, "\(hex(reading.register))") }
    let flipped = readings[readings.count / 2]
    chip.inject(.flip(register: flipped.register, mask: 0x08))
    for reading in sensor.readRegisters() {
      let mask: UInt8 = reading.register == flipped.register ? 0x08 : 0
      #expect(reading.found == reading.expected ^ mask, "\(hex(reading.register))")
    }
  }

  /// 39 bit times at 100 kHz: start, address, register, repeated start, address, byte, stop.
  @Test func theTransfersTimeTellsTheBusClock_andAMissingChipIsNotRead() throws {
    let (board, chip) = poweredBoard(.mpu6050, busHertz: 100_000)
    var sensor = try IMUSensor.start(board, chip)
    let shortest = try #require(sensor.readRegisters().map(\.nanoseconds).min())
    #expect((360_000...410_000).contains(shortest))
    chip.inject(.noAcknowledge(.untilCleared))
    let readings = sensor.readRegisters()
    #expect(readings.count >= 19)
    for reading in readings { #expect(reading.found == nil) }
  }
}
