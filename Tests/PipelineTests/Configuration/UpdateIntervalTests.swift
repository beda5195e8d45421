import Testing

@testable import Pipeline

@Suite("Update interval")
struct UpdateIntervalTests {
  @Test(
    arguments: [
      (10, 10), (60, 60), (100, 100), (9.999, 10), (100.001, 100), (0, 10), (-5, 10), (1e300, 100), (.infinity, 100),
      (-.infinity, 10), (.nan, 100), (33.3, 33.3), (.leastNonzeroMagnitude, 10),
    ] as [(Double, Double)])
  func hertz_isClamped(wanted: Double, given: Double) {
    #expect(UpdateInterval(hertz: wanted).hertz == given)
  }

  @Test(
    arguments: [
      (0.1, 10), (0.01, 100), (0.05, 20), (1, 10), (0.001, 100), (0, 100), (-1, 100), (.nan, 100), (.infinity, 10),
      (.leastNonzeroMagnitude, 100), (-.infinity, 100),
    ] as [(Double, Double)])
  func seconds_areClampedAndWhatIsNoIntervalIsTheFastest(wanted: Double, hertz: Double) {
    #expect(UpdateInterval(seconds: wanted).hertz == hertz)
    #expect(UpdateInterval(seconds: wanted).seconds == 1 / hertz)
  }

  @Test func presets_lieInTheirBands() {
    #expect((10...20).contains(UpdateInterval.orientation.hertz))
    #expect((30...60).contains(UpdateInterval.display.hertz))
    #expect((70...100).contains(UpdateInterval.gesture.hertz))
    #expect(UpdateInterval.everySample.seconds == 0)
  }

  @Test(
    arguments: [
      (500, 500), (10, 10), (9, 10), (0, 10), (-500, 10), (.nan, 10), (-.infinity, 10), (1666, 1666),
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
