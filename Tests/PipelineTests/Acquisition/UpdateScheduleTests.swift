import Testing

@testable import Pipeline

@Suite struct UpdateScheduleTests {
  /// Times at which a schedule fires, for samples at a rate with a jitter of its own.
  private func due(
    hertz: Double, sampleHertz: Double, seconds: Double, jitter: (Int) -> Double = { _ in 0 }
  ) -> [UInt64] {
    var schedule = UpdateSchedule()
    let period = 1e9 / sampleHertz
    return (0..<Int(seconds * sampleHertz)).compactMap { index in
      let time = UInt64(1e9 + (Double(index) + jitter(index)) * period)
      let isDue = schedule.isDue(timeNanoseconds: time, hertz: hertz, samplePeriodNanoseconds: UInt64(period))
      return isDue ? time : nil
    }
  }

  @Test(arguments: [1.0 / 60, 0.1, 1, 5, 10, 15, 33.3, 60, 70, 99.9, 100]) func meanRateIsExactOverAnHour(
    _ hertz: Double
  ) {
    let times = due(hertz: hertz, sampleHertz: 200, seconds: 3600)
    let span = Double((times.last ?? 0) - (times.first ?? 0)) * 1e-9
    // Half a sample at each end is all that the grid can be off.
    #expect(abs(Double(times.count - 1) / hertz - span) <= 0.005)
  }

  @Test func aGridAtTheSampleRateTakesEverySampleInSpiteOfJitter() {
    // A tenth of a period early and late by turns: neither doubled nor skipped.
    let times = due(hertz: 100, sampleHertz: 100, seconds: 100) { $0 % 2 == 0 ? 0.1 : -0.1 }
    #expect(times.count == 10_000)
  }

  /// Which of some samples are due; each is a time in milliseconds and the rate wanted then.
  private func isDue(_ samples: [(milliseconds: UInt64, hertz: Double)]) -> [Bool] {
    var schedule = UpdateSchedule()
    return samples.map {
      schedule.isDue(
        timeNanoseconds: $0.milliseconds * 1_000_000, hertz: $0.hertz, samplePeriodNanoseconds: 5_000_000)
    }
  }

  @Test func aGapIsNotMadeUpFor() {
    #expect(isDue([(1000, 100), (3000, 100), (3005, 100), (3010, 100)]) == [true, true, false, true])
  }

  @Test func theTimeAcrossAGapDoesNotCostTheValuesAfterIt() {
    // Deliveries know the time between the last two values alone; after a gap that is the gap.
    var schedule = UpdateSchedule()
    let times: [UInt64] = [1000, 1010, 1020, 61_020, 61_030, 61_040]
    var former = times[0]
    let due = times.map { time in
      defer { former = time }
      return schedule.isDue(
        timeNanoseconds: time * 1_000_000, hertz: 100, samplePeriodNanoseconds: (time - former) * 1_000_000)
    }
    #expect(due == [true, true, true, true, true, true])
  }

  @Test(arguments: [1e6, 1e12, 1e300, Double.greatestFiniteMagnitude])
  func anAbsurdRateTakesEverySample(_ hertz: Double) {
    #expect(due(hertz: UpdateInterval.controlLoop(hertz: hertz).hertz, sampleHertz: 200, seconds: 1).count == 200)
  }

  @Test func aClockThatStepsBackStartsTheGridAnew() {
    #expect(
      isDue([(9000, 100), (9010, 100), (1000, 100), (1005, 100), (1010, 100)]) == [true, true, true, false, true])
  }

  @Test func aNewRateTakesEffectAtTheNextSample() {
    #expect(isDue([(1000, 10), (1005, 10), (1010, 50), (1015, 50), (1030, 50)]) == [true, false, true, false, true])
  }

  @Test func noRateTakesTheFirstSampleAlone() {
    #expect(due(hertz: UpdateInterval(seconds: .infinity).hertz, sampleHertz: 200, seconds: 3600).count == 1)
  }

  @Test func anInfiniteRateTakesEverySample() {
    #expect(due(hertz: .infinity, sampleHertz: 833, seconds: 1).count == 833)
  }

  @Test func aRateAboveTheChipsTakesEverySample() {
    #expect(due(hertz: 1000, sampleHertz: 200, seconds: 1).count == 200)
  }
}
