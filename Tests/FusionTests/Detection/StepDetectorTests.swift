import Foundation
import Fusion
import Testing

@Suite struct StepDetectorTests {
  static let rates = [50.0, 100, 416]

  private func steps(_ samples: [FusedSample]) -> [(count: UInt64, cadence: Double)] {
    var detector = StepDetector()
    return samples.compactMap {
      if case .step(let count, let cadence) = detector.update($0)?.kind { (count, cadence) } else { nil }
    }
  }

  /// From 1 s to `1 + steps / cadence`: up and down with harmonics, swaying from side to side with every other step.
  private func walking(_ cadence: Double, steps: Double, bob: Double = 0.3, harmonic: Double = 0.4) -> SyntheticMotion {
    SyntheticMotion(seconds: 3 + steps / cadence) { time in
      let phase = (time - 1) * cadence
      guard phase > 0, phase < steps else { return .zero }
      let angle = 2 * .pi * phase
      let vertical = sin(angle) + harmonic * sin(2 * angle + 1) + 0.15 * sin(3 * angle + 2)
      return Vector3(0.1 * sin(angle / 2), 0.1 * sin(angle), bob * vertical)
    }
  }

  // MARK: Should

  @Test(arguments: rates, [1.5, 2, 2.5]) func walkingIsCountedWithItsCadence(rate: Double, cadence: Double) throws {
    for (bob, harmonic) in [(0.15, 0.2), (0.5, 0.5)] {
      for lost in [0, 0.1] {
        let motion = walking(cadence, steps: 40, bob: bob, harmonic: harmonic)
        let found = steps(motion.samples(rate: rate, lost: lost))
        let last = try #require(found.last, "\(bob) \(lost)")
        #expect(abs(Int(last.count) - 40) <= 2, "\(bob) \(lost): \(last)")
        #expect(abs(last.cadence - cadence) < 0.08 * cadence)
        #expect(zip(found, found.dropFirst()).allSatisfy { $0.count < $1.count })
      }
    }
  }

  @Test func runningIsCounted() throws {
    let motion = SyntheticMotion(seconds: 14) { time in
      guard time > 1, time < 13 else { return .zero }
      let part = (time * 2.8).truncatingRemainder(dividingBy: 1)
      return Vector3(0, 0, part < 0.3 ? -1 : 1.38 * sin(.pi * (part - 0.3) / 0.7) - 0.45)
    }
    let last = try #require(steps(motion.samples(rate: 100)).last)
    #expect(abs(Double(last.count) - 33.6) <= 2.6)
    #expect(abs(last.cadence - 2.8) < 0.2)
  }

  @Test func theFirstStepsAreToldTogetherThenEach() throws {
    let counts = steps(walking(2, steps: 20).samples(rate: 100)).map(\.count)
    #expect(counts.first == 8)
    let last = try #require(counts.last)
    #expect(counts == Array(8...last))
  }

  @Test func anyPoseCounts() throws {
    let tilted = Vector3(0.6, 0.64, -0.48)
    let flat = walking(2, steps: 30)
    var motion = flat
    motion.up = { _ in tilted }
    motion.acceleration = { flat.acceleration($0).z * tilted }
    let last = try #require(steps(motion.samples(rate: 100)).last)
    #expect(abs(Int(last.count) - 30) <= 2)
  }

  @Test func aPauseLosesNoStepsAndCountsNone() throws {
    let first = walking(2, steps: 20)
    var motion = first
    motion.seconds = 30
    motion.acceleration = { first.acceleration($0 < 15 ? $0 : $0 - 14) }
    let last = try #require(steps(motion.samples(rate: 100)).last)
    #expect(abs(Int(last.count) - 40) <= 3)
  }

  @Test func aChangeOfPaceCountsNoStepTwice() throws {
    // From 1.6 to 2.5 steps a second at once, 20 steps of each.
    let motion = SyntheticMotion(seconds: 23) { time in
      let phase = time < 1 ? 0 : min(20, (time - 1) * 1.6) + min(20, max(0, time - 13.5) * 2.5)
      return phase > 0 && phase < 40 ? Vector3(0, 0, 0.3 * sin(2 * .pi * phase)) : .zero
    }
    let last = try #require(steps(motion.samples(rate: 100)).last)
    #expect(last.count <= 40)
    #expect(last.count >= 37)
  }

  // MARK: Should not

  static let other: [(name: String, motion: SyntheticMotion)] = [
    ("rest", SyntheticMotion(seconds: 10)),
    ("five steps", SyntheticMotion(seconds: 5) { Vector3(0, 0, $0 > 1 && $0 < 3.5 ? 0.3 * sin(4 * .pi * $0) : 0) }),
    (
      "slow tilts",
      SyntheticMotion(seconds: 20, up: { Vector3(0, sin(0.5 * sin(2 * $0)), cos(0.5 * sin(2 * $0))) })
    ),
    ("swaying from side to side", SyntheticMotion(seconds: 20) { Vector3(0.4 * sin(12 * $0), 0.3 * cos(12 * $0), 0) }),
    ("vibration", SyntheticMotion(seconds: 10) { Vector3(0, 0, 0.8 * sin(2 * .pi * 40 * $0)) }),
    ("shaking up and down", SyntheticMotion(seconds: 10) { Vector3(0, 0, 3 * sin(2 * .pi * 3 * $0)) }),
    ("breathing", SyntheticMotion(seconds: 30) { Vector3(0, 0, 0.02 * sin(2 * .pi * 0.3 * $0)) }),
    (
      "jolts without a pace",
      SyntheticMotion(seconds: 20) { time in
        [1, 1.4, 2.4, 2.9, 3.2, 4.6, 5, 5.9, 6.3, 7.7, 8, 8.9, 9.3].reduce(Vector3.zero) {
          $0
            + Vector3(
              0, 0, pulse(time, at: $1, width: 0.15, peak: 0.8) - pulse(time, at: $1 + 0.15, width: 0.15, peak: 0.8))
        }
      }
    ),
    (
      "bobs while it turns about fast",
      SyntheticMotion(
        seconds: 15, acceleration: { Vector3(0, 0, 0.3 * sin(4 * .pi * $0)) }, rotationRate: { _ in Vector3(0, 0, 6) })
    ),
  ]

  @Test(arguments: rates) func otherMotionIsNoStep(rate: Double) {
    for (name, motion) in Self.other { #expect(steps(motion.samples(rate: rate)).isEmpty, "\(name)") }
  }
}
