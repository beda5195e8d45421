/// The common time of several low-passes: it turns each interval into a step.
///
/// For the first time constant after a start the low-passes are the mean of all samples so far (as in Laidig &
/// Seel 2023): the first sample counts at once, and later ones don't have to work against it.
struct LowPassClock: Sendable, BitwiseCopyable {
  /// Butterworth's natural frequency for a time constant as the paper defines it: sqrt(2) / tau, in rad/s.
  private let naturalFrequency: Double
  private let timeConstant: Double
  /// The time that the mean so far covers, in seconds; nil before the first sample.
  private var covered: Double?

  /// A clock at its start.
  /// - Parameter timeConstant: in seconds, above 0.
  @_noLocks
  init(timeConstant: Double) {
    self.timeConstant = timeConstant
    naturalFrequency = 1.4142135623730951 / timeConstant
    covered = nil
  }

  /// True while the low-passes are still means.
  var isStarting: Bool { @_noLocks get { (covered ?? 0) < timeConstant } }

  /// Forgets the past: the next sample is a first one.
  @_noLocks
  mutating func restart() { covered = nil }

  /// The step for the next sample, `seconds` (0 or more) after the one before.
  @_noLocks
  mutating func step(seconds: Double) -> LowPassStep {
    guard let covered else {
      self.covered = 0
      return LowPassStep(meanWithShare: 1)
    }
    guard covered < timeConstant else { return LowPassStep(naturalFrequency: naturalFrequency, seconds: seconds) }
    // The first sample has no interval of its own; it is given the one that follows it.
    let before = covered > 0 ? covered : seconds
    let after = before + seconds
    self.covered = after
    return LowPassStep(meanWithShare: after > 0 ? seconds / after : 1)
  }
}

extension LowPassClock {
  mutating func exchange(_ archive: inout StateArchive) { archive.exchange(&covered) }

  /// False for a state that no run leads to.
  var isPossible: Bool { (covered ?? 0) >= 0 }
}
