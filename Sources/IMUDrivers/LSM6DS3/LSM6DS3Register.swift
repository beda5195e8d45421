/// The registers of the LSM6DS3 and LSM6DS3TR-C that this module uses (ST DocID026899 and DocID030071, chapter 9).
///
/// Reset values are 0x00 except where stated. Where the two parts differ the comment says so.
enum LSM6DS3Register: UInt8 {
  /// FIFO_CTRL5: FIFO_MODE 2:0 (0 = bypass), ODR_FIFO 6:3.
  case fifoControl5 = 0x0A
  /// DRDY_PULSE_CFG on the TR-C: bit 7 makes data-ready a pulse of 75 us. ORIENT_CFG_G on the LSM6DS3.
  case dataReadyPulse = 0x0B
  /// INT1_CTRL: 0 DRDY_XL, 1 DRDY_G.
  case interrupt1 = 0x0D
  /// WHO_AM_I: 0x69 or 0x6A.
  case whoAmI = 0x0F
  /// CTRL1_XL: ODR 7:4, FS 3:2, BW_XL 1:0 (LSM6DS3) or LPF1_BW_SEL 1 and BW0_XL 0 (TR-C).
  case accelerometerControl = 0x10
  /// CTRL2_G: ODR 7:4, FS 3:2, FS_125 1.
  case gyroscopeControl = 0x11
  /// CTRL3_C: 7 BOOT, 6 BDU, 5 H_LACTIVE, 4 PP_OD, 2 IF_INC, 0 SW_RESET. Reset value 0x04.
  case control3 = 0x12
  /// CTRL4_C: 7 XL_BW_SCAL_ODR (LSM6DS3); 1 LPF1_SEL_G (TR-C). Bit 2 would switch I2C off until the next power cycle.
  case control4 = 0x13
  /// CTRL6_C: 4 XL_HM_MODE, 1:0 FTYPE (TR-C).
  case control6 = 0x15
  /// CTRL7_G: 7 G_HM_MODE.
  case control7 = 0x16
  /// CTRL8_XL: 7 LPF2_XL_EN, 6:5 HPCF_XL.
  case control8 = 0x17
  /// CTRL9_XL on the LSM6DS3: accelerometer axis enables 5:3, reset value 0x38.
  case accelerometerAxes = 0x18
  /// CTRL10_C on the LSM6DS3: gyroscope axis enables 5:3, reset value 0x38.
  case gyroscopeAxes = 0x19
  /// STATUS_REG: 0 XLDA, 1 GDA, 2 TDA; each cleared by reading its data.
  case status = 0x1E
  /// OUT_TEMP_L: first of 14 data registers: temperature, gyroscope, accelerometer, low byte first.
  case temperatureLow = 0x20
}

/// Bits of those registers.
enum LSM6DS3Bits {
  static let softwareReset: UInt8 = 0x01
  static let addressIncrement: UInt8 = 0x04
  static let openDrain: UInt8 = 0x10
  static let activeLow: UInt8 = 0x20
  /// Holds both bytes of a word together until they are read.
  static let blockDataUpdate: UInt8 = 0x40
  static let dataReadyPulsed: UInt8 = 0x80
  /// DRDY_G of INT1_CTRL, and GDA of STATUS_REG.
  static let gyroscopeDataReady: UInt8 = 0x02
  static let allAxes: UInt8 = 0x38
  static let bandwidthSelectedByHand: UInt8 = 0x80
  static let gyroscopeLowPass1: UInt8 = 0x02
  /// LPF2 on, cut-off at a ninth of the output rate.
  static let accelerometerLowPass2: UInt8 = 0xC0
}
