/// What tells the members of the LSM6DS3 family apart (ST's headers; Linux st_lsm6dsx, sensor settings).
struct LSM6DS3Traits {
  let identity: UInt8
  let fifoWords: Int
  /// Whether the chip belongs to the second generation (LSM6DSL, LSM6DS3TR-C and so on), some of whose registers mean
  /// something else at the same address.
  let isSecondGeneration: Bool
  /// Counts per degree Celsius; raw 0 is 25 degrees in all of them.
  let temperatureScale: Double

  init(_ model: ChipModel) {
    identity = model.identity
    isSecondGeneration = model.identity == 0x6A
    temperatureScale = isSecondGeneration ? 256 : 16
    fifoWords = isSecondGeneration || model == .lsm6ds3h ? 2048 : 4096
  }

  /// Upper bits of the threshold in FIFO_CTRL2 and of the count in FIFO_STATUS2.
  var upperCountBits: UInt8 { isSecondGeneration ? 0x07 : 0x0F }
}
