import Foundation
import Fusion
import Testing

@Suite struct BadInputTests {
  /// A filter that has seen 5 s of a slow turn, and the motion that goes on.
  static func runningFilter() -> (OrientationFilter, SimulatedMotion) {
    var motion = SimulatedMotion(orientation: Quaternion(rotationVector: Vector3(0.3, 0.1, 0)))
    var filter = OrientationFilter()
    for _ in 0..<500 { filter.update(motion.sample(rate: Vector3(0, 0.3, 0.2), seconds: 0.01)) }
    return (filter, motion)
  }

  @Test(arguments: [Double.nan, .infinity, -.infinity, 1e300, -1e6], 0..<6)
  func whatNoChipMeasuresIsRefusedAndChangesNothing(_ bad: Double, _ position: Int) {
    var (filter, motion) = Self.runningFilter()
    let twin = filter
    var sample = motion.sample(rate: Vector3(0, 0.3, 0.2), seconds: 0.01)
    switch position {
    case 0: sample.gyroscope.x = bad
    case 1: sample.gyroscope.y = bad
    case 2: sample.gyroscope.z = bad
    case 3: sample.accelerometer.x = bad
    case 4: sample.accelerometer.y = bad
    default: sample.accelerometer.z = bad
    }
    #expect(filter.update(sample) == .refused)
    #expect(filter.counts.refused == 1)
    expectSameState(filter, twin)
    // The next good sample bridges the lost one.
    #expect(filter.update(motion.sample(rate: Vector3(0, 0.3, 0.2), seconds: 0.01)) == .used)
    #expect(degrees((filter.orientation * motion.orientation.conjugate).angle) < 1)
  }

  @Test func badFirstSampleIsNotTheStart() {
    var filter = OrientationFilter()
    #expect(filter.update(timeNanoseconds: 5, gyroscope: .zero, accelerometer: Vector3(.nan, 0, 9.8)) == .refused)
    #expect(filter.timeNanoseconds == nil)
    #expect(filter.orientation == .identity)
    #expect(filter.update(timeNanoseconds: 6, gyroscope: .zero, accelerometer: Vector3(9.8, 0, 0)) == .restarted)
    #expect((filter.up - Vector3(1, 0, 0)).length < 1e-12)
  }

  @Test(arguments: [UInt64(0), 1, 1_000_000_000])
  func timeThatDoesNotGoForwardChangesNothing(_ stepBack: UInt64) throws {
    var (filter, motion) = Self.runningFilter()
    let twin = filter
    var sample = motion.sample(rate: Vector3(1, 1, 1), seconds: 0.01)
    sample.timeNanoseconds = try #require(filter.timeNanoseconds) - stepBack
    #expect(filter.update(sample) == .notLater)
    #expect(filter.counts.notLater == 1)
    expectSameState(filter, twin)
  }

  @Test func longGapTakesTheTiltAnewAndKeepsHeadingAndBias() {
    var (filter, motion) = Self.runningFilter()
    let bias = filter.bias
    let uncertainty = filter.biasUncertainty
    // Unseen, the body rolls over about the reference frame's x axis.
    motion.orientation = Quaternion(rotationVector: Vector3(2, 0, 0)) * motion.orientation
    #expect(filter.update(motion.sample(rate: .zero, seconds: 10)) == .restarted)
    #expect(inclination(filter.orientation, motion.orientation) < 1e-6)
    #expect(filter.bias == bias)
    #expect(filter.biasUncertainty.x > uncertainty.x)
    for _ in 0..<300 { filter.update(motion.sample(rate: .zero, seconds: 0.01)) }
    #expect(filter.isAtRest)
    #expect(inclination(filter.orientation, motion.orientation) < 0.1)
  }

  @Test func intervalJustBelowTheLimitIsIntegrated() {
    var (filter, motion) = Self.runningFilter()
    #expect(filter.update(motion.sample(rate: Vector3(0, 0.3, 0.2), seconds: 0.99)) == .used)
    #expect(degrees((filter.orientation * motion.orientation.conjugate).angle) < 1)
  }

  @Test func freeFallAndDeadAccelerometerKeepTheTilt() {
    var (filter, motion) = Self.runningFilter()
    for _ in 0..<6000 {
      var sample = motion.sample(rate: .zero, seconds: 0.01)
      sample.accelerometer = .zero
      filter.update(sample)
    }
    #expect(inclination(filter.orientation, motion.orientation) < 2)
    #expect(abs(filter.orientation.norm - 1) < 1e-12)
  }

  @Test func deadAccelerometerIsNoRest() {
    var filter = OrientationFilter()
    for index in 0..<400 {
      filter.update(
        timeNanoseconds: UInt64(index) * 10_000_000, gyroscope: Vector3(0.1, 0, 0), accelerometer: .zero)
    }
    #expect(!filter.isAtRest)
    #expect(filter.bias == .zero)
  }

