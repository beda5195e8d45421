/// The part whose table is used for a chip that answers with an identity in no table, where the user says so.
public enum UnknownPart: String, Sendable, CaseIterable {
  case mpu6050
  case mpu6500
  case lsm6ds3
  case lsm6ds3trc = "lsm6ds3tr-c"

  /// The part as a chip with another identity: a sibling of what it follows.
  public func variant(identity: UInt8) -> ChipVariant {
    let part: ChipVariant =
      switch self {
      case .mpu6050: .mpu6050
      case .mpu6500: .mpu6500
      case .lsm6ds3: .lsm6ds3
      case .lsm6ds3trc: .lsm6ds3trc
      }
    return ChipVariant(
      name: "unknown chip treated as \(part.name)", family: part.family, identity: identity,
      temperature: part.temperature, zeroRate: part.zeroRate, fifoBytes: part.fifoBytes, isExact: false)
  }
}
