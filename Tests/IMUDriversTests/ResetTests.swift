import IMUDrivers
import SimulatedIMU
import Testing

@Suite struct ResetTests {
  private static let hour: UInt64 = 3600 * 1_000_000_000

  @Test(arguments: [(.mpu6050, 1100), (.mpu6500, 1100), (.lsm6ds3, 50), (.lsm6ds3trc, 50)] as [(ChipModel, UInt64)])
  func aResetThatNeverEnds_isAnErrorWithinItsDeadline(model: ChipModel, milliseconds: UInt64) throws {
    let (board, chip) = poweredBoard(model, options: ChipOptions(resetNanoseconds: Self.hour))
    let begin = board.nowNanoseconds
    let error = try #require(startError(board.bus, at: chip.address))
    #expect(error.reason == .resetTimeout(milliseconds: milliseconds))
    #expect(error.description.hasSuffix("did not come out of reset within \(milliseconds) ms; power-cycle it"))
    let waited = board.nowNanoseconds - begin
    #expect(waited >= milliseconds * 1_000_000 && waited <= milliseconds * 1_000_000 + 10_000_000)
  }

  @Test(arguments: [(.mpu6050, 900), (.lsm6ds3, 45), (.lsm6ds3trc, 45)] as [(ChipModel, UInt64)])
  func aSlowReset_isWaitedFor(model: ChipModel, milliseconds: UInt64) throws {
    let (board, chip) = poweredBoard(model, options: ChipOptions(resetNanoseconds: milliseconds * 1_000_000))
    let begin = board.nowNanoseconds
    let sensor = try IMUSensor.start(board, chip)
    #expect(sensor.variant.identity == model.identity)
    #expect(board.nowNanoseconds - begin >= milliseconds * 1_000_000)
  }

  /// Some chips do not acknowledge while they reset.
  @Test(arguments: exactModels)
  func silenceDuringTheReset_isNotAFailure(model: ChipModel) throws {
    let (board, chip) = poweredBoard(model)
    let silent = FilteredBus(board.bus) { number, _ in number > (model == .mpu6050 ? 3 : 4) && number < 14 ? -121 : nil
    }
    let error = startError(silent, at: chip.address)
    #expect(error == nil)
  }

  /// A reset amid a transfer of the chip's own bus leaves the part behind it hanging.
  @Test(
    arguments: [(.mpu6050, 0x6A, 0x6B), (.mpu6500, 0x6A, 0x6B), (.lsm6ds3, 0x1A, 0x12), (.lsm6ds3trc, 0x1A, 0x12)]
      as [(ChipModel, UInt8, UInt8)])
  func further04_theChipsOwnBusIsStoppedBeforeTheReset(model: ChipModel, master: UInt8, reset: UInt8) throws {
    let (board, chip) = poweredBoard(model)
    if model.family == .mpu6050 { chip.inject(.flip(register: 0x6B, mask: 0x40)) }
    chip.inject(.flip(register: master, mask: model.family == .mpu6050 ? 0x20 : 0x01))
    board.startTrace()
    _ = try IMUSensor.start(board, chip)
    let writes = board.stopTrace().filter(\.isWrite).map { $0.messages[0].bytes }
    let stopped = try #require(writes.firstIndex { $0 == [master, 0] })
    let began = try #require(writes.firstIndex { $0[0] == reset })
    #expect(stopped < began)
  }

  @Test func afterTheReset_anMPU6050SleepsAndASiblingNeedNot() {
    let sibling = RegisterChip(.mpu6050, identity: 0x70)
    let genuine = RegisterChip(.mpu6050, identity: 0x68)
    // Both come out of their reset awake, as an MPU-6500 does; on an MPU-6050 it did not take place.
    for chip in [sibling, genuine] {
      chip.deafRegisters = [0x6B]
      chip.registers[0x6B] = 0x01
    }
    #expect(startError(sibling, at: 0x68) == nil)
    #expect(startError(genuine, at: 0x68)?.reason == .resetTimeout(milliseconds: 1100))
  }

  @Test(arguments: exactModels)
  func theChipIsGivenTimeBeforeItIsUsed(model: ChipModel) throws {
    let (board, chip) = poweredBoard(model, busHertz: 400_000)
    board.startTrace()
    _ = try IMUSensor.start(board, chip)
    let trace = board.stopTrace()
    let reset = try #require(
      trace.firstIndex { $0.isWrite && $0.messages[0].bytes[0] == (model == .mpu6050 ? 0x6B : 0x12) })
    let wait = trace[reset + 1].startNanoseconds - trace[reset].endNanoseconds
    #expect(wait >= (model == .mpu6050 ? 100_000_000 : 1_000_000))
    // No write while the reset lasts: the next one comes after a read-back that says it is over.
    let next = try #require(trace[(reset + 1)...].firstIndex { $0.isWrite })
    #expect(trace[next - 1].messages.last?.bytes == [model == .mpu6050 ? 0x40 : 0x04])
  }
}
