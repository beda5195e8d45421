import Testing

@testable import Fusion

@Suite struct LowPassTests {
  /// The response to a step after `seconds` by intervals that `interval` gives for each index.
  static func response(seconds: Double, interval: (Int) -> Double) -> (value: Double, peak: Double) {
    var clock = LowPassClock(timeConstant: 0.5)
    var lowPass = LowPass3()
    // Through the mean of the start first.
    var index = 0
    while clock.isStarting || index == 0 {
      lowPass.advance(to: .zero, by: clock.step(seconds: 0.01))
      index += 1
    }
    var (time, peak) = (0.0, 0.0)
    index = 0
    while time < seconds - 1e-9 {
      let step = min(interval(index), seconds - time)
      lowPass.advance(to: Vector3(1, -2, 0), by: clock.step(seconds: step))
      peak = max(peak, lowPass.value.x)
      time += step
      index += 1
    }
    #expect(lowPass.value.y == -2 * lowPass.value.x)
    #expect(lowPass.value.z == 0)
    return (lowPass.value.x, peak)
  }

  /// Butterworth's closed form: 1 - exp(-a) (cos a + sin a), a = w t / sqrt(2) = t / tau.
  @Test func stepResponseIsButterworths() {
    #expect(abs(Self.response(seconds: 0.5) { _ in 0.01 }.value - (1 - 0.36787944 * (0.54030231 + 0.84147098))) < 2e-4)
    #expect(abs(Self.response(seconds: 1.0) { _ in 0.01 }.value - (1 - 0.13533528 * (-0.41614684 + 0.90929743))) < 2e-4)
    #expect(abs(Self.response(seconds: 5) { _ in 0.01 }.peak - 1.0432) < 1e-3)
  }

  @Test func unevenIntervalsGiveTheSameResponse() {
    let even = Self.response(seconds: 0.7) { _ in 0.005 }.value
    let uneven = Self.response(seconds: 0.7) { [0.001, 0.02, 0.0003, 0.008][$0 % 4] }.value
    #expect(abs(even - uneven) < 5e-3)
  }

  @Test func hugeIntervalIsStable() {
    var value = LowPass3()
    for _ in 0..<50 { value.advance(to: Vector3(1, 1, 1), by: LowPassStep(naturalFrequency: 2.8, seconds: 1000)) }
    #expect(value.value.x > -0.01 && value.value.x < 2.01)
  }

  @Test func startIsTheMeanOfTheSamplesSoFar() {
    var clock = LowPassClock(timeConstant: 1)
    var lowPass = LowPass3()
    for index in 1...40 {
      lowPass.advance(to: Vector3(Double(index), 0, 0), by: clock.step(seconds: 0.02))
      #expect(abs(lowPass.value.x - Double(index + 1) / 2) < 1e-12)
    }
    #expect(clock.isStarting)
  }
}
