import IMUDrivers
import SimulatedIMU
import Testing

/// Looking again at what a chip was set up with.
///
/// Neighbours are read together, so each register is flipped alone and must be the one that is named.
@Suite struct RegisterCheckTests {
  @Test(arguments: exactModels, [false, true])
  func everyRegisterIsAsWrittenAfterTheStart_andEachFlipIsSeen(model: ChipModel, latched: Bool) throws {
    let (board, chip) = poweredBoard(model)
    var sensor = try IMUSensor.start(board, chip, SensorConfiguration(interrupt: .init(latched: latched)))
    #expect((6...12).contains(sensor.checks))
    var seen: Set<UInt8> = []
    for _ in 0..<sensor.checks {
      #expect(sensor.checkRegisters() == .asWritten)
      #expect(sensor.confirmCheck() == .asWritten)
      board.startTrace()
      _ = sensor.checkRegisters()
      let messages = board.stopTrace()[0].messages
      let first = messages[0].bytes[0]
      for register in first..<first + UInt8(messages[1].bytes.count) {
        seen.insert(register)
        let wrote = chip.register(register)
        chip.inject(.flip(register: register, mask: 0x08))
        let found = RegisterCheck.differs(register: register, wrote: wrote, found: wrote ^ 0x08)
        #expect(sensor.checkRegisters() == found)
        #expect(sensor.confirmCheck() == found)
        chip.inject(.flip(register: register, mask: 0x08))
      }
      sensor.passCheckOn()
    }
    let ranges: [UInt8] =
      model == .mpu6050
      ? [0x06, 0x0B, 0x13, 0x18, 0x19, 0x1A, 0x1B, 0x1C, 0x23, 0x37, 0x38, 0x6A, 0x6B, 0x6C]
      : [0x01, 0x0D, 0x10, 0x11, 0x12, 0x14, 0x58, 0x5B, 0x5E]
    #expect(seen.isSuperset(of: ranges))
  }

  @Test(arguments: exactModels, [false, true])
  func aLookIsOnePairAndChangesNothingOfASample(model: ChipModel, latched: Bool) throws {
    let (board, chip) = poweredBoard(model, motion: .moving(), busHertz: 400_000)
    var sensor = try IMUSensor.start(board, chip, SensorConfiguration(interrupt: .init(latched: latched)))
    let line = board.line(for: chip)
    var (plain, again) = (RawSample(), RawSample())
    _ = sensor.read(into: &plain)
    for _ in 0..<40 {
      #expect(line.wait(untilNanoseconds: board.nowNanoseconds + 20_000_000).status == 1)
      let result = sensor.read(into: &plain)
      #expect(result == .sample)
      board.startTrace()
      #expect(sensor.checkRegisters() == .asWritten)
      let trace = board.stopTrace()
      #expect(trace.count == 1 && trace.allSatisfy(\.isPair))
      #expect(sensor.readAgain(into: &again) == nil)
      #expect(again == plain)
      sensor.passCheckOn()
    }
  }
}
