import IMUDrivers

/// The six words of motion of a sample by index: accelerometer x to z, gyroscope x to z. Trivial, for the sample path.
struct MotionWords: BitwiseCopyable, Sendable {
  static var count: Int { @_noLocks get { 6 } }

  private let words: SIMD8<Int16>

  @_noLocks init(_ raw: RawSample) {
    words = SIMD8(
      raw.accelerometerX, raw.accelerometerY, raw.accelerometerZ, raw.gyroscopeX, raw.gyroscopeY, raw.gyroscopeZ, 0, 0)
  }

  @_noLocks subscript(index: Int) -> Int { Int(words[index]) }

  /// Bits of the words that differ from those of another sample.
  @_noLocks func differing(from other: MotionWords) -> UInt8 {
    var bits: UInt8 = 0
    var index = 0
    while index < Self.count {
      if words[index] != other.words[index] { bits |= 1 << UInt8(truncatingIfNeeded: index) }
      index &+= 1
    }
    return bits
  }

  /// Whether all six are 0.
  var isZero: Bool {
    @_noLocks get {
      var index = 0
      while index < Self.count {
        if words[index] != 0 { return false }
        index &+= 1
      }
      return true
    }
  }
}
