import IMUDrivers
import SimulatedIMU
import Testing

/// FIFO mode on adapters that can't do everything, and on buses that are too slow.
@Suite struct FIFOAdapterTests {
  private static func configuration(_ hertz: Double) -> SensorConfiguration {
    SensorConfiguration(sampleRateHertz: hertz, usesFIFO: true)
  }

  private func refusal(_ model: ChipModel, busHertz: Int?, hertz: Double) throws -> (text: String?, smallest: Int) {
    let board = SimulatedBoard(clock: .virtual, busHertz: busHertz)
    let chip = board.attach(model, motion: .still())
    var sensor = try IMUSensor.start(bus: board.bus, address: chip.address, configuration: Self.configuration(hertz))
    do throws(SensorError) { try sensor.requireBusTime() } catch { return (error.description, 0) }
    return (nil, sensor.smallestBatch)
  }

  /// Field report 19, in FIFO mode.
  @Test func whatTheBusCarriesStartsAndWhatItCannotIsRefusedWithTheArithmetic() throws {
    for (model, hertz) in [
      (ChipModel.mpu6050, 1000.0), (.lsm6ds3, 833), (.lsm6ds3, 1666), (.lsm6ds3trc, 833), (.lsm6ds3trc, 1666),
    ] {
      let (text, smallest) = try refusal(model, busHertz: 400_000, hertz: hertz)
      #expect(text == nil)
      #expect((1...3).contains(smallest), "\(smallest)")
    }
    #expect(try refusal(.mpu6050, busHertz: nil, hertz: 1000).smallest == 1)
    #expect(try refusal(.mpu6050, busHertz: 100_000, hertz: 500).text == nil)
    let text = try #require(try refusal(.mpu6050, busHertz: 100_000, hertz: 1000).text)
    // Twelve bytes of nine bits at 100 kHz; 80 % of a millisecond is less.
    #expect(text.contains("a FIFO frame takes 108"))
    #expect(text.contains("at 1000.0 Hz a frame is due every 1000 us"))
    #expect(text.contains("choose at most 7"))
    #expect(text.contains("i2c_arm_baudrate"))
  }

  @Test func aRefusedChipIsLeftAsleep() throws {
    let board = SimulatedBoard(clock: .virtual, busHertz: 100_000)
    let chip = board.attach(.mpu6050, motion: .still())
    var sensor = try IMUSensor.start(bus: board.bus, address: chip.address, configuration: Self.configuration(1000))
    #expect(throws: SensorError.self) { try sensor.requireBusTime() }
    #expect(chip.register(0x6B) & 0x40 != 0)
  }

  /// An adapter's max_read_len: the kernel refuses longer messages with EOPNOTSUPP.
  @Test(arguments: [(11, 1), (12, 1), (64, 4), (100, 8), (512, 32)])
  func burstsAreShortenedToWhatTheAdapterTakes(_ limit: Int, _ frames: Int) throws {
    let board = SimulatedBoard(clock: .virtual)
    let chip = board.attach(.lsm6ds3, motion: .still())
    let bus = FilteredBus(board.bus) { _, transaction in
      (0..<transaction.count).contains { transaction.byteCount(of: $0) > limit } ? -95 : nil
    }
    var sensor = try IMUSensor.start(bus: bus, address: chip.address, configuration: Self.configuration(416))
    try sensor.requireBusTime()
    #expect(sensor.burstFrames == frames)
  }

  /// Field report 20: blocks of 32 bytes at most, so a burst comes in pieces, and each holds whole frames.
  @Test(arguments: exactModels) func smbusBlocksAreCutOnFrameBoundaries(_ model: ChipModel) throws {
    let board = SimulatedBoard(clock: .virtual)
    let chip = board.attach(model, motion: .still())
    let bus = BlockBus(board.bus)
    var sensor = try IMUSensor.start(bus: bus, address: chip.address, configuration: Self.configuration(800))
    board.pause(nanoseconds: 300_000_000)
    #expect(sensor.resetFIFO(watermark: 8) == nil)
    for _ in 0..<50 {
      board.pause(nanoseconds: 9_000_000)
      guard case .frames(let frames) = sensor.fifoLevel() else {
        Issue.record("out of step")
        return
      }
      #expect(sensor.drainFIFO(frames: frames) == nil)
      guard case .frames = sensor.fifoLevel(behind: frames) else {
        Issue.record("out of step behind a burst")
        return
      }
      var raw = RawSample()
      for frame in 0..<frames {
        sensor.frame(frame, into: &raw)
        #expect(abs(sensor.scale.scaled(raw).specificForce.z - 9.80665) < 0.01)
      }
    }
    #expect(bus.longest == 24)
  }
}

/// An adapter with SMBus block reads alone, which cuts reads as the transaction's splitting says.
private final class BlockBus: I2CBus, @unchecked Sendable {  // Made and used by one test.
  private let base: any I2CBus
  private(set) var longest = 0

  init(_ base: any I2CBus) { self.base = base }

  var name: String { base.name }
  var nowNanoseconds: UInt64 { base.nowNanoseconds }
  func pause(untilNanoseconds deadline: UInt64) { base.pause(untilNanoseconds: deadline) }

  func transfer(_ transaction: I2CTransaction) -> Int32 {
    guard transaction.count > 1 else { return base.transfer(transaction) }
    var message = 0
    while message < transaction.count {
      var port = RegisterPort(bus: base, address: transaction.address(of: message))
      let register = transaction[message, 0]
      let total = transaction.byteCount(of: message + 1)
      let piece = total <= 32 ? total : 32 / transaction.splitting.unitBytes * transaction.splitting.unitBytes
      var done = 0
      while done < total {
        let count = min(piece, total - done)
        longest = max(longest, count)
        let start = transaction.splitting.advancesRegister ? register + UInt8(done) : register
        guard port.fetch(from: start, count: count) == nil else { return -121 }
        for byte in 0..<count { transaction[message + 1, done + byte] = port.byte(byte) }
        done += count
      }
      message += 2
    }
    return Int32(transaction.count)
  }
}
