import IMUDrivers
import SimulatedIMU
import Testing

@Suite struct ReadBackTests {
  static let identities: [(ChipFamily, UInt8)] = [
    (.mpu6050, 0x68), (.mpu6050, 0x70), (.lsm6ds3, 0x69), (.lsm6ds3, 0x6A),
  ]

  /// Each register that the start writes, made deaf in turn, stops the start and is named.
  @Test func aRegisterThatKeepsItsValue_isReportedWithBothValues() throws {
    for (family, identity) in Self.identities {
      let healthy = RegisterChip(family, identity: identity)
      #expect(startError(healthy, at: healthy.address) == nil)
      let resetRegister: UInt8 = family == .mpu6050 ? 0x6B : 0x12
      for write in healthy.writes where write.register != resetRegister {
        let chip = RegisterChip(family, identity: identity)
        chip.deafRegisters = [write.register]
        chip.registers[Int(write.register)] = ~write.value
        let error = try #require(startError(chip, at: chip.address))
        #expect(error.reason == .readBack(register: write.register, wrote: write.value, read: ~write.value))
        #expect(
          error.description
            == "mock bus address \(hex(chip.address)) register \(hex(write.register)): wrote \(hex(write.value)), "
            + "read back \(hex(~write.value)); check the wiring and the supply")
      }
    }
  }

  @Test func aBitThatFlipsOnTheWayBack_isReported() {
    let (board, chip) = poweredBoard(.mpu6050)
    chip.inject(.corrupt(register: 0x1A, mask: 0x40, .untilCleared))
    let error = startError(board.bus, at: chip.address)
    #expect(error?.reason == .readBack(register: 0x1A, wrote: 0x02, read: 0x42))
  }

  /// A chip that stays asleep forgets its configuration; the start must not pass for a success.
  @Test func aChipThatDoesNotWake_isReported() {
    let chip = RegisterChip(.mpu6050, identity: 0x68)
    chip.deafRegisters = [0x6B]
    chip.registers[0x6B] = 0x40
    #expect(startError(chip, at: 0x68)?.reason == .readBack(register: 0x6B, wrote: 0x01, read: 0x40))
  }
}