  /// 3 m/s^2 for 8 s looks like a tilt of 17 degrees.
  @Test func steadyAccelerationOfAVehicleIsRecoveredFrom() {
    var motion = SimulatedMotion()
    var filter = OrientationFilter()
    for _ in 0..<500 { filter.update(motion.sample(rate: .zero, seconds: 0.01)) }
    var worst = 0.0
    for _ in 0..<800 {
      filter.update(motion.sample(rate: .zero, seconds: 0.01, acceleration: Vector3(3, 0, 0)))
      worst = max(worst, inclination(filter.orientation, .identity))
    }
    for _ in 0..<1000 { filter.update(motion.sample(rate: .zero, seconds: 0.01)) }
    #expect(worst < 5)
    #expect(inclination(filter.orientation, .identity) < 1)
    #expect(filter.counts.restarted == 1)
  }

  @Test func zeroAccelerationFromTheStartIsNoTilt() {
    var filter = OrientationFilter()
    for index in 0..<500 {
      filter.update(timeNanoseconds: UInt64(index) * 10_000_000, gyroscope: .zero, accelerometer: .zero)
    }
    #expect(filter.orientation == .identity)
    #expect(filter.bias.isFinite && filter.biasUncertainty.isFinite)
  }

  /// 32 g held for 5 s is more than any chip sees; recovery within 10 s.
  @Test(arguments: [Vector3(313, 0, 0), Vector3(0, 0, -313), Vector3(-313, 313, 313)])
  func enormousAccelerationIsRecoveredFrom(_ rail: Vector3) {
    var (filter, motion) = Self.runningFilter()
    for _ in 0..<500 {
      var sample = motion.sample(rate: .zero, seconds: 0.01)
      sample.accelerometer = rail
      filter.update(sample)
    }
    #expect(filter.orientation.isFinite)
    for _ in 0..<1000 { filter.update(motion.sample(rate: .zero, seconds: 0.01)) }
    #expect(inclination(filter.orientation, motion.orientation) < 1)
    #expect(degrees(filter.bias.length) < 0.5)
    #expect(abs(filter.orientation.norm - 1) < 1e-12)
  }

  @Test func oneShockMovesTheTiltLittle() {
    var (filter, motion) = Self.runningFilter()
    for _ in 0..<1000 { filter.update(motion.sample(rate: .zero, seconds: 0.01)) }
    var worst = 0.0
    for index in 0..<500 {
      let push = index == 0 ? Vector3(150, 0, 0) : .zero
      filter.update(motion.sample(rate: .zero, seconds: 0.01, acceleration: push))
      worst = max(worst, inclination(filter.orientation, motion.orientation))
    }
    #expect(worst > 0.01)
    #expect(worst < 2)
  }

  @Test func tenthOfTheRowsLostCostsLittle() {
    var (filter, motion) = Self.runningFilter()
    var random = SplitMix64(seed: 3)
    var lost = 0
    for index in 0..<6000 {
      let t = Double(index) * 0.01
      let rate = Vector3(2 * cos(2.1 * t), 1.5 * cos(1.7 * t), cos(1.3 * t))
      let sample = motion.sample(rate: rate, seconds: 0.01)
      if random.next() % 10 == 0 { lost += 1 } else { filter.update(sample) }
    }
    #expect(lost > 500)
    #expect(inclination(filter.orientation, motion.orientation) < 1)
  }

  /// Every interval between 1 and 19 ms: what counts is the time of each sample.
  @Test func jitterOfTheTimesDoesNotMatter() {
    var motion = SimulatedMotion()
    var random = SplitMix64(seed: 5)
    var filter = OrientationFilter()
    filter.update(motion.sample(rate: .zero, seconds: 0.01))
    for _ in 0..<3000 {
      let seconds = 0.001 + 0.018 * Double(random.next() >> 11) * 0x1p-53
      filter.update(motion.sample(rate: Vector3(0.5, 0, 1), seconds: seconds))
    }
    #expect(degrees((filter.orientation * motion.orientation.conjugate).angle) < 0.2)
  }

  private func expectSameState(_ a: OrientationFilter, _ b: OrientationFilter) {
    #expect(a.orientation == b.orientation)
    #expect(a.bias == b.bias)
    #expect(a.biasUncertainty == b.biasUncertainty)
    #expect(a.isAtRest == b.isAtRest)
    #expect(a.timeNanoseconds == b.timeNanoseconds)
    #expect(a.rotationRate == b.rotationRate)
    #expect(a.linearAcceleration == b.linearAcceleration)
    #expect(a.counts.used == b.counts.used)
  }
}
