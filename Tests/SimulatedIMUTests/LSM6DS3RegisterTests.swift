import IMUDrivers
import SimulatedIMU
import Testing

@Suite struct LSM6DS3RegisterTests {
  private func start(_ model: ChipModel) -> (SimulatedBoard, SimulatedChip) {
    let board = SimulatedBoard()
    let chip = board.attach(model, motion: .constant(distinctMotion))
    board.pause(nanoseconds: 20_000_000)
    return (board, chip)
  }

  @Test(arguments: [
    (ChipModel.lsm6ds3, 0x69), (.lsm6ds3h, 0x69), (.lsm6ds33, 0x69), (.lsm6dsl, 0x6A), (.lsm6dsm, 0x6A),
    (.lsm6ds3trc, 0x6A), (.ism330dlc, 0x6A),
  ])
  func eachModel_answersWithItsIdentity(model: ChipModel, identity: Int) throws {
    let (board, chip) = start(model)
    var access = RegisterAccess(board, chip)
    #expect(chip.address == 0x6A)
    #expect(try access.read(0x0F) == UInt8(identity))
  }

  @Test(arguments: [ChipModel.lsm6ds3, .lsm6ds3trc])
  func afterPowerOn_theChipIsOffWithItsResetValues(model: ChipModel) throws {
    let (board, chip) = start(model)
    var access = RegisterAccess(board, chip)
    let isFirst = model == .lsm6ds3
    let known: [UInt8: UInt8] = [
      0x0F: isFirst ? 0x69 : 0x6A, 0x12: 0x04, 0x18: isFirst ? 0x38 : 0xE0, 0x19: isFirst ? 0x38 : 0x00, 0x3B: 0x10,
    ]
    for register: UInt8 in 0...0x7F {
      #expect(try access.read(register) == known[register, default: 0], "register \(hex(register))")
    }
    #expect(chip.samplesTaken == 0)
  }

  @Test func untilBooted_nothingIsAcknowledged() {
    let board = SimulatedBoard()
    let chip = board.attach(.lsm6ds3, motion: .still())
    var access = RegisterAccess(board, chip)
    access.pause(milliseconds: 14)
    #expect(throws: BusError.self) { try access.read(0x0F) }
    access.pause(milliseconds: 1)
    #expect(throws: Never.self) { try access.read(0x0F) }
  }

  @Test(arguments: [ChipModel.lsm6ds3, .lsm6ds3trc])
  func softwareReset_restoresTheRegistersAndClearsItself(model: ChipModel) throws {
    let (board, chip) = start(model)
    var access = RegisterAccess(board, chip)
    try access.write(0x44, to: 0x12)
    try access.write(0x40, to: 0x10)
    access.pause(milliseconds: 30)
    #expect(chip.samplesTaken > 0)
    try access.write(0x05, to: 0x12)
    #expect(try access.read(0x12) == 0x05)
    #expect(try access.read(0x10) == 0)
    try access.write(0x40, to: 0x10)
    access.pause(milliseconds: 5)
    #expect(try access.read(0x12) == 0x04)
    #expect(try access.read(0x10) == 0, "a write during the reset is lost")
    #expect(try access.lsmSample() == [0, 0, 0, 0, 0, 0])
  }

  @Test func boot_clearsItselfAfterFifteenMilliseconds() throws {
    let (board, chip) = start(.lsm6ds3)
    var access = RegisterAccess(board, chip)
    try access.write(0x84, to: 0x12)
    access.pause(milliseconds: 14)
    #expect(try access.read(0x12) == 0x84)
    access.pause(milliseconds: 1)
    #expect(try access.read(0x12) == 0x04)
  }

  @Test func theBusOffBit_silencesTheChipUntilItLosesPower() throws {
    let (board, chip) = start(.lsm6ds3trc)
    var access = RegisterAccess(board, chip)
    try access.write(0x04, to: 0x13)
    #expect(throws: BusError.self) { try access.read(0x0F) }
    access.pause(milliseconds: 10_000)
    #expect(throws: BusError.self) { try access.read(0x0F) }
    chip.powerOff()
    chip.powerOn()
    access.pause(milliseconds: 20)
    #expect(try access.read(0x0F) == 0x6A)
  }

