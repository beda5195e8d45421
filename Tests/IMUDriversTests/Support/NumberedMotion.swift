import SimulatedIMU

/// A motion whose samples can be told apart: all six words change from sample to sample, in both of their bytes.
///
/// At the rate given, samples alternate between two words whose bytes are the complement of each other, so that a word
/// with bytes of two samples is neither.
struct AlternatingMotion: MotionSource {
  /// Any mix of the bytes 0x55 0xAA and 0xAA 0x55 is neither.
  static let even: Int16 = 0x2AD5
  static let odd: Int16 = 0x552A

  let periodNanoseconds: Double
  /// m/s^2 and rad/s for one count.
  let accelerometer: Double
  let gyroscope: Double

  func motion(atNanoseconds time: UInt64) -> Motion {
    let isOdd = UInt64(Double(time) / periodNanoseconds) % 2 == 1
    let word = Double(isOdd ? Self.odd : Self.even)
    return Motion(
      specificForce: SIMD3(repeating: word * accelerometer), angularRate: SIMD3(repeating: word * gyroscope))
  }
}

/// A motion that numbers the samples: the X words rise by one each period.
struct CountingMotion: MotionSource {
  let periodNanoseconds: Double
  let accelerometer: Double
  let gyroscope: Double

  func motion(atNanoseconds time: UInt64) -> Motion {
    let count = Double(Int(Double(time) / periodNanoseconds) % 30000)
    return Motion(
      specificForce: SIMD3(repeating: count * accelerometer), angularRate: SIMD3(repeating: count * gyroscope))
  }
}
