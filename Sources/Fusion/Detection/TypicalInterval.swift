/// The usual time between two samples: their median, followed in small steps, so that lost samples don't count.
struct TypicalInterval: Sendable, BitwiseCopyable {
  /// In seconds; 0 before the first interval.
  private(set) var seconds = 0.0

  /// By how much one interval moves the estimate: a change of the rate by a half takes about 35 samples.
  private static var gain: Double { @_noLocks get { 1.02 } }

  @_noLocks
  init() {}

  /// Takes an interval in seconds, above 0.
  @_noLocks
  mutating func learn(_ interval: Double) {
    if seconds == 0 {
      seconds = interval
    } else {
      seconds = interval > seconds ? seconds * Self.gain : seconds / Self.gain
    }
  }
}
