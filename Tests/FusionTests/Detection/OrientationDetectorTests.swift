import Foundation
import Fusion
import Testing

@Suite struct OrientationDetectorTests {
  static let rates = [15.0, 50, 100, 1000]

  private func found(_ samples: [FusedSample]) -> [DeviceOrientation] {
    var detector = OrientationDetector()
    return samples.compactMap {
      if case .orientation(let orientation) = detector.update($0)?.kind { orientation } else { nil }
    }
  }

  /// Upright, turned clockwise by an angle over time, degrees.
  private func turned(_ seconds: Double, _ degrees: @escaping @Sendable (Double) -> Double) -> SyntheticMotion {
    SyntheticMotion(
      seconds: seconds, up: { Vector3(-sin(radians(degrees($0))), cos(radians(degrees($0))), 0) })
  }

  /// Tilted from upright to face up, degrees from the horizontal plane of the face.
  private func tilted(_ seconds: Double, _ degrees: @escaping @Sendable (Double) -> Double) -> SyntheticMotion {
    SyntheticMotion(seconds: seconds, up: { Vector3(0, cos(radians(degrees($0))), sin(radians(degrees($0)))) })
  }

  // MARK: Should

  @Test(arguments: rates) func aFullTurnPassesAllFourQuarters(rate: Double) {
    let motion = turned(9) { min(360, 45 * $0) }
    let expected: [DeviceOrientation] = [
      .portrait, .landscapeRight, .portraitUpsideDown, .landscapeLeft, .portrait,
    ]
    for lost in [0, 0.1] { #expect(found(motion.samples(rate: rate, lost: lost)) == expected) }
  }

  @Test(arguments: rates) func liftedFromTheTableAndTurnedOver(rate: Double) {
    let motion = tilted(11) { 90 - min(180, max(0, $0 - 1) * 18) }
    #expect(found(motion.samples(rate: rate)) == [.faceUp, .portrait, .faceDown])
  }

  @Test func theBordersDependOnWhereItComesFrom() throws {
    var detector = OrientationDetector()
    // There and back again at 10 degrees a second.
    let samples = turned(18) { $0 < 9 ? 10 * $0 : 180 - 10 * $0 }.samples(rate: 200)
    let changes = samples.compactMap { detector.update($0) }
    try #require(changes.count == 3)
    let angles = changes.map { change -> Double in
      let time = Double(change.beganNanoseconds) * 1e-9 - 1
      return time < 9 ? 10 * time : 180 - 10 * time
    }
    #expect(abs(angles[1] - 55) < 0.5)
    #expect(abs(angles[2] - 35) < 0.5)
    #expect(Double(changes[1].timeNanoseconds - changes[1].beganNanoseconds) * 1e-9 >= 0.15)
  }

  // MARK: Should not

  @Test(arguments: rates) func tremblingAtABorderChangesNothing(rate: Double) {
    let atBorder = turned(10) { 45 + 8 * sin(20 * $0) + 3 * sin(7 * $0) }
    #expect(found(atBorder.samples(rate: rate)).count == 1)
    let atFace = tilted(10) { 49 + 3.5 * sin(20 * $0) }
    #expect(found(atFace.samples(rate: rate)).count == 1)
  }

  @Test(arguments: rates) func aSwingBeyondForAMomentChangesNothing(rate: Double) {
    let motion = turned(4) { $0 > 2 && $0 < 2.1 ? 90 : 0 }
    #expect(found(motion.samples(rate: rate)) == [.portrait])
  }

  @Test func shakingIsNoTurning() {
    let motion = SyntheticMotion(
      seconds: 5, acceleration: { Vector3(4 * sin(25 * $0), 0, 2 * cos(25 * $0)) }, up: { _ in Vector3(0, 1, 0) })
    #expect(found(motion.samples(rate: 100)) == [.portrait])
  }

  @Test func afterAGapItIsUnknownUntilItHasSettled() {
    var detector = OrientationDetector()
    #expect(detector.orientation == .unknown)
    let samples = turned(6) { _ in 0 }.samples(rate: 100)
    for sample in samples where sample.timeNanoseconds < 3_000_000_000 { _ = detector.update(sample) }
    #expect(detector.orientation == .portrait)
    let later = samples.filter { $0.timeNanoseconds > 4_500_000_000 }
    _ = detector.update(later[0])
    #expect(detector.orientation == .unknown)
    #expect(kinds(Array(later.dropFirst())) { detector.update($0) } == [.orientation(.portrait)])
  }
}
