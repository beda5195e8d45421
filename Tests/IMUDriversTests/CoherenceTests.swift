import IMUDrivers
import SimulatedIMU
import Testing

/// A sample that arrives while the one before is being read must not leave half of itself in a word.
@Suite struct CoherenceTests {
  /// Reads at every phase around the arrival of a sample, and gives all the words that came.
  private func words(
    _ model: ChipModel, latched: Bool = false, flip: (register: UInt8, mask: UInt8)? = nil
  ) throws -> Set<Int16> {
    let scale = model.family == .mpu6050 ? (8.0 / 32768, 1 / 16.4) : (0.000244, 0.07)
    let period = model.family == .mpu6050 ? 5e6 : 1e9 / 208
    let motion = AlternatingMotion(
      periodNanoseconds: period, accelerometer: scale.0 * Motion.standardGravity, gyroscope: scale.1 * .pi / 180)
    let (board, chip) = poweredBoard(model, motion: motion, busHertz: 400_000)
    var sensor = try IMUSensor.start(board, chip, SensorConfiguration(interrupt: .init(latched: latched)))
    if let flip { chip.inject(.flip(register: flip.register, mask: flip.mask)) }
    let line = board.line(for: chip)
    var words: Set<Int16> = []
    var raw = RawSample()
    _ = sensor.read(into: &raw)
    for lead: UInt64 in stride(from: 0, through: 520_000, by: 4_000) {
      let edge = line.wait(untilNanoseconds: board.nowNanoseconds + 20_000_000)
      let next = edge.lastNanoseconds + UInt64(period)
      board.bus.pause(untilNanoseconds: next - lead)
      let result = sensor.read(into: &raw)
      if case .sample = result { words.formUnion(raw.words.prefix(6)) }
      _ = sensor.read(into: &raw)
      _ = line.wait(untilNanoseconds: board.nowNanoseconds)
    }
    return words
  }

  @Test(arguments: exactModels)
  func aSampleThatArrivesDuringARead_tearsNoWord(model: ChipModel) throws {
    let whole: Set = [AlternatingMotion.even, AlternatingMotion.odd]
    #expect(try words(model) == whole)
    #expect(try words(model, latched: true) == whole)
  }

  /// That the test can fail: without BDU the LSM6DS3 family tears words.
  @Test(arguments: [ChipModel.lsm6ds3, .lsm6ds3trc])
  func withoutBlockDataUpdate_wordsTear(model: ChipModel) throws {
    #expect(try words(model, flip: (0x12, 0x40)).count > 2)
  }

  /// An MPU-6050 holds its registers for one burst alone; two transactions tear.
  @Test func anMPU6050_readByteForByte_tears() throws {
    let motion = AlternatingMotion(
      periodNanoseconds: 5e6, accelerometer: 8.0 / 32768 * Motion.standardGravity, gyroscope: 1 / 16.4 * .pi / 180)
    let (board, chip) = poweredBoard(.mpu6050, motion: motion)
    _ = try IMUSensor.start(board, chip)
    var port = RegisterPort(bus: board.bus, address: chip.address)
    var torn = 0
    for _ in 0..<10 {
      let high = try port.read(0x3B)
      board.pause(nanoseconds: 5_000_000)
      let word = Int16(bitPattern: UInt16(high) << 8 | UInt16(try port.read(0x3C)))
      if word != AlternatingMotion.even && word != AlternatingMotion.odd { torn += 1 }
      board.pause(nanoseconds: 1_000_000)
    }
    #expect(torn == 10)
  }
}
