import IMUDrivers
import SimulatedIMU
import Testing

/// Field report 19: buses run slower than they are set to, so the time of a transfer is measured and judged.
@Suite struct BusTimeTests {
  private func check(busHertz: Int?, sampleRateHertz: Double) throws {
    let board = SimulatedBoard(clock: .virtual, busHertz: busHertz)
    let chip = board.attach(.mpu6050, motion: .still())
    var sensor = try IMUSensor.start(
      bus: board.bus, address: chip.address, configuration: SensorConfiguration(sampleRateHertz: sampleRateHertz))
    try sensor.requireBusTime()
  }

  @Test func aKilohertzFitsFourHundredKilohertzAndNotOneHundred() throws {
    try check(busHertz: 400_000, sampleRateHertz: 1000)
    #expect(throws: SensorError.self) { try check(busHertz: 100_000, sampleRateHertz: 1000) }
    try check(busHertz: 100_000, sampleRateHertz: 333)
    try check(busHertz: nil, sampleRateHertz: 1000)
  }

  @Test func theRefusalShowsTheArithmeticAndLeavesTheChipAsleep() throws {
    let board = SimulatedBoard(clock: .virtual, busHertz: 100_000)
    let chip = board.attach(.mpu6050, motion: .still())
    var sensor = try IMUSensor.start(
      bus: board.bus, address: chip.address, configuration: SensorConfiguration(sampleRateHertz: 1000))
    var text = ""
    do throws(SensorError) { try sensor.requireBusTime() } catch { text = error.description }
    // 18 bytes of 9 bits, with start and stop bits, at 100 kHz.
    #expect(text.contains("a sample takes 16"))
    #expect(text.contains("due every 1000 us"))
    #expect(text.contains("choose at most 48"))
    #expect(chip.register(0x6B) & 0x40 != 0)
  }
}
