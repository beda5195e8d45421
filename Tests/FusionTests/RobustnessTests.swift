import Foundation
import Fusion
import Testing

/// What goes wrong on real boards. Each test states the time after which the filter is right again.
@Suite struct RobustnessTests {
  /// The gyroscope's rails cut half a second of 2600 deg/s to 2000. The tilt is right again after 6 s at rest, the
  /// heading within 4 degrees after 10 s where there is a magnetometer.
  @Test(arguments: [Vector3(1, 0, 0), Vector3(0, 1, 0), Vector3(0, 0, 1)])
  func saturatedGyroscopeIsRecoveredFromWithinTenSeconds(_ axis: Vector3) {
    var motion = BiasTests.restingChip(biasInDegrees: .zero)
    var filter = NineAxisFilter()
    for _ in 0..<500 { filter.step(&motion, rate: .zero) }
    for _ in 0..<500 { filter.step(&motion, rate: Vector3(0, 0.3, 0.2)) }
    for _ in 0..<100 {
      var sample = motion.sample(rate: radians(2600) * axis, seconds: 0.005)
      sample.gyroscope = radians(2000) * axis
      filter.update(
        timeNanoseconds: sample.timeNanoseconds, gyroscope: sample.gyroscope, accelerometer: sample.accelerometer)
    }
    #expect(filter.inertial.counts.clipped == 100)
    #expect(inclination(filter.orientation, motion.orientation) > 30)
    for _ in 0..<600 { filter.step(&motion, rate: .zero) }
    #expect(inclination(filter.orientation, motion.orientation) < 0.5)
    for _ in 0..<400 { filter.step(&motion, rate: .zero) }
    #expect(angle(filter.orientation, motion.orientation) < 4)
    #expect(degrees(filter.inertial.bias.length) < 0.2)
    #expect(abs(filter.orientation.norm - 1) < 1e-12)
  }

  /// Samples that are stamped by a clock 5 % off: all angles are off by 5 %, too, but gravity holds the tilt. This swings
  /// by up to 60 deg/s without end; where it rests, nothing is left of it.
  @Test(arguments: [0.95, 1.05]) func clockErrorOfFivePercentCostsLittleTilt(_ factor: Double) {
    var motion = SimulatedMotion()
    var filter = OrientationFilter()
    var sum = 0.0
    for index in 0..<6000 {
      var sample = motion.sample(rate: 0.5 * tumbling(0.01 * Double(index)), seconds: 0.01)
      sample.timeNanoseconds = UInt64(factor * Double(sample.timeNanoseconds))
      filter.update(sample)
      let error = inclination(filter.orientation, motion.orientation)
      if index >= 1000 { sum += error * error }
    }
    #expect((sum / 5000).squareRoot() < 5)
  }

  /// 2 deg/s at once, as when a chip warms up or changes its mode, in motion: found to 0.3 deg/s within a minute.
  @Test func biasStepInMotionIsFoundWithinAMinute() {
    var motion = SimulatedMotion()
    var filter = OrientationFilter()
    for index in 0..<3000 { filter.update(motion.sample(rate: tumbling(0.01 * Double(index)), seconds: 0.01)) }
    motion.bias = radians(Vector3(1.2, -1.2, 1))
    var worst = 0.0
    for index in 3000..<9000 {
      filter.update(motion.sample(rate: tumbling(0.01 * Double(index)), seconds: 0.01))
      worst = max(worst, inclination(filter.orientation, motion.orientation))
    }
    #expect(degrees((filter.bias - motion.bias).length) < 0.3)
    #expect(worst < 6)
    #expect(inclination(filter.orientation, motion.orientation) < 1)
  }

  /// Below the margin, at rest: found to 0.1 deg/s within 10 s.
  @Test func smallBiasStepAtRestIsFoundWithinTenSeconds() {
    var motion = BiasTests.restingChip(biasInDegrees: .zero)
    var filter = OrientationFilter()
    for _ in 0..<1000 { filter.update(motion.sample(rate: .zero, seconds: 0.01)) }
    motion.bias = radians(Vector3(0.4, -0.5, 0.6))
    for _ in 0..<1000 { filter.update(motion.sample(rate: .zero, seconds: 0.01)) }
    #expect(filter.isAtRest)
    #expect(degrees((filter.bias - motion.bias).length) < 0.1)
  }

