/// The self-test of the LSM6DS3 and LSM6DS3TR-C, by ST's published examples.
///
/// Limits for both: 90 to 1700 mg, and 150 to 700 deg/s at 2000 deg/s. LSM6DS3 (identity 0x69): X-CUBE-MEMS1 V3.0.0 of 2016,
/// Projects/Multi/Examples/IKS01A1/LSM6DS3_SelfTest/Src/main.c, X_LO_LIM to G_HI_LIM. LSM6DS3TR-C: STMems_Standard_C_drivers,
/// lsm6ds3tr-c_STdC/examples/lsm6ds3tr_c_self_test.c, MIN_ST_LIMIT_mg to MAX_ST_LIMIT_mdps. Rates, ranges and waits are theirs, too:
/// the former gives the LSM6DS3's gyroscope 800 ms to start (G_POWER_UP_DELAY) and its accelerometer 200 ms.
struct LSM6DS3SelfTest: SelfTestProcedure {
  static let accelerometerLimits = 0.09...1.7
  static let gyroscopeLimits = 150.0...700.0

  let isTRC: Bool

  /// The output rates last: they start the sampling.
  var changedRegisters: [UInt8] {
    let controls: [LSM6DS3Register] = [.control3, .control4, .control5, .control6, .control7, .control8]
    let axes: [LSM6DS3Register] = isTRC ? [] : [.control9, .control10]
    return (controls + axes + [.gyroscopeControl, .accelerometerControl]).map(\.rawValue)
  }

  let wake: [RegisterWrite] = []
  let wakeMilliseconds: UInt64 = 0

  private var common: [RegisterWrite] {
    [
      RegisterWrite(.control3, LSM6DS3Bits.blockDataUpdate | LSM6DS3Bits.addressIncrement),
      RegisterWrite(.control4, 0), RegisterWrite(.control5, 0), RegisterWrite(.control6, 0),
      RegisterWrite(.control7, 0), RegisterWrite(.control8, 0),
    ]
      + (isTRC
        ? []
        : [
          RegisterWrite(.control9, LSM6DS3Bits.allAxes), RegisterWrite(.control10, LSM6DS3Bits.allAxes),
        ])
  }

  var passes: [SelfTestPass] {
    [
      // 52 Hz, 4 g.
      SelfTestPass(
        sensor: .accelerometer,
        prepare: common + [RegisterWrite(.gyroscopeControl, 0), RegisterWrite(.accelerometerControl, 0x38)],
        on: RegisterWrite(.control5, 0x01), off: RegisterWrite(.control5, 0),
        dataRegister: LSM6DS3Register.accelerometerXLow.rawValue, isBigEndian: false, unitPerBit: 0.000_122,
        settleMilliseconds: isTRC ? 100 : 200, periodMilliseconds: 25, sampleCount: 5),
      // 208 Hz, 2000 deg/s.
      SelfTestPass(
        sensor: .gyroscope,
        prepare: common + [RegisterWrite(.accelerometerControl, 0), RegisterWrite(.gyroscopeControl, 0x5C)],
        on: RegisterWrite(.control5, 0x04), off: RegisterWrite(.control5, 0),
        dataRegister: LSM6DS3Register.gyroscopeXLow.rawValue, isBigEndian: false, unitPerBit: 0.07,
        startMilliseconds: isTRC ? 0 : 650, settleMilliseconds: 150, periodMilliseconds: 7, sampleCount: 5),
    ]
  }

  func limits(_ port: inout RegisterPort) -> SelfTestLimits {
    SelfTestLimits(
      accelerometer: Array(repeating: Self.accelerometerLimits, count: 3),
      gyroscope: Array(repeating: Self.gyroscopeLimits, count: 3), isAccelerometerSigned: false,
      isGyroscopeSigned: false)
  }
}
