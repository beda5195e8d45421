import Foundation
import Fusion
import Testing

@Suite struct BiasTests {
  static let samplePeriod = 0.01

  /// A chip of datasheet noise at rest: 0.005 deg/s and 400 ug by the root of Hz (MPU-6050), at 100 Hz.
  static func restingChip(biasInDegrees: Vector3) -> SimulatedMotion {
    var motion = SimulatedMotion(orientation: Quaternion(rotationVector: Vector3(0.2, -0.4, 0)))
    motion.bias = radians(biasInDegrees)
    motion.gyroscopeNoise = radians(0.05)
    motion.accelerometerNoise = 0.04
    return motion
  }

  @Test(arguments: [
    Vector3(0, 0, 0), Vector3(3, -2, 4), Vector3(-20, 0, 0), Vector3(0, 20, 0), Vector3(0, 0, -20), Vector3(20, 20, 20),
  ])
  func biasAtRestIsFound(_ bias: Vector3) {
    var motion = Self.restingChip(biasInDegrees: bias)
    var filter = OrientationFilter()
    for _ in 0..<600 { filter.update(motion.sample(rate: .zero, seconds: Self.samplePeriod)) }
    #expect(filter.isAtRest)
    #expect(degrees((filter.bias - motion.bias).length) < 0.05)
    // One rest leaves the vertical part open, and no other.
    let (uncertainty, up) = (filter.biasUncertainty, filter.up)
    let vertical = filter.headingRateUncertainty
    #expect(degrees(vertical) > 5)
    let open = Vector3(abs(up.x), abs(up.y), abs(up.z)) * vertical
    #expect(degrees((uncertainty - open).length) < 0.1)
    #expect(degrees(filter.rotationRate.length) < 0.5)
    #expect(inclination(filter.orientation, motion.orientation) < 0.5)
  }

  @Test func headingHoldsAtRestOnceTheBiasIsFound() {
    var motion = Self.restingChip(biasInDegrees: Vector3(3, -2, 4))
    var filter = OrientationFilter()
    for _ in 0..<1000 { filter.update(motion.sample(rate: .zero, seconds: Self.samplePeriod)) }
    let before = filter.orientation.eulerAngles.yaw
    for _ in 0..<6000 { filter.update(motion.sample(rate: .zero, seconds: Self.samplePeriod)) }
    #expect(degrees(abs(filter.orientation.eulerAngles.yaw - before)) < 0.1)
  }

