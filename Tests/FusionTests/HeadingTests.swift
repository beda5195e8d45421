import Foundation
import Fusion
import Testing

@Suite struct HeadingTests {
  static let headings = [0.0, 45, 90, 135, 180, -135, -90, -1].map(radians)

  @Test(arguments: headings) func firstSampleGivesTheHeading(_ heading: Double) {
    let truth = Quaternion(rotationVector: Vector3(0, 0, heading)) * Quaternion(rotationVector: Vector3(0.4, -0.3, 0))
    var motion = SimulatedMotion(orientation: truth)
    var filter = NineAxisFilter()
    #expect(filter.step(&motion, rate: .zero) == .used)
    #expect(angle(filter.orientation, truth) < 1e-3)
    #expect(!filter.heading.isDisturbed)
  }

  /// ENU: with the device flat and its y axis to magnetic north the orientation is the identity.
  @Test func referenceFrameIsEastNorthUp() {
    var filter = NineAxisFilter()
    filter.update(timeNanoseconds: 1, gyroscope: .zero, accelerometer: Vector3(0, 0, 9.8))
    filter.update(timeNanoseconds: 1, magneticField: Vector3(0, 18, -44))
    #expect(filter.orientation == .identity)
    // A quarter turn to the left: x of the device now points north.
    var turned = NineAxisFilter()
    turned.update(timeNanoseconds: 1, gyroscope: .zero, accelerometer: Vector3(0, 0, 9.8))
    turned.update(timeNanoseconds: 1, magneticField: Vector3(18, 0, -44))
    #expect((turned.orientation.rotate(Vector3(1, 0, 0)) - Vector3(0, 1, 0)).length < 1e-4)
    #expect(abs(degrees(turned.heading.fieldDip) - 67.75) < 0.01)
    #expect(abs(turned.heading.fieldNorm - 47.54) < 0.01)
  }

  @Test func startInNoiseAveragesAndThenIsCalm() {
    var motion = SimulatedMotion()
    motion.magnetometerNoise = 1
    var filter = NineAxisFilter()
    filter.step(&motion, rate: .zero)
    for _ in 0..<1500 { filter.step(&motion, rate: .zero) }
    #expect(angle(filter.orientation, .identity) < 0.5)
    var worst = 0.0
    let before = filter.heading.correction
    for _ in 0..<500 {
      filter.step(&motion, rate: .zero)
      worst = max(worst, degrees(abs(filter.heading.correction - before)))
    }
    #expect(worst < 0.3)
  }

  @Test func driftOfTheInertialHeadingIsTakenBack() {
    var motion = SimulatedMotion()
    var filter = NineAxisFilter()
    for _ in 0..<500 { filter.step(&motion, rate: .zero) }
    // In motion about the vertical only, nothing but the field shows this change of the bias.
    motion.bias = Vector3(0, 0, radians(0.2))
    for index in 0..<6000 { filter.step(&motion, rate: Vector3(0, 0, 0.8 * cos(0.03 * Double(index)))) }
    #expect(angle(filter.inertial.orientation, motion.orientation) > 8)
    #expect(angle(filter.orientation, motion.orientation) < 4)
  }

  /// The field can't tilt anything: whatever it says, the six-axis state is the same to the last bit.
  @Test func inertialStateIsTheSameWithOrWithoutAMagnetometer() {
    var motion = SimulatedMotion()
    motion.gyroscopeNoise = 0.01
    motion.accelerometerNoise = 0.1
    var random = SplitMix64(seed: 9)
    var alone = OrientationFilter()
    var filter = NineAxisFilter()
    for index in 0..<3000 {
      let sample = motion.sample(rate: tumbling(0.01 * Double(index)), seconds: 0.01)
      alone.update(sample)
      filter.update(
        timeNanoseconds: sample.timeNanoseconds, gyroscope: sample.gyroscope, accelerometer: sample.accelerometer)
      let wild = index % 3 == 0 ? Vector3(.nan, 1, 1) : 60 * random.vector()
      filter.update(timeNanoseconds: sample.timeNanoseconds, magneticField: wild)
      guard index % 100 == 0 else { continue }
      #expect(filter.inertial.savedState == alone.savedState)
      #expect((filter.orientation.rotateBack(Vector3(0, 0, 1)) - alone.up).length < 1e-12)
    }
    #expect(filter.heading.counts.refused == 1000)
    #expect(filter.inertial.savedState == alone.savedState)
  }

  @Test(arguments: [1, 5, 10, 50]) func magnetometerRunsAtItsOwnRate(_ every: Int) {
    var motion = SimulatedMotion(orientation: Quaternion(rotationVector: Vector3(0, 0, 2)))
    motion.magnetometerNoise = 0.3
    var filter = NineAxisFilter()
    for index in 0..<4000 {
      let sample = motion.sample(rate: tumbling(0.01 * Double(index)), seconds: 0.01)
      filter.update(
        timeNanoseconds: sample.timeNanoseconds, gyroscope: sample.gyroscope, accelerometer: sample.accelerometer)
      let field = motion.magneticField()
      if index % every == 0 { filter.update(timeNanoseconds: sample.timeNanoseconds, magneticField: field) }
    }
    #expect(angle(filter.orientation, motion.orientation) < 1)
    #expect(filter.heading.counts.rejected == 0)
  }