  #if DEBUG
    static let hoursOfRest = 1.0
  #else
    static let hoursOfRest = 8.0
  #endif

  /// Noise of an MPU-6050 and nothing else, at 10 Hz: yaw drifts by less than 1 degree an hour, and the noise alone can't
  /// do with less than the root of the time.
  @Test func hoursOfRestDriftLessThanADegreeAnHour() {
    var motion = BiasTests.restingChip(biasInDegrees: Vector3(1, -2, 3))
    motion.gyroscopeNoise = radians(0.005) * 10.0.squareRoot()
    motion.accelerometerNoise = 400e-6 * SimulatedMotion.gravity * 10.0.squareRoot()
    var filter = OrientationFilter()
    for _ in 0..<100 { filter.update(motion.sample(rate: .zero, seconds: 0.1)) }
    let before = filter.orientation
    var worst = 0.0
    for _ in 0..<Int(Self.hoursOfRest * 36_000) {
      filter.update(motion.sample(rate: .zero, seconds: 0.1))
      worst = max(worst, abs(filter.orientation.norm - 1))
    }
    #expect(angle(filter.orientation, before) < Self.hoursOfRest)
    #expect(filter.isAtRest)
    #expect(worst < 1e-12)
    #expect(filter.biasUncertainty.isFinite && filter.biasUncertainty.z > 0)
  }

  /// Pitch of +90 and -90 degrees, upside down, and yaw and roll over the half turn, from every side.
  @Test(arguments: [
    Vector3(1, 0, 0), Vector3(-1, 0, 0), Vector3(0, 1, 0), Vector3(0, -1, 0), Vector3(0, 0, 1), Vector3(0, 0, -1),
    Vector3(1, 1, 0), Vector3(1, 0, 1), Vector3(0, 1, 1), Vector3(1, -1, 1),
  ])
  func turnThroughEveryPoleIsSmooth(_ direction: Vector3) throws {
    for start in OrientationFilterTests.poses {
      var motion = SimulatedMotion(orientation: start)
      var filter = NineAxisFilter()
      filter.step(&motion, rate: .zero)
      let rate = radians(120) * (try #require(direction.normalized()))
      var previous = filter.orientation
      var greatestStep = 0.0
      for _ in 0..<300 {
        filter.step(&motion, rate: rate)
        greatestStep = max(greatestStep, angle(filter.orientation, previous))
        previous = filter.orientation
        let angles = previous.eulerAngles
        #expect(angles.roll.isFinite && angles.pitch.isFinite && angles.yaw.isFinite)
        #expect(angle(Quaternion(angles), previous) < 1e-4)
      }
      #expect(greatestStep < 1.3)
      #expect(angle(filter.orientation, motion.orientation) < 0.3)
      #expect(abs(filter.orientation.norm - 1) < 1e-12)
    }
  }

  /// Everything at once, for minutes: the state stays finite, and 20 s of rest put it right.
  @Test func wildInputLeavesAStateThatRecovers() {
    var random = SplitMix64(seed: 77)
    var motion = SimulatedMotion()
    var filter = NineAxisFilter()
    var time: UInt64 = 1_000_000_000
    for _ in 0..<20_000 {
      let extremes = [0, 1e-300, 35, -35, 150, -150, 1e9, .nan, .infinity, -.infinity, 9.8]
      func number() -> Double { extremes[Int(random.next() % UInt64(extremes.count))] * 0.5 + random.normal() }
      time &+= [0, 1_000, 10_000_000, 90_000_000, 3_000_000_000][Int(random.next() % 5)]
      filter.update(
        timeNanoseconds: time, gyroscope: Vector3(number(), number(), number()),
        accelerometer: Vector3(number(), number(), number()))
      filter.update(timeNanoseconds: time, magneticField: Vector3(number(), number(), number()))
      #expect(filter.orientation.isFinite && abs(filter.orientation.norm - 1) < 1e-12)
    }
    motion.timeNanoseconds = time
    for _ in 0..<2000 { filter.step(&motion, rate: .zero) }
    #expect(inclination(filter.inertial.orientation, motion.orientation) < 0.5)
    #expect(degrees(filter.inertial.bias.length) < 0.1)
  }
}
