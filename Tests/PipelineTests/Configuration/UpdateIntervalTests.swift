import Testing

@testable import Pipeline

@Suite("Update interval")
struct UpdateIntervalTests {
  @Test(
    arguments: [
      (10, 10), (60, 60), (100, 100), (9.999, 9.999), (1, 1), (0.001, 0.001), (100.001, 100), (0, 100), (-5, 100),
      (1e300, 100), (.infinity, 100), (-.infinity, 100), (.nan, 100), (33.3, 33.3), (1e-300, 1e-300),
    ] as [(Double, Double)])
  func hertz_isKeptUpTo100AndWhatIsNoRateIsTheFastest(wanted: Double, given: Double) {
    #expect(UpdateInterval(hertz: wanted).hertz == given)
    #expect(UpdateInterval(hertz: wanted).seconds == 1 / given)
  }

  @Test(
    arguments: [
      (0.1, 0.1), (0.01, 0.01), (0.05, 0.05), (1 / 60.0, 1 / 60.0), (0.2, 0.2), (1, 1), (10, 10), (49, 49), (60, 60),
      (86_400, 86_400), (1e300, 1e300), (.infinity, .infinity), (0.009_99, 0.01), (0.001, 0.01), (0, 0.01), (-1, 0.01),
      (.nan, 0.01), (.leastNonzeroMagnitude, 0.01), (-.infinity, 0.01),
    ] as [(Double, Double)])
  func seconds_areKeptFrom10MillisecondsUpAndWhatIsNoIntervalIsTheFastest(wanted: Double, given: Double) {
    #expect(UpdateInterval(seconds: wanted).seconds == given)
    #expect(UpdateInterval(seconds: wanted).hertz == 1 / given)
  }

  /// Slower than 10 Hz values are published more often than they are asked for: at a whole multiple, which hits each instant.
  @Test(
    arguments: [
      100, 60, 15, 10, 9.99, 7, 5, 3, 1, 0.7, 0.1, 1.0 / 60, 1.0 / 3600, 1e-6, 1e-300, .leastNonzeroMagnitude,
    ]
      as [Double])
  func publication_isAWholeMultipleAndNeverBelow10Hz(hertz: Double) {
    let published = UpdateInterval(hertz: hertz).publicationHertz
    #expect((10...100).contains(published))
    if hertz >= 10 { #expect(published == hertz) }
    let multiple = published / hertz
    if multiple < 1e15 { #expect(abs(multiple - multiple.rounded()) < 1e-9 * multiple) }
  }

  @Test func publication_ofTheExtremes() {
    #expect(UpdateInterval(seconds: .infinity).publicationHertz == 10)
    #expect(UpdateInterval.everySample.publicationHertz == .infinity)
    #expect(UpdateInterval.controlLoop(hertz: 500).publicationHertz == 500)
  }

  @Test func presets_lieInTheirBands() {
    #expect((10...20).contains(UpdateInterval.orientation.hertz))
    #expect((30...60).contains(UpdateInterval.display.hertz))
    #expect((70...100).contains(UpdateInterval.gesture.hertz))
    #expect(UpdateInterval.everySample.seconds == 0)
  }

  @Test(
    arguments: [
      (500, 500), (10, 10), (9, 9), (0, 100), (-500, 100), (.nan, 100), (-.infinity, 100), (1666, 1666),
      (.infinity, .infinity),
    ] as [(Double, Double)])
  func controlLoop_isNotClampedAbove(wanted: Double, given: Double) {
    #expect(UpdateInterval.controlLoop(hertz: wanted).hertz == given)
  }

  @Test func faster_isTheHigherRate() {
    #expect(UpdateInterval.faster(.orientation, .gesture) == .gesture)
    #expect(UpdateInterval.faster(.everySample, .controlLoop(hertz: 1000)) == .everySample)
    #expect(UpdateInterval.faster(.display, .display) == .display)
  }
}
