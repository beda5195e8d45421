/// A detector's sense of time: the intervals between its samples, whatever the rate, and what to do without one.
struct DetectorClock: Sendable, BitwiseCopyable {
  /// What a sample means for the time.
  enum Step: BitwiseCopyable {
    /// It is so many seconds later than the last one.
    case later(seconds: Double)
    /// It is the first one, or comes after a gap across which nothing can be told.
    case started
    /// It is not later than the last one, or not plausible: to be treated as if it had been lost.
    case refused
  }

  private let longestInterval: Double
  private var last: UInt64?

  /// - Parameter longestInterval: intervals above it are gaps, seconds.
  @_noLocks
  init(longestInterval: Double) {
    self.longestInterval = longestInterval
    last = nil
  }

  /// Takes the time of the next sample.
  @_noLocks
  mutating func advance(to sample: FusedSample) -> Step {
    guard sample.isPlausible else { return .refused }
    guard let last else {
      self.last = sample.timeNanoseconds
      return .started
    }
    guard sample.timeNanoseconds > last else { return .refused }
    self.last = sample.timeNanoseconds
    let seconds = Double(sample.timeNanoseconds - last) * 1e-9
    return seconds > longestInterval ? .started : .later(seconds: seconds)
  }
}
