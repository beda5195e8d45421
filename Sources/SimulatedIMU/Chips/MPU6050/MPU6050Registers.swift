/// The registers of the MPU-6050 that do something here (RM-MPU-6000A, revision 4.2, section 3).
enum MPU6050Register {
  static let offsetTrim: UInt8 = 0x00
  /// SELF_TEST_X, Y, Z and A.
  static let selfTest: UInt8 = 0x0D
  /// SELF_TEST_X_GYRO of the MPU-6500 and later, followed by y and z; SELF_TEST_X_ACCEL is at ``selfTest``.
  static let laterSelfTest: UInt8 = 0x00
  static let sampleRateDivider: UInt8 = 0x19
  static let config: UInt8 = 0x1A
  static let gyroConfig: UInt8 = 0x1B
  static let accelConfig: UInt8 = 0x1C
  static let fifoEnable: UInt8 = 0x23
  static let interruptPin: UInt8 = 0x37
  static let interruptEnable: UInt8 = 0x38
  static let interruptStatus: UInt8 = 0x3A
  /// Acceleration, temperature and rate: seven words, high byte first.
  static let data: UInt8 = 0x3B
  static let signalPathReset: UInt8 = 0x68
  static let userControl: UInt8 = 0x6A
  static let power1: UInt8 = 0x6B
  static let power2: UInt8 = 0x6C
  static let fifoCountHigh: UInt8 = 0x72
  static let fifoCountLow: UInt8 = 0x73
  static let fifoData: UInt8 = 0x74
  static let identity: UInt8 = 0x75

  /// XG_OFFS_USRH, followed by the low byte and the other axes.
  static let gyroscopeOffset: UInt8 = 0x13

  static let dataBytes = 14

  /// XA_OFFS_H and so on, each before its low byte; from the MPU-6500 on with a gap between.
  static func accelerometerOffset(_ axis: Int, _ traits: MPU6050Traits) -> UInt8 {
    traits.hasFIFOMode ? 0x77 + 3 * UInt8(axis) : 0x06 + 2 * UInt8(axis)
  }

  /// The registers with their reset values: all 0 but PWR_MGMT_1, which says "asleep" (section 3).
  static func file(_ traits: MPU6050Traits, selfTest response: SelfTestResponse) -> RegisterFile {
    var file = RegisterFile()
    // OTP_BNK_VLD of XG_OFFS_TC: the factory's trim is there. The map leaves it out, but InvenSense's motion driver asks for it,
    // and Linux 6.1's, which knows no INT_STATUS for this chip, takes it for data-ready.
    if !traits.hasFIFOMode { file.declare(offsetTrim...offsetTrim, writable: 0xFF, reset: 0x01) }
    for axis in 0..<3 {
      let offset = accelerometerOffset(axis, traits)
      file.declare(offset...offset + 1, writable: 0xFF)
    }
    if traits.hasFIFOMode {
      // The later chips keep another trim: a whole byte an axis, the gyroscope's from 0x00 on.
      for axis in 0..<3 {
        for (register, code) in [(laterSelfTest, response.gyroscopeTrim), (selfTest, response.accelerometerTrim)] {
          let register = register + UInt8(axis)
          file.declare(register...register, writable: 0, reset: code[axis])
        }
      }
    } else {
      for index in 0..<4 {
        let register = selfTest + UInt8(index)
        file.declare(register...register, writable: 0, reset: response.trimRegister(index))
      }
    }
    file.declare(gyroscopeOffset...gyroscopeOffset + 5, writable: 0xFF)
    file.declare(sampleRateDivider...sampleRateDivider, writable: 0xFF)
    file.declare(config...config, writable: traits.hasFIFOMode ? 0x7F : 0x3F)
    file.declare(gyroConfig...gyroConfig, writable: 0xF8)
    file.declare(accelConfig...accelConfig, writable: 0xFF)
    file.declare(0x1D...0x22, writable: 0xFF)  // Free-fall and motion; accelerometer filter in later chips.
    file.declare(fifoEnable...fifoEnable, writable: 0xFF)
    file.declare(0x24...0x34, writable: 0xFF)  // Auxiliary bus.
    file.declare(interruptPin...interruptPin, writable: 0xFF)
    file.declare(interruptEnable...interruptEnable, writable: 0xFF)
    file.declare(0x63...0x67, writable: 0xFF)  // Auxiliary bus.
    file.declare(0x69...0x69, writable: 0xFF)  // Motion detection control.
    file.declare(userControl...userControl, writable: 0xF0)
    file.declare(power1...power1, writable: 0x6F, reset: 0x40)
    file.declare(power2...power2, writable: 0xFF)
    file.declare(identity...identity, writable: 0, reset: traits.identity)
    return file
  }
}

/// Bits of the registers above.
enum MPU6050Bits {
  // INT_PIN_CFG
  static let activeLow: UInt8 = 0x80
  static let openDrain: UInt8 = 0x40
  static let latch: UInt8 = 0x20
  static let clearByAnyRead: UInt8 = 0x10
  // INT_ENABLE and INT_STATUS
  static let dataReady: UInt8 = 0x01
  static let fifoOverflow: UInt8 = 0x10
  // USER_CTRL
  static let fifoOn: UInt8 = 0x40
  static let fifoReset: UInt8 = 0x04
  static let signalReset: UInt8 = 0x01
  // PWR_MGMT_1
  static let deviceReset: UInt8 = 0x80
  static let sleep: UInt8 = 0x40
  static let temperatureOff: UInt8 = 0x08
  // CONFIG, MPU-6500 and later
  static let fifoStopsWhenFull: UInt8 = 0x40
}
