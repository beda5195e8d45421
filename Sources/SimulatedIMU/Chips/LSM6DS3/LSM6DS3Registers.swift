/// The registers of the LSM6DS3 family that do something here (datasheets of LSM6DS3 and LSM6DS3TR-C, register mapping).
enum LSM6DS3Register {
  static let functionAccess: UInt8 = 0x01
  static let fifoControl1: UInt8 = 0x06
  static let fifoControl2: UInt8 = 0x07
  static let fifoControl3: UInt8 = 0x08
  static let fifoControl4: UInt8 = 0x09
  static let fifoControl5: UInt8 = 0x0A
  /// DRDY_PULSE_CFG in the second generation, ORIENT_CFG_G in the first.
  static let dataReadyPulse: UInt8 = 0x0B
  static let interrupt1: UInt8 = 0x0D
  static let interrupt2: UInt8 = 0x0E
  static let identity: UInt8 = 0x0F
  static let control1: UInt8 = 0x10
  static let control2: UInt8 = 0x11
  static let control3: UInt8 = 0x12
  static let control4: UInt8 = 0x13
  static let control5: UInt8 = 0x14
  static let control6: UInt8 = 0x15
  static let control9: UInt8 = 0x18
  static let control10: UInt8 = 0x19
  static let status: UInt8 = 0x1E
  /// Temperature, rate and acceleration: seven words, low byte first.
  static let data: UInt8 = 0x20
  static let fifoStatus1: UInt8 = 0x3A
  static let fifoDataLow: UInt8 = 0x3E
  static let fifoDataHigh: UInt8 = 0x3F
  static let timestamp: UInt8 = 0x40
  static let timestampReset: UInt8 = 0x42
  static let tapConfig: UInt8 = 0x58
  static let wakeUpDuration: UInt8 = 0x5C
  /// X_OFS_USR and its neighbours, second generation.
  static let userOffset: UInt8 = 0x73

  static let wordCount = 7

  static func file(_ traits: LSM6DS3Traits) -> RegisterFile {
    let second = traits.isSecondGeneration
    var file = RegisterFile()
    file.declare(functionAccess...functionAccess, writable: second ? 0xA0 : 0x80)
    file.declare(0x04...fifoControl1, writable: 0xFF)
    // Bit 3 is a threshold bit in the first generation, the temperature's switch in the second.
    file.declare(fifoControl2...fifoControl2, writable: 0xCF)
    file.declare(fifoControl3...fifoControl3, writable: 0x3F)
    file.declare(fifoControl4...fifoControl4, writable: second ? 0xFF : 0x7F)
    file.declare(fifoControl5...fifoControl5, writable: 0x7F)
    file.declare(dataReadyPulse...dataReadyPulse, writable: second ? 0x81 : 0x3F)
    file.declare(interrupt1...interrupt2, writable: 0xFF)
    file.declare(identity...identity, writable: 0, reset: traits.identity)
    file.declare(control1...control1, writable: 0xFF)
    file.declare(control2...control2, writable: 0xFE)
    file.declare(control3...control3, writable: 0x7E, reset: 0x04)
    file.declare(control4...control4, writable: second ? 0xFE : 0xFF)
    file.declare(0x14...0x17, writable: 0xFF)
    // Axis enables in the first generation; data-enable pin (all axes on) and functions in the second.
    file.declare(control9...control9, writable: 0xFF, reset: second ? 0xE0 : 0x38)
    file.declare(control10...control10, writable: 0xFF, reset: second ? 0x00 : 0x38)
    file.declare(0x1A...0x1A, writable: 0xFF)
    file.declare(tapConfig...0x5F, writable: 0xFF)
    if second { file.declare(userOffset...userOffset + 2, writable: 0xFF) }
    return file
  }

  /// The page behind FUNC_CFG_ACCESS (DocID026899 table 205): significant motion, steps, and a soft-iron matrix that is one.
  static func functionFile() -> RegisterFile {
    var file = RegisterFile()
    file.declare(0x02...0x0F, writable: 0xFF)
    file.declare(0x13...0x13, writable: 0xFF, reset: 0x06)
    file.declare(0x14...0x14, writable: 0xFF, reset: 0x06)
    file.declare(0x15...0x15, writable: 0xFF)
    file.declare(0x24...0x32, writable: 0xFF)
    for diagonal in [0x24, 0x28, 0x2C] as [UInt8] { file.declare(diagonal...diagonal, writable: 0xFF, reset: 0x08) }
    return file
  }
}

/// Bits of the registers above.
enum LSM6DS3Bits {
  // INT1_CTRL and INT2_CTRL
  static let accelerationReady: UInt8 = 0x01
  static let rateReady: UInt8 = 0x02
  /// In INT2_CTRL; bit 2 of INT1_CTRL tells of booting.
  static let temperatureReady: UInt8 = 0x04
  /// Threshold (bit 3), over-run (4) and full (5).
  static let fifoInterrupts: UInt8 = 0x38
  // CTRL3_C
  static let boot: UInt8 = 0x80
  static let blockDataUpdate: UInt8 = 0x40
  static let activeLow: UInt8 = 0x20
  static let openDrain: UInt8 = 0x10
  static let autoIncrement: UInt8 = 0x04
  static let bigEndian: UInt8 = 0x02
  static let reset: UInt8 = 0x01
  // CTRL4_C
  static let rateSleep: UInt8 = 0x40
  static let secondOnFirst: UInt8 = 0x20
  static let maskUntilSettled: UInt8 = 0x08
  static let busOff: UInt8 = 0x04
  // CTRL6_C, second generation
  static let coarseUserOffset: UInt8 = 0x08
  // FIFO_STATUS2
  static let statusThreshold: UInt8 = 0x80
  static let statusOverrun: UInt8 = 0x40
  static let statusFull: UInt8 = 0x20
  static let statusEmpty: UInt8 = 0x10
}
