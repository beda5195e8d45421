/// Chooses of the published values those that fall due for one consumer. What was clipped in those between, the next one says.
struct DueValues: Sendable {
  private var schedule = UpdateSchedule()
  private var clipped: SensorWords = []

  /// - Parameter periodNanoseconds: time between two published values.
  /// - Returns: the value for the consumer; nil when none is due.
  mutating func take(_ sample: MotionSample, hertz: Double, periodNanoseconds: UInt64) -> MotionSample? {
    clipped.formUnion(sample.clipped)
    let isDue = schedule.isDue(
      timeNanoseconds: sample.timeNanoseconds, hertz: hertz, samplePeriodNanoseconds: periodNanoseconds)
    guard isDue else { return nil }
    var due = sample
    due.clipped = clipped
    clipped = []
    return due
  }
}
