import IMUDrivers
import SimulatedIMU
import Testing

/// What is new and what is not: neither the flag nor the data alone tell it, and others may read the chip, too.
@Suite struct FreshnessTests {
  private func countingBoard(_ model: ChipModel) -> (board: SimulatedBoard, chip: SimulatedChip, period: Double) {
    let period = model.family == .mpu6050 ? 5e6 : 1e9 / 208
    let scale = model.family == .mpu6050 ? (8.0 / 32768, 1 / 16.4) : (0.000244, 0.07)
    let motion = CountingMotion(
      periodNanoseconds: period, accelerometer: scale.0 * Motion.standardGravity, gyroscope: scale.1 * .pi / 180)
    let (board, chip) = poweredBoard(model, motion: motion, busHertz: 400_000)
    return (board, chip, period)
  }

  /// Another program reads the status between any two of our transactions, which clears an MPU-6050's flag, or the data, which
  /// clears an LSM6DS3's.
  @Test(arguments: exactModels, [0.31, 0.617])
  func whoeverTakesTheFlag_takesNoSample(model: ChipModel, part: Double) throws {
    let (board, chip, period) = countingBoard(model)
    var sensor = try IMUSensor.start(board, chip)
    var other = RegisterPort(bus: board.bus, address: chip.address)
    var raw = RawSample()
    _ = sensor.read(into: &raw)
    let taken = chip.samplesTaken
    var numbers: [Int16] = []
    for _ in 0..<2000 {
      board.pause(nanoseconds: UInt64(period * part) + 7)
      #expect(other.fetch(from: model == .mpu6050 ? 0x3A : 0x20, count: model == .mpu6050 ? 1 : 14) == nil)
      if case .sample = sensor.read(into: &raw) { numbers.append(raw.accelerometerX) }
    }
    #expect(abs(numbers.count - Int(chip.samplesTaken - taken)) <= 1)
    #expect(zip(numbers, numbers.dropFirst()).allSatisfy { $1 - $0 == 1 })
  }

  /// An edge of something else: crosstalk, hum, a loose wire.
  @Test(arguments: exactModels)
  func anEdgeThatAnnouncesNothing_bringsNothing(model: ChipModel) throws {
    let (board, chip, period) = countingBoard(model)
    var sensor = try IMUSensor.start(board, chip)
    let line = board.line(for: chip)
    var raw = RawSample()
    _ = sensor.read(into: &raw)
    for share in stride(from: 0.2, to: 0.9, by: 0.05) {
      #expect(line.wait(untilNanoseconds: board.nowNanoseconds + 20_000_000).status == 1)
      let own = sensor.read(into: &raw)
      #expect(own == .sample)
      board.pause(nanoseconds: UInt64(share * (period - 900_000)))
      let foreign = sensor.read(into: &raw)
      #expect(foreign == .notReady, "\(share)")
    }
  }

  @Test(arguments: exactModels)
  func dataThatDifferOnceWithoutAFlag_areATransferGoneWrong(model: ChipModel) throws {
    let (board, chip, _) = countingBoard(model)
    var sensor = try IMUSensor.start(board, chip)
    board.pause(nanoseconds: 10_000_000)
    var raw = RawSample()
    let first = sensor.read(into: &raw)
    #expect(first == .sample)
    chip.inject(.corrupt(register: model == .mpu6050 ? 0x3C : 0x28, mask: 0x10, .times(1)))
    let second = sensor.read(into: &raw)
    #expect(second == .notReady)
  }

  /// Without any noise all words of a sample may be those of the one before; the flag tells them apart, at the cost of a second pair.
  @Test(arguments: exactModels)
  func aChipAtRestWithoutNoise_givesEverySample(model: ChipModel) throws {
    let (board, chip) = poweredBoard(model, busHertz: 400_000)
    var sensor = try IMUSensor.start(board, chip)
    let line = board.line(for: chip)
    var raw = RawSample()
    _ = sensor.read(into: &raw)
    for _ in 0..<100 {
      #expect(line.wait(untilNanoseconds: board.nowNanoseconds + 20_000_000).status == 1)
      let result = sensor.read(into: &raw)
      #expect(result == .sample)
    }
  }
}
