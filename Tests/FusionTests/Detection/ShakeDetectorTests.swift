import Foundation
import Fusion
import Testing

@Suite struct ShakeDetectorTests {
  static let rates = [50.0, 71.4, 100, 200, 1000]

  private func shakes(_ samples: [FusedSample]) -> [Detection] {
    var detector = ShakeDetector()
    return samples.compactMap { detector.update($0) }
  }

  /// Shaking from 1 s on, `cycles` times to and fro.
  private func shaking(_ hertz: Double, peak: Double, cycles: Double = 4, along axis: Vector3 = Vector3(1, 0, 0))
    -> SyntheticMotion
  {
    SyntheticMotion(seconds: 1 + cycles / hertz + 1) { time in
      let phase = (time - 1) * hertz
      return phase > 0 && phase < cycles ? peak * sin(2 * .pi * phase) * axis : .zero
    }
  }

  // MARK: Should

  @Test(arguments: rates, [2.0, 3, 4, 5]) func shakingAtAHandsPaceIsToldOnce(rate: Double, hertz: Double) {
    for axis in [Vector3(1, 0, 0), Vector3(0, 0, 1), Vector3(0.6, 0, -0.8)] {
      for lost in [0, 0.1] {
        let found = shakes(shaking(hertz, peak: 2, along: axis).samples(rate: rate, lost: lost))
        #expect(found.map(\.kind) == [.shake], "\(axis) \(lost)")
      }
    }
  }

  @Test func itIsToldWhileItHappensAndNamesItsBegin() throws {
    let found = try #require(shakes(shaking(3, peak: 2.5, cycles: 6).samples(rate: 200)).first)
    // Four swings of a sixth of a second.
    #expect(abs(Double(found.beganNanoseconds) * 1e-9 - 2.05) < 0.08)
    #expect(Double(found.timeNanoseconds - found.beganNanoseconds) * 1e-9 < 0.6)
  }

  @Test func aPauseSeparatesTwoShakes() {
    let motion = SyntheticMotion(seconds: 8) { time in
      let isShaking = (time > 1 && time < 2.5) || (time > 4 && time < 5.5)
      return Vector3(0, isShaking ? 2.5 * sin(2 * .pi * 4 * time) : 0, 0)
    }
    #expect(shakes(motion.samples(rate: 100)).count == 2)
  }

  @Test func shakingByTheWristIsFoundInSpiteOfItsSteadyPull() {
    // A forearm's length away from the elbow the pull outwards never changes its sign.
    let motion = SyntheticMotion(seconds: 4) { time in
      guard time > 1 else { return .zero }
      return Vector3(2.5 * sin(2 * .pi * 3 * time), -1.2 + 0.5 * cos(2 * .pi * 6 * time), 0)
    }
    #expect(shakes(motion.samples(rate: 200)).count == 1)
  }

  // MARK: Should not

  static let other: [(name: String, motion: SyntheticMotion)] = [
    ("rest", SyntheticMotion(seconds: 5)),
    (
      "one jolt to and fro",
      SyntheticMotion(seconds: 4) { Vector3(($0 > 1 && $0 < 1.3) ? 3 * sin(21 * ($0 - 1)) : 0, 0, 0) }
    ),
    ("a rocking that is too slow", SyntheticMotion(seconds: 8) { Vector3(2 * sin(2 * .pi * 0.8 * $0), 0, 0) }),
    ("a rocking that is too weak", SyntheticMotion(seconds: 8) { Vector3(0.9 * sin(2 * .pi * 3 * $0), 0, 0) }),
    ("a motor's vibration", SyntheticMotion(seconds: 4) { Vector3(0, 2 * sin(2 * .pi * 55 * $0), 0) }),
    (
      "running",
      SyntheticMotion(seconds: 10) { time in
        // Three steps a second: flight at -1 g, and the push of the ground in between.
        let part = (time * 3).truncatingRemainder(dividingBy: 1)
        return Vector3(0, 0, part < 0.35 ? -1 : 1.69 * sin(.pi * (part - 0.35) / 0.65) - 0.54)
      }
    ),
    (
      "walking", SyntheticMotion(seconds: 10) { Vector3(0.1 * sin(6 * $0), 0, 0.4 * sin(12 * $0) + 0.2 * sin(24 * $0)) }
    ),
    (
      "a double tap",
      SyntheticMotion(seconds: 3) { Vector3(0, 0, blow($0, at: 1, peak: 6) + blow($0, at: 1.2, peak: 6)) }
    ),
    ("turning in a circle", SyntheticMotion(seconds: 5) { Vector3($0 > 1 ? -1.8 : 0, 0, 0) }),
    (
      "a slow tilt",
      SyntheticMotion(seconds: 5, up: { Vector3(0, sin(0.6 * $0), cos(0.6 * $0)) })
    ),
  ]

  @Test(arguments: rates) func otherMotionIsNoShake(rate: Double) {
    for (name, motion) in Self.other { #expect(shakes(motion.samples(rate: rate)).isEmpty, "\(name)") }
  }

  @Test func aGapEndsAShake() {
    // Two swings, a gap of half a second, two swings: no four in a row.
    let samples = shaking(4, peak: 2.5, cycles: 3.5).samples(rate: 200).filter {
      $0.timeNanoseconds < 2_270_000_000 || $0.timeNanoseconds > 2_640_000_000
    }
    #expect(shakes(samples).isEmpty)
  }
}
