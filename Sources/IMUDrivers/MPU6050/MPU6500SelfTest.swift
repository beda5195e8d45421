#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The self-test of the MPU-6500 class (MPU-6500, 6515, 6880, 9250, 9255, ICM-20608) by its factory trim.
///
/// Procedure, law and limits are those of InvenSense's own Linux driver inv_mpu (self-test of inv_mpu_misc.c and its successor
/// inv_mpu_selftest.c): 92 Hz at 1 kHz, 2 g and 250 deg/s; table mpu_6500_st_tb, which is 2620 * 1.01^(code - 1) counts;
/// criterion A with a trim (accelerometer 0.5 to 1.5 times the trim, DEF_6500_ACCEL_ST_SHIFT_DELTA; gyroscope more than 0.5 times
/// of it, DEF_6500_GYRO_CT_SHIFT_DELTA), criterion B where a code of the sensor is 0 (225 to 675 mg, DEF_ACCEL_ST_AL_MIN and _MAX;
/// 60 deg/s and more, DEF_GYRO_ST_AL).
struct MPU6500SelfTest: SelfTestProcedure {
  /// Counts that code 1 stands for, and the step from code to code.
  static let firstTrim = 2620.0
  static let trimStep = 1.01
  /// A response beyond the range can't be told.
  static let gyroscopeRange = 250.0
  static let untrimmedAccelerometer = 0.225...0.675
  static let untrimmedGyroscope = 60...gyroscopeRange

  private static let gravitiesPerBit = 1.0 / 16384
  private static let degreesPerSecondPerBit = 1.0 / 131

  /// PWR_MGMT_1 last: asleep the chip takes no other write.
  let changedRegisters: [UInt8] = [
    MPU6050Register.sampleRateDivider.rawValue, MPU6050Register.configuration.rawValue,
    MPU6050Register.gyroscopeConfiguration.rawValue, MPU6050Register.accelerometerConfiguration.rawValue,
    MPU6050Register.accelerometerConfiguration2.rawValue, MPU6050Register.powerManagement2.rawValue,
    MPU6050Register.powerManagement1.rawValue,
  ]
  let wake = [RegisterWrite(.powerManagement1, MPU6050Bits.clockFromGyroscopeX)]
  let wakeMilliseconds = MPU6050.gyroscopeStartMilliseconds

  private let common = [
    RegisterWrite(.powerManagement2, 0), RegisterWrite(.configuration, 2),
    RegisterWrite(.accelerometerConfiguration2, 2),
    RegisterWrite(.sampleRateDivider, 0),
  ]

  var passes: [SelfTestPass] {
    [
      SelfTestPass(
        sensor: .accelerometer, prepare: common + [RegisterWrite(.accelerometerConfiguration, 0x00)],
        on: RegisterWrite(.accelerometerConfiguration, 0xE0), off: RegisterWrite(.accelerometerConfiguration, 0x00),
        dataRegister: MPU6050Register.accelerometerXHigh.rawValue, isBigEndian: true, unitPerBit: Self.gravitiesPerBit,
        settleMilliseconds: 100, periodMilliseconds: 2, sampleCount: 100),
      SelfTestPass(
        sensor: .gyroscope, prepare: common + [RegisterWrite(.gyroscopeConfiguration, 0x00)],
        on: RegisterWrite(.gyroscopeConfiguration, 0xE0), off: RegisterWrite(.gyroscopeConfiguration, 0x00),
        dataRegister: MPU6050Register.gyroscopeXHigh.rawValue, isBigEndian: true,
        unitPerBit: Self.degreesPerSecondPerBit, settleMilliseconds: 100, periodMilliseconds: 2, sampleCount: 100),
    ]
  }

  func limits(_ port: inout RegisterPort) throws(BusError) -> SelfTestLimits {
    var codes: [UInt8] = []
    for register in MPU6050Register.laterGyroscopeTrim..<MPU6050Register.laterGyroscopeTrim + 3 {
      codes.append(try port.readConfirmed(register))
    }
    for register in MPU6050Register.laterAccelerometerTrim..<MPU6050Register.laterAccelerometerTrim + 3 {
      codes.append(try port.readConfirmed(register))
    }
    return Self.limits(gyroscopeCodes: Array(codes[..<3]), accelerometerCodes: Array(codes[3...]))
  }

  /// The driver judges the accelerometer's sign by criterion A alone, the gyroscope's never.
  static func limits(gyroscopeCodes: [UInt8], accelerometerCodes: [UInt8]) -> SelfTestLimits {
    let hasForce = !accelerometerCodes.contains(0)
    let hasRate = !gyroscopeCodes.contains(0)
    return SelfTestLimits(
      accelerometer: accelerometerCodes.map { code in
        guard hasForce else { return untrimmedAccelerometer }
        let trim = counts(code) * gravitiesPerBit
        return 0.5 * trim...1.5 * trim
      },
      gyroscope: gyroscopeCodes.map { code in
        guard hasRate else { return untrimmedGyroscope }
        return 0.5 * counts(code) * degreesPerSecondPerBit...gyroscopeRange
      }, isAccelerometerSigned: hasForce, isGyroscopeSigned: false)
  }

  /// What the factory measured, in counts at 2 g or 250 deg/s.
  static func counts(_ code: UInt8) -> Double { firstTrim * pow(trimStep, Double(code) - 1) }
}
