import IMUDrivers
import Testing

@Suite struct IdentityTests {
  @Test(arguments: [
    (ChipFamily.mpu6050, 0x68, "MPU-6050", 1024), (.lsm6ds3, 0x69, "LSM6DS3", 8192),
    (.lsm6ds3, 0x6A, "LSM6DS3TR-C", 4096),
  ])
  func ownParts_areExact(family: ChipFamily, byte: Int, name: String, fifoBytes: Int) throws {
    let identity = ChipIdentity(family: family, byte: UInt8(byte))
    let variant = try #require(identity.variant)
    #expect(identity == .exact(variant))
    #expect(variant.name == name)
    #expect(variant.family == family)
    #expect(variant.identity == UInt8(byte))
    #expect(variant.fifoBytes == fifoBytes)
  }

  @Test(arguments: [
    (0x70, "MPU-6500", 512, 333.87, 21), (0x71, "MPU-9250", 512, 333.87, 21), (0x73, "MPU-9255", 512, 333.87, 21),
    (0x74, "MPU-6515", 512, 333.87, 21), (0x98, "MPU-6050 clone", 1024, 340, 36.53),
    (0x78, "MPU-6880", 4096, 333.87, 21), (0xAF, "ICM-20608", 512, 326.8, 25), (0xAE, "ICM-20608D", 512, 326.8, 25),
  ])
  func relatives_areSiblings(byte: Int, name: String, fifoBytes: Int, divisor: Double, offset: Double) throws {
    let identity = ChipIdentity(family: .mpu6050, byte: UInt8(byte))
    let variant = try #require(identity.variant)
    #expect(identity == .sibling(variant))
    #expect(variant.name == name)
    #expect(variant.fifoBytes == fifoBytes)
    #expect(variant.temperature.divisor == divisor)
    #expect(variant.temperature.offset == offset)
  }

  static let foreign: [(ChipFamily, UInt8, String)] = [
    (.mpu6050, 0xA6, "ICM-20609"), (.mpu6050, 0xAC, "ICM-20601"), (.mpu6050, 0x11, "ICM-20600"),
    (.mpu6050, 0x12, "ICM-20602"), (.mpu6050, 0x20, "ICM-20690"), (.mpu6050, 0xA9, "IAM-20680"),
    (.lsm6ds3, 0x6B, "LSM6DSR or ISM330DHCX"), (.lsm6ds3, 0x6C, "LSM6DSO or LSM6DSOX"),
    (.lsm6ds3, 0x68, "LSM9DS1 or LSM6DS0"), (.lsm6ds3, 0x70, "LSM6DSV16X"),
  ]

  @Test func partsOfOtherMake_areUnknownByName() {
    for (family, byte, name) in Self.foreign {
      #expect(ChipIdentity(family: family, byte: byte) == .unknown(byte, name: name))
    }
  }

  @Test(arguments: ChipFamily.allCases)
  func everyOtherByte_isUnknownWithoutName_orStuck(family: ChipFamily) {
    let readable: Set<UInt8> =
      family == .mpu6050 ? [0x68, 0x70, 0x71, 0x73, 0x74, 0x78, 0x98, 0xAE, 0xAF] : [0x69, 0x6A]
    let named = Set(Self.foreign.filter { $0.0 == family }.map { $0.1 })
    for byte: UInt8 in 0...255 where !readable.contains(byte) && !named.contains(byte) {
      let expected: ChipIdentity = byte == 0 || byte == 0xFF ? .stuck(byte) : .unknown(byte, name: nil)
      #expect(ChipIdentity(family: family, byte: byte) == expected)
      #expect(ChipIdentity(family: family, byte: byte).variant == nil)
    }
  }

  /// A well-known driver looks at bits 6 to 1 alone and takes each of these for a chip that they are not.
  @Test(arguments: [0x69, 0xE8, 0xE9, 0x18, 0x19, 0x99] as [UInt8])
  func bytesThatDifferOutsideSixBits_areNotMistaken(byte: UInt8) {
    #expect(ChipIdentity(family: .mpu6050, byte: byte) == .unknown(byte, name: nil))
  }

  @Test func theSameByteMeansDifferentPartsInTheTwoFamilies() {
    #expect(ChipIdentity(family: .mpu6050, byte: 0x70).variant?.name == "MPU-6500")
    #expect(ChipIdentity(family: .lsm6ds3, byte: 0x70) == .unknown(0x70, name: "LSM6DSV16X"))
    #expect(ChipIdentity(family: .mpu6050, byte: 0x6A) == .unknown(0x6A, name: nil))
  }

  @Test func addressesTellTheFamily() {
    for address: UInt8 in 0...255 {
      let expected: ChipFamily? =
        switch address {
        case 0x68, 0x69: .mpu6050
        case 0x6A, 0x6B: .lsm6ds3
        default: nil
        }
      #expect(ChipFamily.at(address) == expected)
    }
  }

  @Test(arguments: [(ChipFamily.mpu6050, 0x75), (.lsm6ds3, 0x0F)])
  func reading_asksTheIdentityRegisterAlone(family: ChipFamily, register: Int) {
    let chip = RegisterChip(family, identity: 0x42)
    var port = RegisterPort(bus: chip, address: chip.address)
    let identity = ChipIdentity.read(&port, family: family)
    #expect(identity == .unknown(0x42, name: nil))
    #expect(Int(family.identityRegister) == register)
    // Asked twice, and an unknown LSM6DS3 whether a page lies over its identity.
    #expect(chip.transactionCount == (family == .mpu6050 ? 2 : 3))
    #expect(chip.writes.isEmpty)
  }

  @Test func silence_isAnAnswerOfItsOwn() {
    let chip = RegisterChip(.mpu6050, identity: 0x68)
    var port = RegisterPort(bus: chip, address: 0x69)
    let identity = ChipIdentity.read(&port, family: .mpu6050)
    #expect(identity == .noAnswer(BusError(status: -121, address: 0x69, register: 0x75)))
    #expect(identity.variant == nil)
  }
}
