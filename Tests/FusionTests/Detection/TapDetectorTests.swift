import Foundation
import Fusion
import Testing

@Suite struct TapDetectorTests {
  static let rates = [71.4, 100, 104, 200, 416, 1000]

  private func taps(_ samples: [FusedSample]) -> [Detection] {
    var detector = TapDetector()
    return samples.compactMap { detector.update($0) }
  }

  private func counts(_ detections: [Detection]) -> [Int] {
    detections.map { if case .tap(let count) = $0.kind { count } else { -1 } }
  }

  private func tapping(at starts: [Double], width: Double = 0.01, peak: Double = 4) -> SyntheticMotion {
    SyntheticMotion(seconds: (starts.last ?? 0) + 1) { time in
      Vector3(0, 0, -starts.reduce(0) { $0 + pulse(time, at: $1, width: width, peak: peak) })
    }
  }

  // MARK: Should

  /// 5 to 20 ms and 2 to 6 g, wherever the sampling falls.
  @Test(arguments: [100.0, 200, 1000], [(0.005, 6.0), (0.01, 2), (0.01, 4), (0.02, 2), (0.02, 6)])
  func aTapIsFoundAtAnyPhaseOfTheSampling(rate: Double, tap: (width: Double, peak: Double)) {
    let motion = tapping(at: [1], width: tap.width, peak: tap.peak)
    for phase in stride(from: 0.0, to: 1, by: 0.25) {
      #expect(counts(taps(motion.samples(rate: rate, phase: phase))) == [1], "phase \(phase)")
    }
  }

  @Test(arguments: [200.0, 1000]) func theWeakestTapIsFoundAtHighRates(rate: Double) {
    let motion = tapping(at: [1], width: 0.005, peak: 2)
    for phase in stride(from: 0.0, to: 1, by: 0.25) {
      #expect(counts(taps(motion.samples(rate: rate, phase: phase))) == [1], "phase \(phase)")
    }
  }

  @Test(arguments: rates) func aTapRingsAndIsOne(rate: Double) {
    let motion = SyntheticMotion(seconds: 3) { Vector3(0.3, 0, 1) * blow($0, at: 1, peak: 8) }
    #expect(counts(taps(motion.samples(rate: rate))) == [1])
  }

  @Test(arguments: rates) func twoBlowsWithinTheTimeAreADoubleTap(rate: Double) {
    for gap in [0.15, 0.2, 0.3, 0.38] {
      let found = taps(tapping(at: [1, 1 + gap]).samples(rate: rate))
      #expect(counts(found) == [2], "gap \(gap)")
    }
  }

  @Test(arguments: rates) func twoBlowsFartherApartAreTwoTaps(rate: Double) {
    for gap in [0.45, 0.6, 1] {
      #expect(counts(taps(tapping(at: [1, 1 + gap]).samples(rate: rate))) == [1, 1], "gap \(gap)")
    }
  }

  @Test func threeBlowsAreADoubleAndASingleTap() {
    #expect(counts(taps(tapping(at: [1, 1.2, 1.4]).samples(rate: 200))) == [2, 1])
  }

  @Test func theTimesAreThoseOfTheFirstBlowAndOfTheVerdict() throws {
    let samples = tapping(at: [1, 1.25]).samples(rate: 200)
    let found = try #require(taps(samples).first)
    #expect(abs(Double(found.beganNanoseconds) * 1e-9 - 2) < 0.01)
    #expect(abs(Double(found.timeNanoseconds) * 1e-9 - 2.375) < 0.02)
    #expect(samples.contains { $0.timeNanoseconds == found.timeNanoseconds })
  }

  @Test func withoutATimeForDoubleTapsEachIsToldAtOnce() throws {
    var parameters = TapDetector.Parameters()
    parameters.doubleTapTime = 0
    var detector = TapDetector(parameters: parameters)
    let found = tapping(at: [1, 1.2]).samples(rate: 200).compactMap { detector.update($0) }
    #expect(counts(found) == [1, 1])
    let delays = found.map { Double($0.timeNanoseconds - $0.beganNanoseconds) * 1e-9 }
    #expect(delays.allSatisfy { $0 < 0.14 })
  }

