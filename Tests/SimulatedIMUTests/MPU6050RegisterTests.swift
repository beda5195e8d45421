import IMUDrivers
import SimulatedIMU
import Testing

@Suite struct MPU6050RegisterTests {
  @Test func afterPowerOn_theChipSleepsAndHoldsItsResetValues() throws {
    let board = SimulatedBoard()
    let chip = board.attach(.mpu6050, motion: .still())
    var access = RegisterAccess(board, chip)
    access.pause(milliseconds: 6)
    #expect(try access.read(0x75) == 0x68)
    #expect(try access.read(0x6B) == 0x40)
    // Linux 6.1's driver asks this register whether data are ready; on silicon OTP_BNK_VLD says yes (seen in the kernel rig).
    #expect(try access.read(0x00) == 0x01)
    for register: UInt8 in 1...0x7F where register != 0x75 && register != 0x6B && !(0x0D...0x10).contains(register) {
      #expect(try access.read(register) == 0, "register \(hex(register))")
    }
    access.pause(milliseconds: 500)
    #expect(chip.samplesTaken == 0)
    #expect(try access.mpuSample() == [0, 0, 0, 0, 0, 0, 0])
  }

  @Test func theIdentityDoesNotFollowTheAddress() throws {
    let board = SimulatedBoard()
    let chip = board.attach(.mpu6050, address: 0x69, motion: .still())
    var access = RegisterAccess(board, chip)
    access.pause(milliseconds: 6)
    #expect(try access.read(0x75) == 0x68)
  }

  @Test func untilPoweredUp_nothingIsAcknowledged() throws {
    let board = SimulatedBoard()
    let chip = board.attach(.mpu6050, motion: .still(), options: ChipOptions(powerOnNanoseconds: 80_000_000))
    var access = RegisterAccess(board, chip)
    var attempts = 0
    while true {
      do {
        _ = try access.read(0x75)
        break
      } catch {
        #expect(error.code == 121)
        attempts += 1
        access.pause(milliseconds: 1)
      }
    }
    #expect(attempts > 70 && attempts <= 80)
    #expect(access.now >= board.startNanoseconds + 80_000_000)
  }

  @Test func anAbsentAddressIsNotAcknowledged() {
    let board = SimulatedBoard()
    board.attach(.mpu6050, motion: .still())
    var port = RegisterPort(bus: board.bus, address: 0x6A)
    #expect(throws: BusError(status: -121, address: 0x6A, register: 0x0F)) { try port.read(0x0F) }
  }

  @Test func whileAsleep_configurationIsForgotten() throws {
    let board = SimulatedBoard()
    let chip = board.attach(.mpu6050, motion: .still())
    var access = RegisterAccess(board, chip)
    access.pause(milliseconds: 6)
    for register: UInt8 in [0x19, 0x1A, 0x1B, 0x1C, 0x23, 0x37, 0x38, 0x6A, 0x6C] {
      try access.write(0x18, to: register)
      #expect(try access.read(register) == 0, "register \(hex(register))")
    }
    try access.write(0x01, to: 0x6B)
    try access.write(0x18, to: 0x1B)
    #expect(try access.read(0x1B) == 0, "the chip has not had time to wake up")
    access.pause(milliseconds: 5)
    try access.write(0x18, to: 0x1B)
    #expect(try access.read(0x1B) == 0x18)
  }

  @Test func reservedBitsAndReadOnlyRegistersKeepTheirValue() throws {
    let board = SimulatedBoard()
    let chip = board.attach(.mpu6050, motion: .still())
    var access = RegisterAccess(board, chip)
    try access.wakeMPU()
    for (register, written, expected) in [
      (0x75, 0xFF, 0x68), (0x1A, 0xFF, 0x3F), (0x1B, 0xFF, 0xF8), (0x6A, 0xFF, 0xF0), (0x5F, 0xFF, 0),
      (0x0D, 0xFF, 0x6C), (0x68, 0x07, 0), (0x72, 0xFF, 0),
    ] as [(UInt8, UInt8, UInt8)] {
      try access.write(written, to: register)
      #expect(try access.read(register) == expected, "register \(hex(register))")
    }
  }

  @Test func aReset_restoresEverythingAndClearsItselfInTime() throws {
    let board = SimulatedBoard()
    let chip = board.attach(.mpu6050, motion: .still())
    var access = RegisterAccess(board, chip)
    try access.wakeMPU(gyroRange: 2)
    try access.write(0x80, to: 0x6B)
    #expect(try access.read(0x6B) == 0xC0)
    #expect(try access.read(0x1B) == 0)
    try access.write(0x01, to: 0x6B)
    access.pause(milliseconds: 51)
    #expect(try access.read(0x6B) == 0x40, "a write during the reset is lost")
  }

  @Test func addressesFollowEachOther_withWritesAndReads() throws {
    let board = SimulatedBoard()
    let chip = board.attach(.mpu6050, motion: .still())
    var access = RegisterAccess(board, chip)
    try access.wakeMPU(divider: 7, filter: 3, gyroRange: 1, accelRange: 2)
    #expect(try access.read(0x19, count: 4) == [7, 3, 0x08, 0x10])
    #expect(try access.read(0x75, count: 12).first == 0x68)
  }

  @Test(arguments: [
    (ChipModel.mpu6050, 0x68), (.mpu6500, 0x70), (.mpu6515, 0x74), (.mpu6880, 0x78), (.mpu9250, 0x71), (.mpu9255, 0x73),
    (.icm20602, 0x12), (.icm20608, 0xAF), (.icm20689, 0x98),
  ])
  func siblings_answerWithTheirIdentity(model: ChipModel, identity: Int) throws {
    let board = SimulatedBoard()
    let chip = board.attach(model, motion: .still())
    var access = RegisterAccess(board, chip)
    access.pause(milliseconds: 6)
    #expect(try access.read(0x75) == UInt8(identity))
  }
}
