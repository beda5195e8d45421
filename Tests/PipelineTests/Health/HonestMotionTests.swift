import IMUDrivers
import SimulatedIMU
import Testing

@testable import Pipeline

/// What is honest is not accused: rest with the least noise there is, turns about one axis, clipping.
@Suite struct HonestMotionTests {
  /// The quietest of the chips: 90 ug/sqrt(Hz) and 5 mdps/sqrt(Hz) (DocID026899 table 3; MPU-6050 product specification 3.4, section
  /// 6.1). At the narrowest filter, over 4 Hz, that is far below one count of the gyroscope.
  private static func quietest(overHertz bandwidth: Double) -> SeededNoise {
    SeededNoise(
      seed: 7, angularRate: 5e-3 * bandwidth.squareRoot() * Double.pi / 180,
      specificForce: 0.09e-3 * bandwidth.squareRoot() * Motion.standardGravity)
  }

  private func accusations(_ pipeline: VirtualPipeline) -> [PipelineEvent.Kind] {
    pipeline.events.map(\.kind).filter {
      switch $0 {
      case .wordsFrozen, .allZero, .configurationLost, .readCorrupted, .temperatureImpossible, .chipRestarted: true
      default: false
      }
    }
  }

  @Test(arguments: AcquisitionTests.models, [12.5, 200, 1000])
  func perfectRestWithTheLeastNoiseIsNoFault(_ model: ChipModel, hertz: Double) throws {
    var configuration = SensorConfiguration()
    configuration.sampleRateHertz = hertz
    configuration.accelerometerRange = 16
    // Means at the edge and in the middle of a count.
    for bias in [0.0, 0.5] {
      let gyroscope = bias * (model == .mpu6050 ? 1 / 16.4 : 0.07) * .pi / 180
      let pipeline = try VirtualPipeline(
        model,
        // The gyroscope's filter is the narrower one of the two.
        motion: .still(
          gyroBias: SIMD3(repeating: gyroscope), noise: Self.quietest(overHertz: max(4, min(hertz / 3, 180)))),
        configuration: configuration,
        interval: .orientation)
      pipeline.run(seconds: hertz < 100 ? 120 : hertz < 500 ? 15 : 5)
      #expect(accusations(pipeline) == [], "bias \(bias)")
      #expect(pipeline.health == .running)
    }
  }

  @Test(arguments: AcquisitionTests.models)
  func aTurnAboutOneAxisIsNoFault(_ model: ChipModel) throws {
    for axis in [SIMD3(1.0, 0, 0), SIMD3(0, 1, 0), SIMD3(0, 0, 1)] {
      for noise in [Self.quietest(overHertz: 42), SeededNoise(seed: 1, angularRate: 0.001, specificForce: 0.02)] {
        let pipeline = try VirtualPipeline(
          model, motion: .rotation(about: axis, rate: 1, noise: noise), interval: .orientation)
        pipeline.run(seconds: 15)
        #expect(accusations(pipeline) == [])
      }
    }
  }

  /// A simulation may be without noise: it rests, falls and turns about one axis like no chip does.
  @Test(arguments: AcquisitionTests.models)
  func aSimulationWithoutNoiseIsNotSetUpAgain(_ model: ChipModel) throws {
    let motions: [any MotionSource] = [
      GestureMotion(), RotationMotion(axis: SIMD3(1, 0, 0), rate: 1), MovingMotion(), StillMotion(),
    ]
    for motion in motions {
      let pipeline = try VirtualPipeline(model, motion: motion, interval: .orientation)
      pipeline.run(seconds: 9)
      #expect(accusations(pipeline) == [], "\(motion)")
      #expect(pipeline.health == .running)
    }
  }

  @Test(arguments: AcquisitionTests.models)
  func motionThatClipsIsClippingAndNoFault(_ model: ChipModel) throws {
    let pipeline = try VirtualPipeline(model, motion: Beyond(), interval: .orientation)
    pipeline.run(seconds: 10)
    #expect(accusations(pipeline) == [])
    #expect(pipeline.health == .running)
    #expect(pipeline.counters.clipped.accelerometerX > 500 && pipeline.counters.clipped.gyroscopeZ > 500)
  }

  /// A blow that one axis alone feels: it looks like a wrong byte, and the second reading shows that it is none.
  @Test(arguments: AcquisitionTests.models)
  func aBlowOnOneAxisIsNoFault(_ model: ChipModel) throws {
    let pipeline = try VirtualPipeline(model, motion: Blows())
    pipeline.run(seconds: 5)
    #expect(accusations(pipeline) == [])
    #expect(pipeline.samples.filter { $0.specificForce.x > 20 }.count > 10)
  }

  /// Longer than the rails on two axes, for whole seconds.
  private struct Beyond: MotionSource {
    func motion(atNanoseconds time: UInt64) -> Motion {
      let isUp = time / 3_000_000_000 % 2 == 0
      let wobble = Double(time / 1_000_000 % 97) * 0.02
      return Motion(
        specificForce: SIMD3(isUp ? 200 : -200, 1 + wobble, 9 - wobble),
        angularRate: SIMD3(0.1 + wobble, 0.2 - wobble, isUp ? 45 : -45))
    }
  }

  /// Rest, and every 0.3 s a blow of 30 m/s^2 for one sample or two.
  private struct Blows: MotionSource {
    private let rest = StillMotion(noise: SeededNoise(seed: 1, angularRate: 0.001, specificForce: 0.02))

    func motion(atNanoseconds time: UInt64) -> Motion {
      var motion = rest.motion(atNanoseconds: time)
      if time % 300_000_000 < 6_000_000 { motion.specificForce.x += 30 }
      return motion
    }
  }
}