  @Test func uncertaintyNarrowsWithEvidence() {
    var motion = Self.restingChip(biasInDegrees: Vector3(3, -2, 4))
    motion.orientation = .identity
    var filter = OrientationFilter()
    let before = filter.biasUncertainty
    #expect(degrees(before.x) > 4)
    for _ in 0..<300 { filter.update(motion.sample(rate: .zero, seconds: Self.samplePeriod)) }
    let after = filter.biasUncertainty
    for (a, b) in [(before.x, after.x), (before.y, after.y)] { #expect(b < 0.05 * a) }
  }

  @Test func biasIsFoundInMotionToo() {
    var motion = SimulatedMotion()
    motion.bias = radians(Vector3(1.5, -1, 0.8))
    var filter = OrientationFilter()
    var everAtRest = false
    for index in 0..<6000 {
      let t = Double(index) * Self.samplePeriod
      // Each axis gets horizontal in turn, so that each bias shows in the tilt.
      let rate = Vector3(1.1 * cos(0.9 * t), 1.3 * cos(0.7 * t), 0.9 * cos(0.5 * t))
      filter.update(motion.sample(rate: rate, seconds: Self.samplePeriod))
      everAtRest = everAtRest || filter.isAtRest
    }
    #expect(!everAtRest)
    #expect(degrees((filter.bias - motion.bias).length) < 0.1)
  }

  @Test func restIsSeenAfterItsTimeAndLeftAtOnce() {
    var motion = Self.restingChip(biasInDegrees: .zero)
    var filter = OrientationFilter()
    for _ in 0..<145 { filter.update(motion.sample(rate: .zero, seconds: Self.samplePeriod)) }
    #expect(!filter.isAtRest)
    for _ in 0..<10 { filter.update(motion.sample(rate: .zero, seconds: Self.samplePeriod)) }
    #expect(filter.isAtRest)
    filter.update(motion.sample(rate: Vector3(radians(10), 0, 0), seconds: Self.samplePeriod))
    #expect(!filter.isAtRest)
  }

  @Test func aPushEndsRest() {
    var motion = Self.restingChip(biasInDegrees: .zero)
    var filter = OrientationFilter()
    for _ in 0..<300 { filter.update(motion.sample(rate: .zero, seconds: Self.samplePeriod)) }
    #expect(filter.isAtRest)
    filter.update(motion.sample(rate: .zero, seconds: Self.samplePeriod, acceleration: Vector3(0, 0, 1)))
    #expect(!filter.isAtRest)
  }

  @Test func slowSteadyTurnIsNoBiasOnceTheBiasIsKnown() {
    var motion = Self.restingChip(biasInDegrees: .zero)
    motion.orientation = .identity
    var filter = OrientationFilter()
    for _ in 0..<1000 { filter.update(motion.sample(rate: .zero, seconds: Self.samplePeriod)) }
    let turn = Vector3(0, 0, radians(5))
    for _ in 0..<1000 { filter.update(motion.sample(rate: turn, seconds: Self.samplePeriod)) }
    #expect(!filter.isAtRest)
    #expect(degrees(filter.bias.length) < 0.05)
    #expect(abs(degrees(filter.orientation.eulerAngles.yaw) - 50) < 0.5)
  }

  /// The other axes than the vertical show that it is no turn.
  @Test func biasJumpAtRestIsAcceptedWithinTenSeconds() {
    var motion = Self.restingChip(biasInDegrees: .zero)
    var filter = OrientationFilter()
    for _ in 0..<500 { filter.update(motion.sample(rate: .zero, seconds: 0.02)) }
    motion.bias = radians(Vector3(3, -4, 5))
    for _ in 0..<500 { filter.update(motion.sample(rate: .zero, seconds: 0.02)) }
    #expect(filter.isAtRest)
    #expect(degrees((filter.bias - motion.bias).length) < 0.05)
    #expect(inclination(filter.orientation, motion.orientation) < 0.5)
  }

  /// Errors of many runs in units of what the filter thinks: their mean square is 1 or, as here, where the chip is
  /// better than assumed, less.
  @Test func uncertaintyInMotionIsHonest() {
    var random = SplitMix64(seed: 21)
    var sum = 0.0
    let runs = 12
    for _ in 0..<runs {
      var motion = SimulatedMotion()
      motion.bias = radians(2 * random.vector())
      motion.gyroscopeNoise = radians(0.05)
      motion.accelerometerNoise = 0.04
      var filter = OrientationFilter()
      let (a, b, c) = (1 + 0.2 * random.normal(), 0.8 + 0.2 * random.normal(), 0.6 + 0.1 * random.normal())
      for index in 0..<1000 {
        let t = Double(index) * 0.02
        let rate = Vector3(1.1 * cos(a * t), 1.3 * cos(b * t), 0.9 * cos(c * t))
        let push = Vector3(2 * sin(7 * t + a), 2 * cos(6 * t + b), sin(5 * t))
        filter.update(motion.sample(rate: rate, seconds: 0.02, acceleration: push))
      }
      let (error, sigma) = (filter.bias - motion.bias, filter.biasUncertainty)
      sum += (error.x * error.x) / (sigma.x * sigma.x) + (error.y * error.y) / (sigma.y * sigma.y)
      sum += (error.z * error.z) / (sigma.z * sigma.z)
    }
    #expect(sum / Double(3 * runs) < 1)
  }

  @Test func headingDriftsLittleInTenMinutesOfRest() {
    var motion = Self.restingChip(biasInDegrees: Vector3(1, 2, -1))
    var filter = OrientationFilter()
    for _ in 0..<250 { filter.update(motion.sample(rate: .zero, seconds: 0.04)) }
    let before = filter.orientation.eulerAngles.yaw
    for _ in 0..<15_000 { filter.update(motion.sample(rate: .zero, seconds: 0.04)) }
    #expect(degrees(abs(filter.orientation.eulerAngles.yaw - before)) < 1.0 / 6)
  }
}
