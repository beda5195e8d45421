/// The chips that can be simulated, by the name on their datasheet.
///
/// Identities, FIFO sizes and temperature laws are those of the Linux drivers inv_mpu6050 and st_lsm6dsx and of the
/// datasheets. A sibling differs from its family's first member in these alone.
public enum ChipModel: String, Sendable, CaseIterable {
  case mpu6050 = "MPU-6050"
  case mpu6500 = "MPU-6500"
  case mpu6515 = "MPU-6515"
  case mpu6880 = "MPU-6880"
  case mpu9250 = "MPU-9250"
  case mpu9255 = "MPU-9255"
  case icm20602 = "ICM-20602"
  case icm20608 = "ICM-20608"
  case icm20689 = "ICM-20689"
  case lsm6ds3 = "LSM6DS3"
  case lsm6ds3h = "LSM6DS3H"
  case lsm6ds33 = "LSM6DS33"
  case lsm6dsl = "LSM6DSL"
  case lsm6dsm = "LSM6DSM"
  case lsm6ds3trc = "LSM6DS3TR-C"
  case ism330dlc = "ISM330DLC"

  /// The family whose registers the chip has.
  public enum Family: Sendable {
    case mpu6050
    case lsm6ds3
  }

  /// The family whose registers this chip has.
  public var family: Family {
    switch self {
    case .mpu6050, .mpu6500, .mpu6515, .mpu6880, .mpu9250, .mpu9255, .icm20602, .icm20608, .icm20689: .mpu6050
    case .lsm6ds3, .lsm6ds3h, .lsm6ds33, .lsm6dsl, .lsm6dsm, .lsm6ds3trc, .ism330dlc: .lsm6ds3
    }
  }

  /// What the chip answers to WHO_AM_I (register 0x75, or 0x0F in the LSM6DS3 family).
  public var identity: UInt8 {
    switch self {
    case .mpu6050: 0x68
    case .mpu6500: 0x70
    case .mpu6515: 0x74
    case .mpu6880: 0x78
    case .mpu9250: 0x71
    case .mpu9255: 0x73
    case .icm20602: 0x12
    case .icm20608: 0xAF
    case .icm20689: 0x98
    case .lsm6ds3, .lsm6ds3h, .lsm6ds33: 0x69
    case .lsm6dsl, .lsm6dsm, .lsm6ds3trc, .ism330dlc: 0x6A
    }
  }

  /// The address with the address pin low.
  public var usualAddress: UInt8 { family == .mpu6050 ? 0x68 : 0x6A }
}
