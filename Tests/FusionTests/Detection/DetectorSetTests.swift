import Foundation
import Fusion
import Testing

/// What holds for all detectors: choice, determinism, bad input.
@Suite struct DetectorSetTests {
  /// A tap, a shake, a fall and a walk, in a device that lies face up.
  static let busy = SyntheticMotion(seconds: 22) { time in
    var acceleration = Vector3(0, 0, blow(time, at: 1, peak: 6))
    if time > 3, time < 5 { acceleration += Vector3(2.5 * sin(2 * .pi * 3.5 * time), 0, 0) }
    if time > 7, time < 7.4 { acceleration += Vector3(0, 0, -1) }
    acceleration += Vector3(0, 0, blow(time, at: 7.4, peak: 7, hertz: 40, decay: 0.03))
    if time > 10 { acceleration += Vector3(0, 0, 0.3 * sin(2 * .pi * 2 * time)) }
    return acceleration
  }

  private func run(_ samples: [FusedSample], wanted: DetectorSelection = .all) -> [Detection] {
    var set = DetectorSet()
    var found: [Detection] = []
    for sample in samples {
      var batch = set.update(sample, wanted: wanted)
      while let detection = batch.popFirst() { found.append(detection) }
    }
    return found
  }

  @Test(arguments: [100.0, 200, 1000]) func eachFindsItsOwnAndNothingElse(rate: Double) throws {
    let found = run(Self.busy.samples(rate: rate))
    let others = found.map(\.kind).filter { if case .step = $0 { false } else { true } }
    try #require(others.count == 5, "\(others)")
    #expect(others[0] == .orientation(.faceUp))
    #expect(others[1] == .tap(count: 1))
    #expect(others[2] == .shake)
    #expect(others[3] == .freeFall)
    guard case .landing = others[4] else {
      Issue.record("\(others[4])")
      return
    }
    let steps = found.filter { $0.detector == .step }
    #expect(steps.count > 10)
    #expect(steps.allSatisfy { $0.timeNanoseconds > 11_000_000_000 })
    #expect(zip(found, found.dropFirst()).allSatisfy { $0.timeNanoseconds <= $1.timeNanoseconds })
    #expect(found.allSatisfy { $0.beganNanoseconds <= $0.timeNanoseconds })
  }

  @Test(arguments: [DetectorSelection.shake, .tap, .freeFall, .step, .orientation])
  func onlyWhatIsWantedIsLookedFor(wanted: DetectorSelection) {
    let samples = Self.busy.samples(rate: 100)
    let found = run(samples, wanted: wanted)
    #expect(!found.isEmpty)
    #expect(found == run(samples).filter { $0.detector == wanted })
    #expect(run(samples, wanted: []).isEmpty)
  }

  @Test func theSameSamplesGiveTheSame() {
    let samples = Self.busy.samples(rate: 200, lost: 0.1)
    #expect(run(samples) == run(samples))
  }

  /// A bad sample counts as lost: what is found in the good ones stays.
  @Test func badSamplesChangeNothing() {
    let samples = Self.busy.samples(rate: 200)
    var spoiled: [FusedSample] = []
    for (index, sample) in samples.enumerated() {
      spoiled.append(sample)
      var bad = sample
      bad.timeNanoseconds += 1_000_000
      switch index % 7 {
      case 0: bad.specificForce.x = .nan
      case 1: bad.specificForce.z = .infinity
      case 2: bad.rotationRate.y = .nan
      case 3: bad.up = Vector3(.nan, 0, 1)
      case 4: bad.up = .zero
      case 5: bad.timeNanoseconds = sample.timeNanoseconds
      default: bad.timeNanoseconds = sample.timeNanoseconds - 3_000_000
      }
      spoiled.append(bad)
    }
    #expect(run(spoiled) == run(samples))
  }

  @Test func enormousForcesAreSurvived() {
    var samples = Self.busy.samples(rate: 200)
    for index in stride(from: 0, to: 600, by: 3) { samples[index].specificForce = Vector3(500, -500, 500) }
    let found = run(samples)
    // From 4 s on it is as if nothing had been.
    let expected = run(Self.busy.samples(rate: 200)).filter { $0.timeNanoseconds > 7_000_000_000 }
    #expect(found.filter { $0.timeNanoseconds > 7_000_000_000 } == expected)
  }

  @Test func aSelectionKnowsWhatARateIsTooLowFor() {
    #expect(DetectorSelection.all.unavailable(atHertz: 52) == .tap)
    #expect(DetectorSelection.all.unavailable(atHertz: 1000.0 / 15) == .tap)
    #expect(DetectorSelection.all.unavailable(atHertz: 1000.0 / 14) == [])
    #expect(DetectorSelection.shake.unavailable(atHertz: 26) == [])
  }
}