  @Test func withoutAutoIncrement_theAddressStays() throws {
    let (board, chip) = start(.lsm6ds3)
    var access = RegisterAccess(board, chip)
    try access.write(0x00, to: 0x12)
    #expect(try access.read(0x0F, count: 3) == [0x69, 0x69, 0x69])
    try access.write(0x04, to: 0x12)
    #expect(try access.read(0x0F, count: 4) == [0x69, 0, 0, 0x04])
  }

  @Test func theFIFOPort_goesRoundBetweenItsTwoBytes() throws {
    let (board, chip) = start(.lsm6ds3)
    var access = RegisterAccess(board, chip)
    try access.write(0x44, to: 0x12)
    try access.write(0x09, to: 0x08)
    try access.write(0x26, to: 0x0A)
    try access.write(0x40, to: 0x10)
    try access.write(0x40, to: 0x11)
    access.pause(milliseconds: 35)
    let bytes = try access.read(0x3E, count: 36)
    let sample = try access.lsmSample()
    #expect(littleEndian(bytes) == sample + sample + sample)
  }

  @Test func reservedBitsKeepTheirValue() throws {
    let (board, chip) = start(.lsm6ds3trc)
    var access = RegisterAccess(board, chip)
    try access.write(0xFF, to: 0x0F)
    try access.write(0xFF, to: 0x0B)
    try access.write(0xFF, to: 0x1E)
    try access.write(0xFF, to: 0x30)
    #expect(try access.read(0x0F) == 0x6A)
    #expect(try access.read(0x0B) == 0x81)
    #expect(try access.read(0x1E) == 0)
    #expect(try access.read(0x30) == 0)
  }

  @Test func theFunctionPages_leaveTheMainRegistersAlone() throws {
    let (board, chip) = start(.lsm6ds3)
    var access = RegisterAccess(board, chip)
    try access.write(0x80, to: 0x01)
    try access.write(0xFF, to: 0x0F)
    #expect(try access.read(0x0F) == 0xFF)
    #expect(try (0x24...0x2C).map { try access.read($0) } == [8, 0, 0, 0, 8, 0, 0, 0, 8])
    try access.write(0x00, to: 0x01)
    #expect(try access.read(0x0F) == 0x69)
  }

  /// 0x58 bit 7 and 0x19 bit 5 start the timestamp of one generation each.
  @Test(arguments: [(ChipModel.lsm6ds3, 0x58, 0x80), (.lsm6ds3trc, 0x19, 0x20)])
  func theTimestamp_countsInItsUnitAndWrapsAtTwentyFourBits(model: ChipModel, register: Int, bit: Int) throws {
    let (board, chip) = start(model)
    var access = RegisterAccess(board, chip)
    func timestamp() throws -> Int {
      let bytes = try access.read(0x40, count: 3)
      return Int(bytes[0]) | Int(bytes[1]) << 8 | Int(bytes[2]) << 16
    }
    try access.write(model == .lsm6ds3 ? 0x20 : 0x80, to: model == .lsm6ds3 ? 0x19 : 0x58)
    access.pause(milliseconds: 100)
    #expect(try timestamp() == 0, "the other generation's bit starts nothing")
    try access.write(UInt8(bit), to: UInt8(register))
    try access.write(0xAA, to: 0x42)
    access.pause(milliseconds: 640)
    #expect(try timestamp() == 100)
    try access.write(0x10, to: 0x5C)
    try access.write(0xAA, to: 0x42)
    access.pause(milliseconds: 1000)
    #expect(abs(try timestamp() - 40_000) <= 20)
    try access.write(0xAA, to: 0x42)
    access.pause(milliseconds: 419_000 + 1_430)
    #expect(try timestamp() - (420_430_000 / 25 - 0x100_0000) <= 20)
  }
}
