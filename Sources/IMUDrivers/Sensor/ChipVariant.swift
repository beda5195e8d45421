/// The two register families this module drives.
public enum ChipFamily: String, Sendable, CaseIterable {
  /// MPU-6050 and the InvenSense parts that share its registers; big-endian.
  case mpu6050
  /// LSM6DS3 and LSM6DS3TR-C; little-endian.
  case lsm6ds3

  /// The 7-bit addresses the address pin chooses from.
  public var addresses: [UInt8] {
    switch self {
    case .mpu6050: [0x68, 0x69]
    case .lsm6ds3: [0x6A, 0x6B]
    }
  }

  /// The register that tells the part: WHO_AM_I.
  public var identityRegister: UInt8 {
    switch self {
    case .mpu6050: MPU6050Register.whoAmI.rawValue
    case .lsm6ds3: LSM6DS3Register.whoAmI.rawValue
    }
  }

  /// The family that sits at an address, by the data sheets; nil for an address neither uses.
  public static func at(_ address: UInt8) -> ChipFamily? {
    allCases.first { $0.addresses.contains(address) }
  }
}

/// How a chip turns its temperature word into degrees Celsius: raw / divisor + offset.
public struct TemperatureLaw: Sendable, Equatable, BitwiseCopyable {
  public let divisor: Double
  public let offset: Double
}

/// How far a gyroscope's output at rest may be from zero, in the data sheet's units.
public struct ZeroRate: Sendable, Equatable, BitwiseCopyable {
  /// On an axis at 25 degrees Celsius, in deg/s.
  public let tolerance: Double
  /// By how much it may change with each degree Celsius, in deg/s.
  public let perDegree: Double
}

/// One part that a WHO_AM_I value stands for, with what differs from its siblings.
public struct ChipVariant: Sendable, Equatable {
  /// The maker's name, such as "LSM6DS3TR-C".
  public let name: String
  public let family: ChipFamily
  /// The full byte in the identity register.
  public let identity: UInt8
  public let temperature: TemperatureLaw
  public let zeroRate: ZeroRate
  /// Size of the FIFO in bytes.
  public let fifoBytes: Int
  /// Whether the part is one this module was written for; the others are siblings with the same sample registers.
  public let isExact: Bool

  /// Whether the part has the MPU-6500's separate accelerometer filter register (Linux drivers/iio/imu/inv_mpu6050).
  var hasAccelerometerFilterRegister: Bool { family == .mpu6050 && temperature != Self.mpu6050Law }

  // MPU-6000/MPU-6050 Register Map 4.2, section 4.18; MPU-6500 and MPU-9250 as Linux drivers/iio/imu/inv_mpu6050 has them.
  private static let mpu6050Law = TemperatureLaw(divisor: 340, offset: 36.53)
  private static let mpu6500Law = TemperatureLaw(divisor: 333.87, offset: 21)
  // ICM-20608 as Linux drivers/iio/imu/inv_mpu6050 has it.
  private static let icm20608Law = TemperatureLaw(divisor: 326.8, offset: 25)
  // LSM6DS3 data sheet table 5 (16 LSB/degree); LSM6DS3TR-C data sheet table 5 (256 LSB/degree); both 0 at 25 degrees.
  private static let lsm6ds3Law = TemperatureLaw(divisor: 16, offset: 25)
  private static let lsm6ds3trcLaw = TemperatureLaw(divisor: 256, offset: 25)

  // MPU-6000/MPU-6050 product specification 3.4, section 6.1: +-20 deg/s at 25 degrees, and +-20 more to 85.
  private static let mpu6050ZeroRate = ZeroRate(tolerance: 20, perDegree: 20.0 / 60)
  // MPU-6500 product specification 1.1, section 3.1; its siblings count as it.
  private static let mpu6500ZeroRate = ZeroRate(tolerance: 5, perDegree: 0.24)
  // MPU-9250 product specification 1.0, section 3.1: +-5 deg/s at 25 degrees, and +-30 from -40 to 85.
  private static let mpu9250ZeroRate = ZeroRate(tolerance: 5, perDegree: 30.0 / 65)
  // LSM6DS3 data sheet (DocID026899) table 3 and LSM6DS3TR-C data sheet (DocID030071) table 3: 10 and 3 deg/s, and 0.05 for each
  // degree. That last is typical and not guaranteed, and single parts and boards change by more: three times it.
  private static let lsm6ds3ZeroRate = ZeroRate(tolerance: 10, perDegree: 0.15)
  private static let lsm6ds3trcZeroRate = ZeroRate(tolerance: 3, perDegree: 0.15)

