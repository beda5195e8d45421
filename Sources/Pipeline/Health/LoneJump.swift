import IMUDrivers

/// Finds a sample of which one word alone has jumped: what a byte that was transferred wrongly looks like.
///
/// A blow moves the other axes, too; where it does not, reading the registers once more tells the one from the other.
struct LoneJump: BitwiseCopyable, Sendable {
  /// Least jump in counts: a wrong high byte makes 256, less the noise. A wrong low byte of an accelerometer word is below 0.1 g.
  private static var least: Int { @_noLocks get { 192 } }
  /// How many times as far the one must have jumped as any other.
  private static var ratio: Int { @_noLocks get { 8 } }

  private var last: MotionWords?
  private var lastTemperature = 0

  @_noLocks init() {}

  /// Whether a sample, compared with the last one noted, looks like one with a wrong byte.
  @_noLocks func isSeen(in raw: RawSample) -> Bool {
    guard let last else { return false }
    let words = MotionWords(raw)
    var greatest = magnitude(Int(raw.temperature) &- lastTemperature)
    var second = 0
    var index = 0
    while index < MotionWords.count {
      let change = magnitude(words[index] &- last[index])
      if change > greatest {
        second = greatest
        greatest = change
      } else if change > second {
        second = change
      }
      index &+= 1
    }
    return greatest >= Self.least && second &* Self.ratio <= greatest
  }

  /// Notes a sample that is held to be true.
  @_noLocks mutating func note(_ raw: RawSample) {
    last = MotionWords(raw)
    lastTemperature = Int(raw.temperature)
  }

  @_noLocks private func magnitude(_ value: Int) -> Int { value < 0 ? 0 &- value : value }
}
