#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The self-test of the MPU-6050 by its factory trim (register map 4.2, section 4.1): the reading must move by the trim, within 14 %.
struct MPU6050SelfTest: SelfTestProcedure {
  /// Greatest change from factory trim (MPU-6050 specification 3.4, sections 6.1 and 6.2).
  static let tolerance = 0.14

  /// PWR_MGMT_1 last: asleep the chip takes no other write.
  let changedRegisters: [UInt8] = [
    MPU6050Register.sampleRateDivider.rawValue, MPU6050Register.configuration.rawValue,
    MPU6050Register.gyroscopeConfiguration.rawValue, MPU6050Register.accelerometerConfiguration.rawValue,
    MPU6050Register.powerManagement2.rawValue, MPU6050Register.powerManagement1.rawValue,
  ]
  let wake = [RegisterWrite(.powerManagement1, MPU6050Bits.clockFromGyroscopeX)]
  let wakeMilliseconds = MPU6050.gyroscopeStartMilliseconds

  // DLPF code 2 (98 Hz) at 1 kHz; the trim holds at 8 g and 250 deg/s (section 4.1).
  private let common = [
    RegisterWrite(.powerManagement2, 0), RegisterWrite(.configuration, 2), RegisterWrite(.sampleRateDivider, 0),
  ]

  var passes: [SelfTestPass] {
    [
      SelfTestPass(
        sensor: .accelerometer, prepare: common + [RegisterWrite(.accelerometerConfiguration, 0x10)],
        on: RegisterWrite(.accelerometerConfiguration, 0xF0), off: RegisterWrite(.accelerometerConfiguration, 0x10),
        dataRegister: MPU6050Register.accelerometerXHigh.rawValue, isBigEndian: true, unitPerBit: 1.0 / 4096,
        settleMilliseconds: 100, periodMilliseconds: 2, sampleCount: 100),
      SelfTestPass(
        sensor: .gyroscope, prepare: common + [RegisterWrite(.gyroscopeConfiguration, 0x00)],
        on: RegisterWrite(.gyroscopeConfiguration, 0xE0), off: RegisterWrite(.gyroscopeConfiguration, 0x00),
        dataRegister: MPU6050Register.gyroscopeXHigh.rawValue, isBigEndian: true, unitPerBit: 1.0 / 131,
        settleMilliseconds: 100, periodMilliseconds: 2, sampleCount: 100),
    ]
  }

  func limits(_ port: inout RegisterPort) throws(BusError) -> SelfTestLimits {
    var bytes: [UInt8] = []
    for offset: UInt8 in 0..<4 { bytes.append(try port.readConfirmed(MPU6050Register.selfTestX.rawValue + offset)) }
    let trim = MPU6050Trim(bytes)
    return SelfTestLimits(
      accelerometer: (0..<3).map { trim.accelerometer($0).map(Self.limits) },
      gyroscope: (0..<3).map { trim.gyroscope($0).map(Self.limits) }, isAccelerometerSigned: true,
      isGyroscopeSigned: true)
  }

  /// |(response - trim) / trim| <= 14 %.
  static func limits(trim: Double) -> ClosedRange<Double> {
    let ends = (trim * (1 - tolerance), trim * (1 + tolerance))
    return min(ends.0, ends.1)...max(ends.0, ends.1)
  }
}

/// What the factory measured when it pushed on the sensors, as codes in SELF_TEST_X to SELF_TEST_A (0x0D-0x10). Pure.
struct MPU6050Trim: Equatable {
  /// 0 to 31 each; 0 means not trimmed.
  let accelerometerCodes: [UInt8]
  let gyroscopeCodes: [UInt8]

  /// - Parameter bytes: SELF_TEST_X, Y, Z and A: XA_TEST 4:2 and XG_TEST in X and so on, the accelerometer's lower bits in A.
  init(_ bytes: [UInt8]) {
    gyroscopeCodes = (0..<3).map { bytes[$0] & 0x1F }
    accelerometerCodes = (0..<3).map { (bytes[$0] >> 5) << 2 | (bytes[3] >> (4 - 2 * UInt8($0))) & 3 }
  }

  /// In g: 4096 * 0.34 * (0.92 / 0.34)^((code - 1) / 30) LSB at 4096 LSB/g (section 4.1).
  func accelerometer(_ axis: Int) -> Double? {
    let code = accelerometerCodes[axis]
    return code == 0 ? nil : 0.34 * pow(0.92 / 0.34, (Double(code) - 1) / 30)
  }

  /// In deg/s: 25 * 131 * 1.046^(code - 1) LSB at 131 LSB/(deg/s), negative on y (section 4.1).
  func gyroscope(_ axis: Int) -> Double? {
    let code = gyroscopeCodes[axis]
    return code == 0 ? nil : (axis == 1 ? -25 : 25) * pow(1.046, Double(code) - 1)
  }
}
