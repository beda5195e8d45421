import Foundation
import Fusion
import Testing

@Suite struct OrientationFilterTests {
  static let poses = [
    Vector3(0, 0, 0), Vector3(30, 0, 0), Vector3(0, -75, 0), Vector3(120, 40, 0), Vector3(180, 0, 0),
    Vector3(0, 179, 0),
  ].map { Quaternion(rotationVector: radians($0)) }

  @Test(arguments: poses) func firstSampleAloneGivesTheTilt(_ pose: Quaternion) {
    var motion = SimulatedMotion(orientation: pose)
    var filter = OrientationFilter()
    #expect(filter.update(motion.sample(rate: .zero, seconds: 0.01)) == .restarted)
    #expect(inclination(filter.orientation, pose) < 1e-6)
    #expect((filter.up - pose.rotateBack(Vector3(0, 0, 1))).length < 1e-8)
    #expect(filter.linearAcceleration.length < 1e-6)
    #expect((filter.gravity + SimulatedMotion.gravity * filter.up).length < 1e-12)
  }

  @Test(arguments: [
    Vector3(1, 0, 0), Vector3(0, 1, 0), Vector3(0, 0, 1), Vector3(-1, 0, 0), Vector3(0, -1, 0), Vector3(0, 0, -1),
  ])
  func steadyRotationAboutAnAxisIntegratesToItsAngle(_ axis: Vector3) {
    var motion = SimulatedMotion()
    var filter = OrientationFilter()
    filter.update(motion.sample(rate: .zero, seconds: 0.005))
    // 1.25 turns in 2.5 s.
    for _ in 0..<500 { filter.update(motion.sample(rate: .pi * axis, seconds: 0.005)) }
    #expect(degrees((filter.orientation * motion.orientation.conjugate).angle) < 0.01)
    #expect(degrees((filter.orientation.conjugate * motion.orientation).angle) < 0.01)
    #expect((filter.orientation.rotate(axis) - axis).length < 1e-3)
  }

  @Test func headingIsKeptWhereTheFirstSampleFoundIt() {
    var motion = SimulatedMotion(orientation: Quaternion(rotationVector: Vector3(0.4, 0, 0)))
    var filter = OrientationFilter()
    filter.update(motion.sample(rate: .zero, seconds: 0.01))
    #expect(abs(filter.orientation.eulerAngles.yaw) < 1e-9)
    for _ in 0..<1000 { filter.update(motion.sample(rate: .zero, seconds: 0.01)) }
    #expect(abs(filter.orientation.eulerAngles.yaw) < 1e-9)
  }

  @Test func passesThroughPitchNinetyWithoutAJump() {
    var motion = SimulatedMotion()
    var filter = OrientationFilter()
    filter.update(motion.sample(rate: .zero, seconds: 0.01))
    let rate = Vector3(radians(90), 0, 0)
    var previous = filter.orientation
    var greatestStep = 0.0
    var highestPitch = 0.0
    for _ in 0..<200 {
      filter.update(motion.sample(rate: rate, seconds: 0.01))
      greatestStep = max(greatestStep, degrees((filter.orientation * previous.conjugate).angle))
      highestPitch = max(highestPitch, degrees(filter.orientation.eulerAngles.pitch))
      previous = filter.orientation
    }
    #expect(highestPitch > 89.5)
    #expect(greatestStep < 0.91)
    #expect(inclination(filter.orientation, motion.orientation) < 0.01)
  }

  @Test func shakingAveragesOut() {
    var motion = SimulatedMotion()
    var filter = OrientationFilter()
    // A 2 Hz shake of 1 g along x, cut in at its crest: the first sample is 45 degrees off.
    var worst = 0.0
    for index in 0..<2000 {
      let phase = 2 * Double.pi * 2 * Double(index) * 0.01
      let push = SimulatedMotion.gravity * Vector3(cos(phase), 0, 0)
      filter.update(motion.sample(rate: .zero, seconds: 0.01, acceleration: push))
      if index == 0 { #expect(inclination(filter.orientation, .identity) > 40) }
      if index > 1000 { worst = max(worst, inclination(filter.orientation, .identity)) }
    }
    #expect(worst < 0.5)
  }

  @Test func rotationRateAndLinearAccelerationAreInTheDeviceFrame() {
    var motion = SimulatedMotion(orientation: Quaternion(rotationVector: Vector3(.pi / 2, 0, 0)))
    var filter = OrientationFilter()
    for _ in 0..<1000 { filter.update(motion.sample(rate: .zero, seconds: 0.01)) }
    // The device's y axis points up: a push upwards is along +y.
    filter.update(motion.sample(rate: Vector3(0.1, 0.2, 0.3), seconds: 0.01, acceleration: Vector3(0, 0, 2)))
    #expect((filter.linearAcceleration - Vector3(0, 2, 0)).length < 0.02)
    #expect((filter.rotationRate - Vector3(0.1, 0.2, 0.3)).length < 1e-3)
    #expect((filter.up - Vector3(0, 1, 0)).length < 0.01)
  }

  @Test func normStaysOneOverALongRun() {
    var motion = SimulatedMotion()
    motion.gyroscopeNoise = 1
    motion.accelerometerNoise = 3
    var filter = OrientationFilter()
    var worst = 0.0
    for index in 0..<10_000 {
      let rate = Vector3(20, -15, 10) * (index % 700 < 350 ? 1 : -0.9)
      filter.update(motion.sample(rate: rate, seconds: 0.01))
      worst = max(worst, abs(filter.orientation.norm - 1))
    }
    #expect(worst < 1e-12)
  }

  @Test func sameInputGivesTheSameBits() {
    func run() -> OrientationFilter {
      var motion = SimulatedMotion()
      motion.gyroscopeNoise = 0.5
      motion.accelerometerNoise = 1
      var filter = OrientationFilter()
      for _ in 0..<3000 { filter.update(motion.sample(rate: Vector3(1, 2, 3), seconds: 0.003)) }
      return filter
    }
    let (first, second) = (run(), run())
    #expect(first.orientation.w.bitPattern == second.orientation.w.bitPattern)
    #expect(first.orientation.x.bitPattern == second.orientation.x.bitPattern)
    #expect(first.orientation.y.bitPattern == second.orientation.y.bitPattern)
    #expect(first.orientation.z.bitPattern == second.orientation.z.bitPattern)
    #expect(first.bias == second.bias)
    #expect(first.biasUncertainty == second.biasUncertainty)
  }
}
