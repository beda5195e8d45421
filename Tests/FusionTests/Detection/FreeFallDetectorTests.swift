import Foundation
import Fusion
import Testing

@Suite struct FreeFallDetectorTests {
  static let rates = [50.0, 71.4, 100, 200, 1000]

  private func found(_ samples: [FusedSample]) -> [Detection] {
    var detector = FreeFallDetector()
    return samples.compactMap { detector.update($0) }
  }

  /// A fall from 1 s on, ended by an impact; tumbling adds a pull outwards.
  private func fall(_ duration: Double, tumbling: Double = 0) -> SyntheticMotion {
    SyntheticMotion(seconds: 2 + duration) { time in
      let isFalling = time > 1 && time < 1 + duration
      let impact = blow(time, at: 1 + duration, peak: 8, hertz: 35, decay: 0.03)
      return Vector3(isFalling ? tumbling : 0, 0, (isFalling ? -1 : 0) + impact)
    }
  }

  @Test(arguments: rates, [0.2, 0.25, 0.3, 0.5, 1])
  func aFallIsToldWhileItLastsAndTheLandingAfterwards(rate: Double, duration: Double) throws {
    for lost in [0, 0.1] {
      let found = found(fall(duration).samples(rate: rate, lost: lost))
      try #require(found.count == 2, "\(lost)")
      #expect(found[0].kind == .freeFall)
      #expect(Double(found[0].timeNanoseconds) * 1e-9 < 2 + duration + 0.011)
      guard case .landing(let seconds) = found[1].kind else {
        Issue.record("no landing")
        continue
      }
      // A low-pass of 21 Hz, an interval at each end, two if samples were lost.
      #expect(abs(seconds - duration) < 0.025 + (lost > 0 ? 4 : 2) / rate)
      #expect(found[1].beganNanoseconds == found[0].beganNanoseconds)
    }
  }

  @Test func aTumblingDeviceFalls() {
    #expect(found(fall(0.4, tumbling: 0.18).samples(rate: 200)).map(\.kind).first == .freeFall)
  }

  static let other: [(name: String, motion: SyntheticMotion)] = [
    ("rest", SyntheticMotion(seconds: 3)),
    ("a fall of 5 cm", SyntheticMotion(seconds: 3) { Vector3(0, 0, $0 > 1 && $0 < 1.1 ? -1 : 0) }),
    ("a lift that starts downwards", SyntheticMotion(seconds: 5) { Vector3(0, 0, $0 > 1 && $0 < 2 ? -0.2 : 0) }),
    ("a hand that drops by half a g", SyntheticMotion(seconds: 4) { Vector3(0, 0, $0 > 1 && $0 < 1.6 ? -0.5 : 0) }),
    ("shaking", SyntheticMotion(seconds: 4) { Vector3(2.5 * sin(2 * .pi * 3 * $0), 0, 0) }),
    ("shaking up and down", SyntheticMotion(seconds: 4) { Vector3(0, 0, 2.5 * sin(2 * .pi * 3 * $0)) }),
    (
      "running",
      SyntheticMotion(seconds: 6) { time in
        let part = (time * 3).truncatingRemainder(dividingBy: 1)
        return Vector3(0, 0, part < 0.35 ? -1 : 1.69 * sin(.pi * (part - 0.35) / 0.65) - 0.54)
      }
    ),
    ("vibration", SyntheticMotion(seconds: 3) { Vector3(0, 0, sin(2 * .pi * 50 * $0)) }),
    (
      "a slow tilt",
      SyntheticMotion(seconds: 6, up: { Vector3(0, sin($0), cos($0)) })
    ),
  ]

  @Test(arguments: rates) func otherMotionIsNoFall(rate: Double) {
    for (name, motion) in Self.other { #expect(found(motion.samples(rate: rate)).isEmpty, "\(name)") }
  }

  @Test func aGapIsNotBridged() {
    let samples = fall(0.3).samples(rate: 200).filter {
      $0.timeNanoseconds < 2_050_000_000 || $0.timeNanoseconds > 2_200_000_000
    }
    #expect(found(samples).isEmpty)
  }
}
