import Fusion
import IMUDrivers

/// Finds words at the end of their range, where the true value may lie beyond.
///
/// The end is the rail of the word or the nominal full scale, whichever is nearer: an LSM6DS3's gyroscope counts on to 1.15
/// times its full scale (70 mdps a count at 2000 deg/s), which its data sheet promises nothing for.
struct ClippingWatch: BitwiseCopyable, Sendable {
  /// Time without clipping after which a word's next clipping is told again.
  private static var quietNanoseconds: UInt64 { @_noLocks get { 1_000_000_000 } }

  private let accelerometerLimit: Int
  private let gyroscopeLimit: Int
  /// When each word was last at its end; 0 for never.
  private var last = SIMD8<UInt64>(repeating: 0)
  /// Words at their end in the last sample, by bit.
  private(set) var clipped: UInt8 = 0

  init(scale: SampleScale, active: ActiveConfiguration) {
    let gravities = Double(active.accelerometerRange) * SampleScale.standardGravity
    let radians = Double(active.gyroscopeRange) * .pi / 180
    accelerometerLimit = min(32767, Int((gravities / scale.accelerometer).rounded()))
    gyroscopeLimit = min(32767, Int((radians / scale.gyroscope).rounded()))
  }

  /// What the filter has to know of the chip: from where on a value was cut off, what its bias can be, and what its calibration
  /// says of it.
  func filterParameters(
    _ scale: SampleScale, zeroRate: ZeroRate, correction: InertialCorrection
  ) -> OrientationFilter.Parameters {
    var parameters = OrientationFilter.Parameters()
    parameters.limitBias(
      tolerance: zeroRate.tolerance * .pi / 180, perDegree: zeroRate.perDegree * .pi / 180)
    parameters.calibrate(by: correction)
    // Half a percent below, since a calibration may scale what is measured.
    parameters.gyroscopeLimit = 0.995 * Double(gyroscopeLimit) * scale.gyroscope
    parameters.accelerometerLimit = 0.995 * Double(accelerometerLimit) * scale.accelerometer
    return parameters
  }

  /// Takes a sample.
  ///
  /// - Returns: the words whose clipping is to be told, by bit.
  @_noLocks mutating func take(_ raw: RawSample, timeNanoseconds time: UInt64) -> UInt8 {
    let words = MotionWords(raw)
    clipped = 0
    var told: UInt8 = 0
    var index = 0
    while index < MotionWords.count {
      let limit = index < 3 ? accelerometerLimit : gyroscopeLimit
      if words[index] >= limit || words[index] <= 0 &- limit {
        let bit = UInt8(1) << UInt8(truncatingIfNeeded: index)
        clipped |= bit
        if last[index] == 0 || time &- last[index] > Self.quietNanoseconds { told |= bit }
        last[index] = time
      }
      index &+= 1
    }
    return told
  }
}