  /// MPU-6050, and MPU-6000 and MPU-9150 with the same die.
  public static let mpu6050 = ChipVariant(
    name: "MPU-6050", family: .mpu6050, identity: 0x68, temperature: mpu6050Law, zeroRate: mpu6050ZeroRate,
    fifoBytes: 1024, isExact: true)
  /// MPU-6500, often inside modules sold as MPU-6050.
  public static let mpu6500 = mpuSibling("MPU-6500", 0x70)
  /// LSM6DS3; LSM6DS3H and LSM6DS33 answer the same.
  public static let lsm6ds3 = ChipVariant(
    name: "LSM6DS3", family: .lsm6ds3, identity: 0x69, temperature: lsm6ds3Law, zeroRate: lsm6ds3ZeroRate,
    fifoBytes: 8192, isExact: true)
  /// LSM6DS3TR-C; LSM6DSL, LSM6DSM and ISM330DLC answer the same.
  public static let lsm6ds3trc = ChipVariant(
    name: "LSM6DS3TR-C", family: .lsm6ds3, identity: 0x6A, temperature: lsm6ds3trcLaw, zeroRate: lsm6ds3trcZeroRate,
    fifoBytes: 4096, isExact: true)

  /// Every part whose samples this module can read.
  public static let supported: [ChipVariant] = [
    mpu6050, lsm6ds3, lsm6ds3trc,
    mpu6500, mpuSibling("MPU-9250", 0x71, zeroRate: mpu9250ZeroRate),
    mpuSibling("MPU-9255", 0x73, zeroRate: mpu9250ZeroRate),
    mpuSibling("MPU-6515", 0x74), mpuSibling("MPU-6880", 0x78, fifoBytes: 4096),
    mpuSibling("ICM-20608", 0xAF, temperature: icm20608Law),
    mpuSibling("ICM-20608D", 0xAE, temperature: icm20608Law),
    // Clones sold as MPU-6050 that answer with another part's number and behave as the MPU-6050's registers say.
    ChipVariant(
      name: "MPU-6050 clone", family: .mpu6050, identity: 0x98, temperature: mpu6050Law, zeroRate: mpu6050ZeroRate,
      fifoBytes: 1024, isExact: false),
  ]

  /// Parts known by name whose registers differ too much to be read as one of ours.
  static let foreign: [(family: ChipFamily, identity: UInt8, name: String)] = [
    (.mpu6050, 0xA6, "ICM-20609"), (.mpu6050, 0xAC, "ICM-20601"), (.mpu6050, 0x11, "ICM-20600"),
    (.mpu6050, 0x12, "ICM-20602"), (.mpu6050, 0x20, "ICM-20690"), (.mpu6050, 0xA9, "IAM-20680"),
    (.lsm6ds3, 0x6B, "LSM6DSR or ISM330DHCX"), (.lsm6ds3, 0x6C, "LSM6DSO or LSM6DSOX"),
    (.lsm6ds3, 0x68, "LSM9DS1 or LSM6DS0"), (.lsm6ds3, 0x70, "LSM6DSV16X"),
  ]

  private static func mpuSibling(
    _ name: String, _ identity: UInt8, temperature: TemperatureLaw = mpu6500Law,
    zeroRate: ZeroRate = mpu6500ZeroRate, fifoBytes: Int = 512
  ) -> ChipVariant {
    ChipVariant(
      name: name, family: .mpu6050, identity: identity, temperature: temperature, zeroRate: zeroRate,
      fifoBytes: fifoBytes, isExact: false)
  }
}
