#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// How a simulated chip answers to its self-test bits.
public struct SelfTestResponse: Sendable, Equatable {
  /// The factory trim of accelerometer and gyroscope, x to z, 0 to 31 each (MPU-6500 and later: 0 to 255); 0 stands for a chip that was not trimmed.
  public var accelerometerTrim: SIMD3<UInt8>
  public var gyroscopeTrim: SIMD3<UInt8>
  /// What part of the response that a sound axis gives; 0 for an axis that does not move, as a broken one.
  public var accelerometerGain: SIMD3<Double>
  public var gyroscopeGain: SIMD3<Double>

  /// A sound chip, but for the values given.
  public init(
    accelerometerTrim: SIMD3<UInt8> = SIMD3(14, 16, 18), gyroscopeTrim: SIMD3<UInt8> = SIMD3(12, 15, 13),
    accelerometerGain: SIMD3<Double> = .one, gyroscopeGain: SIMD3<Double> = .one
  ) {
    self.accelerometerTrim = accelerometerTrim
    self.gyroscopeTrim = gyroscopeTrim
    self.accelerometerGain = accelerometerGain
    self.gyroscopeGain = gyroscopeGain
  }

  // MARK: MPU-6050 (RM section 4.1)

  /// SELF_TEST_X, Y, Z and A.
  func trimRegister(_ index: Int) -> UInt8 {
    guard index < 3 else {
      return (accelerometerTrim.x & 3) << 4 | (accelerometerTrim.y & 3) << 2 | accelerometerTrim.z & 3
    }
    return ((accelerometerTrim[index] >> 2) & 7) << 5 | gyroscopeTrim[index] & 0x1F
  }

  /// In g. A chip without trim moves like one with the middle code.
  func mpu6050Acceleration(_ axis: Int) -> Double {
    let code = accelerometerTrim[axis] == 0 ? 16 : accelerometerTrim[axis]
    return accelerometerGain[axis] * 0.34 * pow(0.92 / 0.34, (Double(code) - 1) / 30)
  }

  /// In deg/s; y moves the other way.
  func mpu6050AngularRate(_ axis: Int) -> Double {
    let code = gyroscopeTrim[axis] == 0 ? 16 : gyroscopeTrim[axis]
    return gyroscopeGain[axis] * (axis == 1 ? -25 : 25) * pow(1.046, Double(code) - 1)
  }

  // MARK: MPU-6500 and later (InvenSense's Linux driver inv_mpu: 2620 * 1.01^(code - 1) counts at 2 g or 250 deg/s)

  /// In g. A chip without trim moves as one with code 130: 0.58 g, 72 deg/s.
  func mpu6500Acceleration(_ axis: Int) -> Double {
    accelerometerGain[axis] * Self.mpu6500Counts(accelerometerTrim[axis]) / 16384
  }

  /// In deg/s; all axes move the same way.
  func mpu6500AngularRate(_ axis: Int) -> Double {
    gyroscopeGain[axis] * Self.mpu6500Counts(gyroscopeTrim[axis]) / 131
  }

  private static func mpu6500Counts(_ code: UInt8) -> Double { 2620 * pow(1.01, Double(code == 0 ? 130 : code) - 1) }

  // MARK: LSM6DS3 (data sheet table 3: 90 to 1700 mg, 150 to 700 deg/s; here something in between)

  /// In g, for CTRL5_C's ST_XL: 1 moves up, 2 moves down.
  func lsm6ds3Acceleration(_ axis: Int, mode: UInt8) -> Double {
    mode == 1 ? 0.4 * accelerometerGain[axis] : mode == 2 ? -0.4 * accelerometerGain[axis] : 0
  }

  /// In deg/s, for CTRL5_C's ST_G: 1 moves up, 3 moves down.
  func lsm6ds3AngularRate(_ axis: Int, mode: UInt8) -> Double {
    mode == 1 ? 350 * gyroscopeGain[axis] : mode == 3 ? -350 * gyroscopeGain[axis] : 0
  }
}
