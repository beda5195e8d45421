import IMUDrivers
import SimulatedIMU
import Testing

/// Asking a chip for a sample, be there an edge or none: what is new comes, and what is not new does not.
@Suite struct PollTests {
  @Test(arguments: exactModels)
  func withoutANewSample_theChipIsNotReady(model: ChipModel) throws {
    let (board, chip) = poweredBoard(model, busHertz: 400_000)
    var sensor = try IMUSensor.start(board, chip)
    board.pause(nanoseconds: 10_000_000)
    var raw = RawSample()
    let first = sensor.read(into: &raw)
    let second = sensor.read(into: &raw)
    #expect(first == .sample)
    #expect(second == .notReady)
  }

  @Test(arguments: exactModels)
  func notReady_leavesTheSampleAlone(model: ChipModel) throws {
    let (board, chip) = poweredBoard(model, busHertz: 400_000)
    var sensor = try IMUSensor.start(board, chip)
    var raw = RawSample()
    board.pause(nanoseconds: 10_000_000)
    _ = sensor.read(into: &raw)
    raw.accelerometerX = 1234
    let result = sensor.read(into: &raw)
    #expect(result == .notReady)
    #expect(raw.accelerometerX == 1234)
  }

  @Test(arguments: exactModels)
  func aChipThatSleeps_isNotReady(model: ChipModel) throws {
    let (board, chip) = poweredBoard(model, busHertz: 400_000)
    var sensor = try IMUSensor.start(board, chip)
    board.pause(nanoseconds: 10_000_000)
    var raw = RawSample()
    _ = sensor.read(into: &raw)
    try sensor.stop()
    for _ in 0..<10 {
      board.pause(nanoseconds: 10_000_000)
      let result = sensor.read(into: &raw)
      #expect(result == .notReady)
    }
  }

  /// Each sample comes once, whatever the moment at which it arrives: between two questions, or during one.
  @Test(arguments: exactModels, [0.31, 0.37, 0.5, 0.617])
  func askingOftenEnough_bringsEverySampleOnce(model: ChipModel, part: Double) throws {
    let period = model.family == .mpu6050 ? 5e6 : 1e9 / 208
    let scale = model.family == .mpu6050 ? (8.0 / 32768, 1 / 16.4) : (0.000244, 0.07)
    let motion = CountingMotion(
      periodNanoseconds: period, accelerometer: scale.0 * Motion.standardGravity, gyroscope: scale.1 * .pi / 180)
    let (board, chip) = poweredBoard(model, motion: motion, busHertz: 400_000)
    var sensor = try IMUSensor.start(board, chip)
    var raw = RawSample()
    _ = sensor.read(into: &raw)
    let taken = chip.samplesTaken
    var numbers: [Int16] = []
    for _ in 0..<3000 {
      // In whole nanoseconds and prime to the period, so that every phase has its turn.
      board.pause(nanoseconds: UInt64(period * part) + 7)
      if case .sample = sensor.read(into: &raw) { numbers.append(raw.accelerometerX) }
    }
    #expect(abs(numbers.count - Int(chip.samplesTaken - taken)) <= 1)
    let steps = zip(numbers, numbers.dropFirst()).map { $1 - $0 }
    #expect(steps.allSatisfy { $0 == 1 }, "\(steps.filter { $0 != 1 }.count) of \(steps.count) steps are not 1")
  }

  /// Without an edge an LSM6DS3's status is asked for first: the question clears nothing, whatever arrives during it, and the data
  /// of a chip without noise need not tell.
  @Test(arguments: exactModels, [0.31, 0.37, 0.5, 0.617])
  func withoutAnEdge_everySampleOfAChipWithoutNoiseComesToo(model: ChipModel, part: Double) throws {
    let period = model.family == .mpu6050 ? 5e6 : 1e9 / 208
    let (board, chip) = poweredBoard(model, busHertz: 400_000)
    var sensor = try IMUSensor.start(board, chip)
    var raw = RawSample()
    _ = sensor.read(into: &raw, isAnnounced: false)
    let taken = chip.samplesTaken
    var count = 0
    for _ in 0..<2000 {
      board.pause(nanoseconds: UInt64(period * part) + 7)
      if case .sample = sensor.read(into: &raw, isAnnounced: false) { count += 1 }
    }
    // What an MPU-6050's flag told of during a read is the next question's.
    #expect(abs(count - Int(chip.samplesTaken - taken)) <= 1)
  }

  /// Reading may have cleared the flag although it failed in the end; that must not cost the sample.
  @Test(arguments: exactModels)
  func aSampleWhoseTransferFailed_isThereAtTheNextQuestion(model: ChipModel) throws {
    let (board, chip) = poweredBoard(model, motion: .moving(), busHertz: 400_000)
    let status: UInt8 = model.family == .mpu6050 ? 0x3A : 0x1E
    let fault = FaultSwitch()
    let bus = FilteredBus(board.bus) { _, transaction in
      guard fault.isOn, transaction.firstRegister == status else { return nil }
      _ = board.bus.transfer(transaction)
      return -121
    }
    var sensor = try IMUSensor.start(bus: bus, address: chip.address, configuration: SensorConfiguration())
    board.pause(nanoseconds: 10_000_000)
    var raw = RawSample()
    fault.isOn = true
    let failed = sensor.read(into: &raw)
    fault.isOn = false
    let again = sensor.read(into: &raw)
    let empty = sensor.read(into: &raw)
    #expect(failed == .failed(BusError(status: -121, address: chip.address, register: status)))
    #expect(again == .sample)
    #expect(empty == .notReady)
  }

  private final class FaultSwitch {
    var isOn = false
  }

  @Test(arguments: [-121, -6, -110, -11, -5, 1, 0] as [Int32])
  func aFailedTransfer_isAnErrorAndNoSample(status: Int32) throws {
    let (board, chip) = poweredBoard(.mpu6050)
    let fault = FaultSwitch()
    var sensor = try IMUSensor.start(
      bus: FilteredBus(board.bus) { _, _ in fault.isOn ? status : nil }, address: chip.address,
      configuration: SensorConfiguration())
    fault.isOn = true
    board.pause(nanoseconds: 10_000_000)
    var raw = RawSample()
    raw.accelerometerZ = 77
    let read = sensor.read(into: &raw)
    #expect(read == .failed(BusError(status: status, address: 0x68, register: 0x3A)))
    #expect(raw.accelerometerZ == 77)
  }
}
