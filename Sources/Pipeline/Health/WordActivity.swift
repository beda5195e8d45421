/// How much each of the six words has moved over some time.
struct WordActivity: BitwiseCopyable, Sendable {
  let beganNanoseconds: UInt64
  private(set) var samples: UInt32 = 0

  /// Words that changed, and words that were at a rail, by bit.
  private var moved: UInt8 = 0
  private var clipped: UInt8 = 0
  /// Sums of the changes' sizes, in counts.
  private var travel = SIMD8<UInt64>(repeating: 0)
  /// How often a word went up right after it had gone down, or the other way: noise does so at every other sample, motion
  /// seldom.
  private(set) var reversals: UInt32 = 0
  private var lastChange = SIMD8<Int64>(repeating: 0)
  private var lowest = SIMD8<Int64>(repeating: 32767)
  private var highest = SIMD8<Int64>(repeating: -32768)

  @_noLocks init(beganNanoseconds: UInt64) { self.beganNanoseconds = beganNanoseconds }

  @_noLocks mutating func add(_ words: MotionWords, former: MotionWords, moved changed: UInt8) {
    samples &+= 1
    moved |= changed
    var index = 0
    while index < MotionWords.count {
      let word = words[index]
      let change = word &- former[index]
      travel[index] &+= UInt64(change < 0 ? 0 &- change : change)
      if (change > 0 && lastChange[index] < 0) || (change < 0 && lastChange[index] > 0) { reversals &+= 1 }
      lastChange[index] = Int64(change)
      lowest[index] = min(lowest[index], Int64(word))
      highest[index] = max(highest[index], Int64(word))
      if word == 32767 || word == -32768 { clipped |= 1 << UInt8(truncatingIfNeeded: index) }
      index &+= 1
    }
  }

  /// The words that stood still although others show that they must have moved, by bit.
  ///
  /// - Parameters:
  ///   - halfGravity: counts of the accelerometer for half a g.
  ///   - isGyroscopeRestless: whether the gyroscope's noise alone keeps its words moving.
  @_noLocks func still(halfGravity: Int, isGyroscopeRestless: Bool) -> UInt8 {
    let resting = ~(moved | clipped) & 0x3F
    guard resting != 0 else { return 0 }
    var found: UInt8 = 0
    var index = 0
    while index < MotionWords.count {
      let bit = UInt8(1) << UInt8(truncatingIfNeeded: index)
      let others = (index < 3 ? UInt8(0x07) : 0x38) & ~bit
      if resting & bit != 0, areBusy(others) { found |= bit }
      index &+= 1
    }
    if resting & 0x07 == 0x07, areBusy(0x38) { found |= 0x07 }
    if resting & 0x38 == 0x38, areBusy(0x07), isGyroscopeRestless || hasSwung(by: Int64(halfGravity)) { found |= 0x38 }
    return found
  }

  /// Whether each of some words moved by three quarters of a count a sample on the average.
  @_noLocks private func areBusy(_ words: UInt8) -> Bool {
    var index = 0
    while index < MotionWords.count {
      if words & (1 << UInt8(truncatingIfNeeded: index)) != 0, travel[index] &* 4 < UInt64(samples) &* 3 {
        return false
      }
      index &+= 1
    }
    return true
  }

  /// Whether one of the accelerometer's words spans so many counts.
  @_noLocks private func hasSwung(by counts: Int64) -> Bool {
    highest[0] &- lowest[0] >= counts || highest[1] &- lowest[1] >= counts || highest[2] &- lowest[2] >= counts
  }
}