  @Test func aTenthOfTheSamplesMayBeLost() {
    for shift in 0..<4 {
      let motion = tapping(at: [1 + Double(shift) * 0.01, 3, 3.25], width: 0.015)
      #expect(counts(taps(motion.samples(rate: 200, lost: 0.1))) == [1, 2], "\(shift)")
    }
  }

  @Test func aTapIsFoundInAHandThatMoves() {
    let motion = SyntheticMotion(seconds: 4) { time in
      Vector3(0.25 * sin(2 * .pi * 1.2 * time), 0, 0.2 * cos(2 * .pi * time) + blow(time, at: 2.1, peak: 5))
    }
    #expect(counts(taps(motion.samples(rate: 200))) == [1])
  }

  // MARK: Should not

  static let quiet: [(name: String, motion: SyntheticMotion)] = [
    ("rest", SyntheticMotion(seconds: 5)),
    (
      "a knock on the table beside",
      SyntheticMotion(seconds: 3) { Vector3(0, 0, blow($0, at: 1, peak: 0.35, hertz: 30, decay: 0.05)) }
    ),
    ("a motor's vibration", SyntheticMotion(seconds: 4) { Vector3($0 > 1 ? sin(2 * .pi * 60 * $0) : 0, 0, 0) }),
    (
      "strong vibration in bursts",
      SyntheticMotion(seconds: 5) { Vector3(0, $0.truncatingRemainder(dividingBy: 1) > 0.4 ? 2 * sin(440 * $0) : 0, 0) }
    ),
    ("shaking", SyntheticMotion(seconds: 4) { Vector3($0 > 1 ? 3 * sin(2 * .pi * 4 * $0) : 0, 0, 0) }),
    (
      "walking with hard heels",
      SyntheticMotion(seconds: 10) { time in
        let phase = 2 * .pi * 1.9 * time
        return Vector3(0, 0.1 * sin(phase / 2), 0.35 * sin(phase) + 0.15 * sin(2 * phase) + 0.08 * sin(3 * phase))
      }
    ),
    (
      "a slow tilt",
      SyntheticMotion(
        seconds: 5, up: { Vector3(0, sin(0.6 * $0), cos(0.6 * $0)) }, rotationRate: { _ in Vector3(0.6, 0, 0) })
    ),
    (
      "a push by hand",
      SyntheticMotion(seconds: 3) { Vector3(pulse($0, at: 1, width: 0.3, peak: 1.5), 0, 0) }
    ),
    (
      "a fall and its impact",
      SyntheticMotion(seconds: 3) { time in
        Vector3(0, 0, (time > 1 && time < 1.3 ? -1 : 0) + blow(time, at: 1.3, peak: 9, hertz: 40, decay: 0.03))
      }
    ),
    (
      "jolts in fast rotation",
      SyntheticMotion(
        seconds: 3, acceleration: { Vector3(0, blow($0, at: 1.5, peak: 3), 0) }, rotationRate: { _ in Vector3(0, 0, 9) }
      )
    ),
  ]

  @Test(arguments: rates) func otherMotionIsNoTap(rate: Double) {
    for (name, motion) in Self.quiet { #expect(taps(motion.samples(rate: rate)).isEmpty, "\(name)") }
  }

  // MARK: Rates and gaps

  @Test func below70HzItIsUnavailableAndSaysSo() {
    for rate in [10.0, 26, 50, 60, 65] {
      var detector = TapDetector()
      let samples = tapping(at: [1, 2], width: 0.02, peak: 6).samples(rate: rate)
      #expect(kinds(samples) { detector.update($0) }.isEmpty)
      #expect(!detector.isAvailable, "\(rate)")
    }
    for rate in Self.rates {
      var detector = TapDetector()
      #expect(kinds(SyntheticMotion(seconds: 2).samples(rate: rate, lost: 0.1)) { detector.update($0) }.isEmpty)
      #expect(detector.isAvailable, "\(rate)")
    }
  }

  @Test func aTapBeforeAGapIsStillTold() {
    let samples = tapping(at: [1]).samples(rate: 200).filter {
      $0.timeNanoseconds < 2_200_000_000 || $0.timeNanoseconds > 2_800_000_000
    }
    #expect(counts(taps(samples)) == [1])
  }
}
