import Foundation
import Fusion
import Testing

@Suite struct MagneticDisturbanceTests {
  /// A filter that has rested for 3 s and turned for 20 s in Earth's field.
  static func settled() -> (NineAxisFilter, SimulatedMotion) {
    var motion = SimulatedMotion()
    var filter = NineAxisFilter()
    for _ in 0..<300 { filter.step(&motion, rate: .zero) }
    for index in 0..<2000 { filter.step(&motion, rate: tumbling(0.01 * Double(index))) }
    return (filter, motion)
  }

  @Test func undisturbedFieldIsKnownAfterATurn() {
    let (filter, motion) = Self.settled()
    #expect(!filter.heading.isDisturbed)
    #expect(filter.heading.isReferenceConfirmed)
    #expect(abs(filter.heading.referenceNorm - motion.earthField.length) < 0.1)
    #expect(abs(degrees(filter.heading.referenceDip) - 67.75) < 0.5)
    #expect(angle(filter.orientation, motion.orientation) < 0.5)
  }

  @Test func magnetNearbyIsRejectedAndForgotten() {
    var (filter, motion) = Self.settled()
    motion.earthField += Vector3(30, -10, 5)
    var worst = 0.0
    for index in 0..<2000 {
      filter.step(&motion, rate: tumbling(0.01 * Double(index)))
      worst = max(worst, angle(filter.orientation, motion.orientation))
    }
    #expect(filter.heading.isDisturbed)
    #expect(filter.heading.counts.rejected > 1900)
    #expect(worst < 1.5)
  }

  @Test func undisturbedFieldIsUsedAgainWithinASecond() {
    var (filter, motion) = Self.settled()
    let field = motion.earthField
    motion.earthField += Vector3(30, -10, 5)
    for index in 0..<1000 { filter.step(&motion, rate: tumbling(0.01 * Double(index))) }
    motion.earthField = field
    for index in 0..<95 { filter.step(&motion, rate: tumbling(0.01 * Double(index))) }
    #expect(filter.heading.isDisturbed)
    for index in 0..<15 { filter.step(&motion, rate: tumbling(0.01 * Double(index))) }
    #expect(!filter.heading.isDisturbed)
  }

  /// At rest nothing tells a moved magnet from a turned Earth, so the reference stays; after a minute it is used slowly.
  @Test func patienceEndsAfterAMinute() {
    var (filter, motion) = Self.settled()
    motion.earthField = Vector3(20, 40, -44)
    for _ in 0..<2950 { filter.step(&motion, rate: .zero, seconds: 0.02) }
    let before = filter.heading.correction
    #expect(filter.heading.counts.usedDisturbed == 0)
    #expect(angle(filter.orientation, motion.orientation) < 1.5)
    for _ in 0..<6000 { filter.step(&motion, rate: .zero, seconds: 0.02) }
    #expect(filter.heading.isDisturbed)
    #expect(filter.heading.counts.usedDisturbed > 5000)
    #expect(degrees(abs(filter.heading.correction - before)) > 3)
  }

  @Test func newFieldIsAcceptedAfterTurningInItForLongEnough() {
    var (filter, motion) = Self.settled()
    motion.earthField = Vector3(0, 30, -30)
    for index in 0..<1500 { filter.step(&motion, rate: tumbling(0.01 * Double(index))) }
    #expect(filter.heading.isDisturbed)
    for index in 1500..<3500 { filter.step(&motion, rate: tumbling(0.01 * Double(index))) }
    #expect(!filter.heading.isDisturbed)
    #expect(abs(filter.heading.referenceNorm - motion.earthField.length) < 0.2)
    #expect(abs(degrees(filter.heading.referenceDip) - 45) < 0.5)
  }

  /// Its norm and dip change as the device turns, so it is no new field however long it stays.
  @Test func magnetOnTheDeviceIsNoNewField() {
    var (filter, motion) = Self.settled()
    motion.bodyField = Vector3(40, 20, -30)
    for index in 0..<4500 { filter.step(&motion, rate: tumbling(0.01 * Double(index))) }
    #expect(filter.heading.isDisturbed)
    #expect(abs(filter.heading.referenceNorm - motion.earthField.length) < 3)
    #expect(angle(filter.orientation, motion.orientation) < 5)
  }

  /// A start beside iron: the field there is on trial and gives way to the first steady one of a turn.
  @Test func startBesideAMagnetIsOvercome() {
    var motion = SimulatedMotion()
    let field = motion.earthField
    motion.earthField = Vector3(60, -20, 10)
    var filter = NineAxisFilter()
    for _ in 0..<1000 { filter.step(&motion, rate: .zero) }
    #expect(!filter.heading.isReferenceConfirmed)
    #expect(angle(filter.orientation, motion.orientation) > 90)
    motion.earthField = field
    for index in 0..<1000 { filter.step(&motion, rate: tumbling(0.01 * Double(index))) }
    #expect(!filter.heading.isDisturbed)
    #expect(filter.heading.isReferenceConfirmed)
    #expect(abs(filter.heading.referenceNorm - field.length) < 0.5)
    #expect(angle(filter.orientation, motion.orientation) < 3)
  }

  /// Norm and dip as they should be, but the heading 70 degrees off at once.
  @Test func magnetThatOnlyTurnsTheHeadingIsRejected() {
    var (filter, motion) = Self.settled()
    motion.earthField = Vector3(17, 6, -44)
    for index in 0..<1000 { filter.step(&motion, rate: tumbling(0.01 * Double(index))) }
    #expect(filter.heading.isDisturbed)
    #expect(angle(filter.orientation, motion.orientation) < 1.5)
  }

  /// However long it stays: a field that changes with each turn is of no use, a drifting heading better.
  @Test func magnetOnTheDeviceIsNotUsedAfterAMinuteEither() {
    var (filter, motion) = Self.settled()
    motion.bodyField = Vector3(40, 20, -30)
    for index in 0..<6000 { filter.step(&motion, rate: tumbling(0.02 * Double(index)), seconds: 0.02) }
    #expect(filter.heading.isDisturbed)
    #expect(filter.heading.counts.usedDisturbed == 0)
    #expect(angle(filter.orientation, motion.orientation) < 5)
  }

  @Test func delayIsNotLearntFromADisturbedField() {
    var (filter, motion) = Self.settled()
    let before = filter.heading.delay
    motion.bodyField = Vector3(60, 40, -50)
    for index in 0..<1000 { filter.step(&motion, rate: 3 * tumbling(0.01 * Double(index))) }
    #expect(filter.heading.isDisturbed)
    #expect(abs(filter.heading.delay - before) < 0.003)
  }
}
