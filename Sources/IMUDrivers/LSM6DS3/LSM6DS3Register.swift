/// The registers of the LSM6DS3 and LSM6DS3TR-C that this module uses (ST DocID026899 and DocID030071, chapter 9).
///
/// Reset values are 0x00 except where stated. Where the two parts differ the comment says so.
enum LSM6DS3Register: UInt8 {
  /// FUNC_CFG_ACCESS: 7 opens the page of the embedded functions (TR-C: 5 chooses its second half), which then lies over the
  /// registers.
  case functionAccess = 0x01
  /// FIFO_CTRL1: FTH 7:0, the threshold in words.
  case fifoControl1 = 0x06
  /// FIFO_CTRL2: FTH's upper bits, 3:0 on the LSM6DS3 and 2:0 on the TR-C, where bit 3 is FIFO_TEMP_EN.
  case fifoControl2 = 0x07
  /// FIFO_CTRL3: DEC_FIFO_GYRO 5:3, DEC_FIFO_XL 2:0 (1 = every sample).
  case fifoControl3 = 0x08
  /// FIFO_CTRL4: the third and fourth data sets; 7 STOP_ON_FTH (TR-C).
  case fifoControl4 = 0x09
  /// FIFO_CTRL5: FIFO_MODE 2:0 (0 = bypass), ODR_FIFO 6:3.
  case fifoControl5 = 0x0A
  /// DRDY_PULSE_CFG on the TR-C: bit 7 makes data-ready a pulse of 75 us. ORIENT_CFG_G on the LSM6DS3.
  case dataReadyPulse = 0x0B
  /// INT1_CTRL: 0 DRDY_XL, 1 DRDY_G.
  case interrupt1 = 0x0D
  /// INT2_CTRL, the same for the second pin.
  case interrupt2 = 0x0E
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
  /// CTRL5_C: 7:5 ROUNDING (the address of a burst goes round within one sensor), 3:2 ST_G (1 = positive, 3 = negative), 1:0 ST_XL (1 = positive, 2 = negative).
  case control5 = 0x14
  /// CTRL6_C: 4 XL_HM_MODE, 1:0 FTYPE (TR-C).
  case control6 = 0x15
  /// CTRL7_G: 7 G_HM_MODE.
  case control7 = 0x16
  /// CTRL8_XL: 7 LPF2_XL_EN, 6:5 HPCF_XL.
  case control8 = 0x17
  /// CTRL9_XL: accelerometer axis enables 5:3, reset value 0x38 (LSM6DS3); data-enable pin, reset value 0xE0 (TR-C).
  case control9 = 0x18
  /// CTRL10_C: gyroscope axis enables 5:3, reset value 0x38 (LSM6DS3); embedded functions, reset value 0 (TR-C).
  case control10 = 0x19
  /// MASTER_CONFIG: the sensor hub; 7 puts its data-ready on the pin.
  case masterConfiguration = 0x1A
  /// STATUS_REG: 0 XLDA, 1 GDA, 2 TDA; each cleared by reading its data.
  case status = 0x1E
  /// OUT_TEMP_L: first of 14 data registers: temperature, gyroscope, accelerometer, low byte first.
  case temperatureLow = 0x20
  /// OUTX_L_G and OUTX_L_XL: gyroscope and accelerometer among them.
  case gyroscopeXLow = 0x22
  case accelerometerXLow = 0x28
  /// FIFO_STATUS1: words in the FIFO, low byte. FIFO_STATUS2 and 3 follow: the flags with the count's upper bits, and the
  /// place of the next word in its set.
  case fifoStatus1 = 0x3A
  /// FIFO_DATA_OUT_L; the address goes round between this and FIFO_DATA_OUT_H.
  case fifoDataLow = 0x3E
  /// TAP_CFG: events; 6:5 INACT_EN slows both sensors down in rest (TR-C).
  case tapConfiguration = 0x58
  /// WAKE_UP_THS: 6 INACTIVITY does so on the LSM6DS3.
  case wakeUpThreshold = 0x5B
  /// MD1_CFG: events on the pin.
  case eventRouting1 = 0x5E
  /// X_OFS_USR and its neighbours of the TR-C: added to the accelerometer's words.
  case userOffsetX = 0x73
  case userOffsetY = 0x74
  case userOffsetZ = 0x75
}

/// Bits of those registers.
enum LSM6DS3Bits {
  static let softwareReset: UInt8 = 0x01
  static let addressIncrement: UInt8 = 0x04
  static let openDrain: UInt8 = 0x10
  static let activeLow: UInt8 = 0x20
  /// Holds both bytes of a word together until they are read.
  static let blockDataUpdate: UInt8 = 0x40
  /// INT1_FTH of INT1_CTRL.
  static let fifoThreshold: UInt8 = 0x08
  /// Continuous mode of FIFO_CTRL5: a full FIFO loses its oldest words.
  static let fifoContinuous: UInt8 = 0x06
  /// Both sensors' every sample, of FIFO_CTRL3.
  static let fifoBothSensors: UInt8 = 0x09
  /// OVER_RUN and FIFO_EMPTY of FIFO_STATUS2.
  static let fifoOverrun: UInt8 = 0x40
  static let fifoEmpty: UInt8 = 0x10
  static let dataReadyPulsed: UInt8 = 0x80
  /// DRDY_G of INT1_CTRL, and GDA of STATUS_REG.
  static let gyroscopeDataReady: UInt8 = 0x02
  static let allAxes: UInt8 = 0x38
  /// DEN_X, DEN_Y and DEN_Z of CTRL9_XL, on after a reset; without effect while CTRL6_C names no mode for the pin.
  static let dataEnableOnAllAxes: UInt8 = 0xE0
  static let bandwidthSelectedByHand: UInt8 = 0x80
  static let gyroscopeLowPass1: UInt8 = 0x02
  /// LPF2 on, cut-off at a ninth of the output rate.
  static let accelerometerLowPass2: UInt8 = 0xC0
}
