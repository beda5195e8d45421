import IMUDrivers
import SimulatedIMU
import Testing

/// The drivers' side of FIFO mode: what looks and bursts say of the chip's registers.
@Suite struct FIFOTests {
  /// A chip whose FIFO runs; past the filters, so that frames hold the motion.
  private struct Started: ~Copyable {
    let board: SimulatedBoard
    let chip: SimulatedChip
    var sensor: IMUSensor

    init(_ model: ChipModel, busHertz: Int? = 400_000) throws {
      (board, chip) = poweredBoard(model, motion: .still(temperature: 31), busHertz: busHertz)
      sensor = try IMUSensor.start(board, chip, SensorConfiguration(sampleRateHertz: 800, usesFIFO: true))
      board.pause(nanoseconds: 300_000_000)
      #expect(sensor.resetFIFO(watermark: 8) == nil)
    }
  }

  @Test(arguments: exactModels) func framesComeWholeAndInOrder(_ model: ChipModel) throws {
    var started = try Started(model)
    started.board.pause(nanoseconds: 10_000_000)
    guard case .frames(let frames) = started.sensor.fifoLevel() else {
      Issue.record("no frames")
      return
    }
    #expect((8...11).contains(frames))
    #expect(started.sensor.drainFIFO(frames: frames) == nil)
    guard case .frames(let left) = started.sensor.fifoLevel(behind: frames) else {
      Issue.record("no burst")
      return
    }
    #expect(left <= 5)
    var raw = RawSample()
    for frame in 0..<frames {
      started.sensor.frame(frame, into: &raw)
      let scaled = started.sensor.scale.scaled(raw)
      #expect(abs(scaled.specificForce.z - 9.80665) < 0.01)
      #expect(abs(scaled.angularRate.x) < 0.01)
    }
    #expect(started.sensor.readTemperature(into: &raw) == nil)
    #expect(abs(started.sensor.scale.scaled(raw).temperatureCelsius - 31) < 0.1)
  }

  @Test(arguments: exactModels) func aFullFIFOIsAnOverflowWhateverItsCountSays(_ model: ChipModel) throws {
    var started = try Started(model)
    started.board.pause(nanoseconds: 2_000_000_000)
    // Of a full LSM6DS3 the count reads 0; the MPU-6050's stays at its size.
    if model != .mpu6050 { #expect(started.chip.register(0x3A) == 0) }
    #expect(started.sensor.fifoLevel() == .overflow)
    #expect(started.sensor.resetFIFO(watermark: 8) == nil)
    guard case .frames = started.sensor.fifoLevel() else {
      Issue.record("still out of order")
      return
    }
  }

  /// Between the look and the burst the reader was held up.
  @Test(arguments: exactModels) func anOverflowBetweenLookAndBurstIsSeenBehindTheBurst(_ model: ChipModel) throws {
    var started = try Started(model, busHertz: 20_000)
    started.board.pause(nanoseconds: 12_000_000)
    guard case .frames = started.sensor.fifoLevel() else {
      Issue.record("no frames")
      return
    }
    started.board.pause(nanoseconds: 2_000_000_000)
    #expect(started.sensor.drainFIFO(frames: 1) == nil)
    // Full again, or not full any more and out of step by what was overwritten.
    let level = started.sensor.fifoLevel(behind: 1)
    #expect(level == .overflow || level == .misaligned)
  }

  @Test(arguments: exactModels, 1...11) func aSlipIsSeenAtTheNextLook(_ model: ChipModel, bytes: Int) throws {
    var started = try Started(model)
    started.board.pause(nanoseconds: 10_000_000)
    started.chip.inject(.slipFIFO(bytes: bytes))
    // The LSM6DS3 loses words, of which eleven bytes are six: a whole frame.
    let isWhole = model != .mpu6050 && bytes == 11
    let level = started.sensor.fifoLevel()
    if isWhole { #expect(level != .misaligned) } else { #expect(level == .misaligned) }
  }

  /// Bit 3 of FIFO_STATUS2 counts on the LSM6DS3, and means nothing on the TR-C.
  @Test func theCountIsAsWideAsThePartsRegisterSays() throws {
    for (model, frames) in [(ChipModel.lsm6ds3, 341 + 4), (.lsm6ds3trc, 4)] {
      let chip = RegisterChip(.lsm6ds3, identity: model == .lsm6ds3 ? 0x69 : 0x6A)
      var sensor = try IMUSensor.start(
        bus: chip, address: 0x6A, configuration: SensorConfiguration(sampleRateHertz: 833, usesFIFO: true))
      // 24 words, and 2048 with bit 3: 2072 is no whole number of frames, so two words less are put there.
      chip.registers[0x3A] = model == .lsm6ds3 ? 22 : 24
      chip.registers[0x3B] = 0x08
      chip.registers[0x3C] = 0
      #expect(sensor.fifoLevel() == .frames(frames), "\(model)")
    }
  }

  @Test(arguments: [(ChipModel.mpu6050, 6), (.lsm6ds3, 7), (.lsm6ds3trc, 7)])
  func theResetsOrderIsTheChips(_ model: ChipModel, _ count: Int) throws {
    var started = try Started(model)
    started.board.startTrace()
    #expect(started.sensor.resetFIFO(watermark: 10) == nil)
    let lines = started.board.stopTrace().map(\.description)
    #expect(lines.count == count)
    switch model {
    case .mpu6050:
      // Sources off, FIFO off, reset, flags read, FIFO on, sources on (register map 4.2, section 4.27).
      let writes = ["68 W 23 00 -> 1", "68 W 6A 00 -> 1", "68 W 6A 04 -> 1", "68 W 6A 40 -> 1", "68 W 23 78 -> 1"]
      #expect(lines.filter { !$0.contains("R") } == writes)
      #expect(lines[3].hasPrefix("68 W 3A, 68 R"))
    default:
      #expect(lines.first == "6A W 0A 00 -> 1")
      #expect(lines.contains("6A W 06 3C -> 1"))
      #expect(lines.last == "6A W 0A 3E -> 1")
    }
  }

  @Test func theSetUpLeavesTheFIFOOff() throws {
    for model in exactModels {
      let (board, chip) = poweredBoard(model)
      _ = try IMUSensor.start(board, chip, SensorConfiguration(sampleRateHertz: 800, usesFIFO: true))
      #expect(chip.register(model == .mpu6050 ? 0x23 : 0x0A) == 0)
      // The edge is the FIFO's: with each sample, or with each batch.
      #expect(chip.register(model == .mpu6050 ? 0x38 : 0x0D) == (model == .mpu6050 ? 0x11 : 0x08))
    }
  }

  /// Frames that wait would hold the LSM6DS3's line for good.
  @Test(arguments: exactModels) func aStoppedChipLeavesItsLineFree(_ model: ChipModel) throws {
    var started = try Started(model)
    let line = started.board.line(for: started.chip)
    started.board.pause(nanoseconds: 50_000_000)
    try started.sensor.stop()
    started.board.pause(nanoseconds: 1_000_000)
    #expect(line.level() == 0)
  }
}
