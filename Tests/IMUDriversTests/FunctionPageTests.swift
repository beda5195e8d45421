import IMUDrivers
import SimulatedIMU
import Testing

/// A program that ended amid its work may have left an LSM6DS3's page of embedded functions open, over the identity.
@Suite struct FunctionPageTests {
  private static let models: [ChipModel] = [.lsm6ds3, .lsm6ds3trc]

  @Test(arguments: models)
  func further03_aForgottenPageIsClosed_andTheChipIsFoundAndStarts(_ model: ChipModel) throws {
    let (board, chip) = poweredBoard(model)
    chip.inject(.flip(register: 0x01, mask: 0x80))
    #expect(chip.register(0x0F) != model.identity)
    #expect(BusScan(board.bus).chips.map(\.identity?.variant?.identity) == [model.identity])
    chip.inject(.flip(register: 0x01, mask: 0x80))
    let sensor = try IMUSensor.start(board, chip)
    #expect(sensor.variant.identity == model.identity)
  }

  /// A register with this bit may be anything at an address that is a charger's, too.
  @Test(arguments: [UInt8(0x10), 0x00, 0xFF])
  func further03_withoutThePageBehindIt_nothingIsWritten(identity: UInt8) {
    let chip = RegisterChip(.lsm6ds3, identity: identity, address: 0x6B)
    chip.registers[0x01] = 0x80
    for place in 0..<8 { chip.registers[0x24 + place] = place % 4 == 0 ? 8 : 0 }
    #expect(throws: SensorError.self) {
      _ = try IMUSensor.start(
        bus: chip, address: 0x6B, configuration: SensorConfiguration(), patienceMilliseconds: 0)
    }
    #expect(chip.writes == [])
    chip.registers[0x2C] = 8
    _ = BusScan(chip)
    #expect(chip.writes == [RegisterChip.Write(register: 0x01, value: 0)], "the whole matrix")
  }

  @Test func further03_aProgramThatIsAtWorkOnThePageIsNotDisturbed() {
    let chip = RegisterChip(.lsm6ds3, identity: 0x10)
    chip.registers[0x01] = 0x80
    for place in 0..<9 { chip.registers[0x24 + place] = place % 4 == 0 ? 8 : 0 }
    chip.onPause = { chip in
      chip.registers[0x01] = 0
      chip.registers[0x0F] = 0x69
    }
    _ = BusScan(chip)
    #expect(chip.writes == [])
  }
}