  /// Between two gyroscope samples: the difference of the times is bridged by the rotation rate.
  @Test func timesMayLieBetweenTheGyroscopes() {
    var motion = SimulatedMotion()
    var filter = NineAxisFilter()
    let rate = Vector3(0, 0, 3)
    for _ in 0..<1000 {
      let sample = motion.sample(rate: rate, seconds: 0.02)
      filter.update(
        timeNanoseconds: sample.timeNanoseconds, gyroscope: sample.gyroscope, accelerometer: sample.accelerometer)
      let later = motion.orientation * Quaternion(rotationVector: 0.013 * rate)
      filter.update(
        timeNanoseconds: sample.timeNanoseconds + 13_000_000, magneticField: later.rotateBack(motion.earthField))
    }
    #expect(angle(filter.orientation, motion.orientation) < 0.2)
    #expect(abs(filter.heading.delay) < 0.002)
  }

  @Test(arguments: [0.0, 0.008, 0.015, -0.01]) func delayIsLearnt(_ delay: Double) {
    var motion = SimulatedMotion()
    motion.magnetometerDelay = delay
    motion.magnetometerNoise = 0.5
    var filter = NineAxisFilter()
    var worst = 0.0
    for index in 0..<6000 {
      filter.step(&motion, rate: 3 * tumbling(0.01 * Double(index)))
      if index > 4000 { worst = max(worst, angle(filter.orientation, motion.orientation)) }
    }
    #expect(abs(filter.heading.delay - delay) < 0.002)
    #expect(filter.heading.delayUncertainty < 0.01)
    #expect(worst < 1.5)
  }

  @Test func missingFieldLeavesTheInertialHeadingAndComesBack() {
    var motion = SimulatedMotion()
    var filter = NineAxisFilter()
    for _ in 0..<500 { filter.step(&motion, rate: .zero) }
    let before = filter.heading.correction
    let sure = filter.heading.correctionUncertainty
    for _ in 0..<2000 {
      let sample = motion.sample(rate: Vector3(0, 0, 1), seconds: 0.01)
      filter.update(
        timeNanoseconds: sample.timeNanoseconds, gyroscope: sample.gyroscope, accelerometer: sample.accelerometer)
    }
    #expect(filter.heading.correction == before)
    for _ in 0..<10 { filter.step(&motion, rate: Vector3(0, 0, 1)) }
    #expect(filter.heading.correctionUncertainty > sure)
    #expect(angle(filter.orientation, motion.orientation) < 0.5)
  }

  @Test(arguments: [
    Vector3(.nan, 18, -44), Vector3(0, .infinity, -44), Vector3(0, 18, -.infinity), .zero, Vector3(1e300, 0, 0),
    Vector3(0, -20_000, 0),
  ])
  func whatNoFieldIsIsRefusedAndChangesNothing(_ bad: Vector3) throws {
    var motion = SimulatedMotion()
    var filter = NineAxisFilter()
    for _ in 0..<200 { filter.step(&motion, rate: .zero) }
    let sample = motion.sample(rate: .zero, seconds: 0.01)
    filter.update(
      timeNanoseconds: sample.timeNanoseconds, gyroscope: sample.gyroscope, accelerometer: sample.accelerometer)
    var before = filter
    #expect(filter.update(timeNanoseconds: sample.timeNanoseconds, magneticField: bad) == .refused)
    #expect(filter.heading.counts.refused == 1)
    let good = motion.magneticField()
    before.update(timeNanoseconds: sample.timeNanoseconds, magneticField: good)
    filter.update(timeNanoseconds: sample.timeNanoseconds, magneticField: good)
    #expect(filter.orientation == before.orientation)
  }

  @Test func timesThatDoNotFitAreRefused() {
    var filter = NineAxisFilter()
    let field = Vector3(0, 18, -44)
    #expect(filter.update(timeNanoseconds: 0, magneticField: field) == .notTimely)
    filter.update(timeNanoseconds: 1_000_000_000, gyroscope: .zero, accelerometer: Vector3(0, 0, 9.8))
    #expect(filter.update(timeNanoseconds: 1_000_000_000, magneticField: field) == .used)
    #expect(filter.update(timeNanoseconds: 1_000_000_000, magneticField: field) == .notLater)
    #expect(filter.update(timeNanoseconds: 999_999_999, magneticField: field) == .notLater)
    #expect(filter.update(timeNanoseconds: 1_200_000_000, magneticField: field) == .notTimely)
    #expect(filter.update(timeNanoseconds: .max, magneticField: field) == .notTimely)
    #expect(filter.heading.counts.notTimely == 3)
    #expect(filter.heading.counts.notLater == 2)
  }

  @Test func gapTakesTheHeadingAnew() {
    var motion = SimulatedMotion()
    var filter = NineAxisFilter()
    for _ in 0..<1000 { filter.step(&motion, rate: .zero) }
    motion.orientation = Quaternion(rotationVector: Vector3(0, 0, 2)) * motion.orientation
    filter.step(&motion, rate: .zero, seconds: 10)
    for _ in 0..<10 { filter.step(&motion, rate: .zero) }
    #expect(angle(filter.orientation, motion.orientation) < 1)
  }

  @Test func verticalFieldHasNoHeading() {
    var motion = SimulatedMotion()
    motion.earthField = Vector3(0, 0.001, -60)
    var filter = NineAxisFilter()
    for _ in 0..<500 { filter.step(&motion, rate: .zero) }
    #expect(filter.heading.correction == 0)
    #expect(filter.heading.counts.used == 0)
  }

  @Test func sameInputGivesTheSameBits() {
    func run() -> [UInt8] {
      var motion = SimulatedMotion()
      motion.magnetometerNoise = 2
      motion.gyroscopeNoise = 0.1
      var filter = NineAxisFilter()
      for index in 0..<2000 { filter.step(&motion, rate: tumbling(0.01 * Double(index))) }
      return filter.savedState
    }
    #expect(run() == run())
  }
}
