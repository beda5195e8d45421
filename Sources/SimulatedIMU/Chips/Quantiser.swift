/// Turns a physical value into the 16-bit word of a chip: nearest, and held at the rails.
/// - Parameter counts: the value in units of the least significant bit; not-a-number gives 0.
func quantised(_ counts: Double) -> Int16 {
  let nearest = counts.rounded()
  if nearest >= 32767 { return 32767 }
  if nearest <= -32768 { return -32768 }
  return nearest.isNaN ? 0 : Int16(nearest)
}

/// One sample as the words of a chip.
struct RawSample: BitwiseCopyable, Equatable {
  var acceleration = SIMD3<Int16>.zero
  var angularRate = SIMD3<Int16>.zero
  var temperature: Int16 = 0

  /// What a chip gives before its filters have settled: far from the truth, and the same in each run.
  static func junk(_ number: Int) -> RawSample {
    let bits = SeededNoise.mixed(UInt64(number))
    func word(_ shift: UInt64) -> Int16 { Int16(truncatingIfNeeded: bits >> shift) / 2 }
    return RawSample(
      acceleration: SIMD3(word(0), word(8), word(16)), angularRate: SIMD3(word(24), word(32), word(40)),
      temperature: 0)
  }
}
