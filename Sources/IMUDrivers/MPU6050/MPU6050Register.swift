/// The registers of the MPU-6050 that this module uses (MPU-6000/MPU-6050 Register Map and Descriptions, revision 4.2).
///
/// Reset values are 0x00 except where stated.
enum MPU6050Register: UInt8 {
  /// SELF_TEST_X, followed by Y, Z and A: the codes of the factory trim. Section 4.1.
  case selfTestX = 0x0D
  /// SMPLRT_DIV: output rate = base / (1 + value). Section 4.2.
  case sampleRateDivider = 0x19
  /// CONFIG: EXT_SYNC_SET 5:3, DLPF_CFG 2:0. Section 4.3.
  case configuration = 0x1A
  /// GYRO_CONFIG: self-test 7:5, FS_SEL 4:3. Section 4.4.
  case gyroscopeConfiguration = 0x1B
  /// ACCEL_CONFIG: self-test 7:5, AFS_SEL 4:3. Section 4.5.
  case accelerometerConfiguration = 0x1C
  /// ACCEL_CONFIG2 of the MPU-6500 class: A_DLPF_CFG 2:0. Does not exist on the MPU-6050.
  case accelerometerConfiguration2 = 0x1D
  /// FIFO_EN. Section 4.6.
  case fifoEnable = 0x23
  /// INT_PIN_CFG: 7 INT_LEVEL (1 = active low), 6 INT_OPEN, 5 LATCH_INT_EN, 4 INT_RD_CLEAR. Section 4.14.
  case interruptPin = 0x37
  /// INT_ENABLE: 4 FIFO_OFLOW, 0 DATA_RDY. Section 4.15.
  case interruptEnable = 0x38
  /// INT_STATUS: same layout as INT_ENABLE; cleared by reading. Section 4.16.
  case interruptStatus = 0x3A
  /// ACCEL_XOUT_H: first of 14 data registers: accelerometer, temperature, gyroscope, high byte first. Sections 4.17-4.19.
  case accelerometerXHigh = 0x3B
  /// TEMP_OUT_H: the temperature among them. Section 4.18.
  case temperatureHigh = 0x41
  /// GYRO_XOUT_H: the gyroscope among them. Section 4.19.
  case gyroscopeXHigh = 0x43
  /// USER_CTRL: FIFO, auxiliary master and their resets. Section 4.27.
  case userControl = 0x6A
  /// PWR_MGMT_1: 7 DEVICE_RESET, 6 SLEEP, 2:0 CLKSEL. Reset value 0x40: asleep. Section 4.28.
  case powerManagement1 = 0x6B
  /// PWR_MGMT_2: standby bits of each axis. Section 4.29.
  case powerManagement2 = 0x6C
  /// FIFO_COUNT_H: bytes in the FIFO, high byte first; reading it fixes the low byte. Section 4.30.
  case fifoCountHigh = 0x72
  /// FIFO_R_W: each read takes the oldest byte; the address stays. Section 4.31.
  case fifoData = 0x74
  /// WHO_AM_I: 0x68 at both addresses. Section 4.32.
  case whoAmI = 0x75

  /// SELF_TEST_X_GYRO and SELF_TEST_X_ACCEL of the MPU-6500 class, each followed by y and z: the codes of the factory trim
  /// (MPU-6500 register map, sections 4.1 and 4.2). The MPU-6050 has other contents there.
  static let laterGyroscopeTrim: UInt8 = 0x00
  static let laterAccelerometerTrim: UInt8 = 0x0D
}

/// Bits of those registers.
enum MPU6050Bits {
  static let deviceReset: UInt8 = 0x80
  static let sleep: UInt8 = 0x40
  /// CLKSEL 1: PLL on the X gyroscope, more exact than the internal oscillator (section 4.28).
  static let clockFromGyroscopeX: UInt8 = 0x01
  static let interruptActiveLow: UInt8 = 0x80
  static let interruptOpenDrain: UInt8 = 0x40
  static let interruptLatched: UInt8 = 0x20
  static let dataReady: UInt8 = 0x01
  /// FIFO_OFLOW of INT_ENABLE and INT_STATUS.
  static let fifoOverflow: UInt8 = 0x10
  /// FIFO_EN of USER_CTRL.
  static let fifoOn: UInt8 = 0x40
  /// FIFO_RESET of USER_CTRL: works while FIFO_EN is 0, and clears itself.
  static let fifoReset: UInt8 = 0x04
  /// ACCEL, XG, YG and ZG of FIFO_EN: frames of twelve bytes in the order of the registers.
  static let fifoSixAxes: UInt8 = 0x78
}
