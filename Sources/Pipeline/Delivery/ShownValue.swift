/// What pull shows: a value that changes no more often than an interval says, however often values are published.
package struct ShownValue: Sendable {
  private var schedule = UpdateSchedule()
  private var shown: MotionSample?

  /// Nothing is shown yet.
  package init() {}

  /// Looks at the newest value, and shows it if an instant of the interval has come since the one that is shown.
  ///
  /// - Parameters:
  ///   - newest: nil before the first, and when the chip is silent: what comes after that is shown at once.
  ///   - periodNanoseconds: time between two published values, whose half is how early a value may be for an instant.
  package mutating func show(_ newest: MotionSample?, hertz: Double, periodNanoseconds: UInt64) -> MotionSample? {
    guard let newest else {
      self = ShownValue()
      return nil
    }
    let isDue = schedule.isDue(
      timeNanoseconds: newest.timeNanoseconds, hertz: hertz, samplePeriodNanoseconds: periodNanoseconds)
    if isDue { shown = newest }
    return shown
  }
}
