import IMUDrivers
import SimulatedIMU
import Testing

@testable import Pipeline

/// A word at its end is flagged and counted by axis.
@Suite struct ClippingTests {
  private static let words: [(SensorWord, SensorWords, KeyPath<ClippingCounts, UInt64> & Sendable)] = [
    (.accelerometerX, .accelerometerX, \.accelerometerX), (.accelerometerY, .accelerometerY, \.accelerometerY),
    (.accelerometerZ, .accelerometerZ, \.accelerometerZ), (.gyroscopeX, .gyroscopeX, \.gyroscopeX),
    (.gyroscopeY, .gyroscopeY, \.gyroscopeY), (.gyroscopeZ, .gyroscopeZ, \.gyroscopeZ),
  ]

  @Test(arguments: AcquisitionTests.models)
  func row64_aRailIsFlaggedAndCountedByAxisAndToldOnceAnEpisode(_ model: ChipModel) throws {
    for (word, words, count) in Self.words {
      for rail in [Int16.max, .min] {
        let pipeline = try VirtualPipeline(
          model, motion: .still(noise: SeededNoise(seed: 1, angularRate: 0.001, specificForce: 0.02)))
        pipeline.run(seconds: 0.5)
        pipeline.forgetUpdates()
        pipeline.chip.inject(.setWord(word, rail))
        pipeline.run(seconds: 0.25)
        pipeline.chip.clearFaults()
        pipeline.run(seconds: 0.5)
        #expect(pipeline.events.map(\.kind).filter { $0 == .clipping(words) }.count == 1)
        let clipped = pipeline.counters.clipped
        #expect((45...55).contains(clipped[keyPath: count]))
        #expect(clipped.total == clipped[keyPath: count], "no other axis")
        #expect(pipeline.samples.filter { $0.clipped == words }.count == Int(clipped.total))
        #expect(pipeline.samples.last?.clipped == [])
      }
    }
  }

  /// 70 mdps a count reach 2294 deg/s; what lies beyond 2000 is promised nowhere.
  @Test(arguments: [ChipModel.lsm6ds3, .lsm6ds3trc])
  func row64_beyondTheNominalRangeIsClippingAlthoughTheWordIsNotAtItsRail(_ model: ChipModel) throws {
    for (rate, isClipped) in [(2100.0, true), (1990, false)] {
      let pipeline = try VirtualPipeline(
        model, motion: .constant(Motion(specificForce: SIMD3(0, 0, 9.8), angularRate: SIMD3(rate * .pi / 180, 0, 0))))
      pipeline.run(seconds: 0.5)
      #expect((pipeline.counters.clipped.gyroscopeX > 0) == isClipped)
    }
  }

  /// Blows of 20 g to one side and a steady pull to the other: no force on the average, but 1.2 g of it where 8 g is all that the
  /// chip sees.
  private struct LopsidedVibration: MotionSource {
    private let noise = StillMotion(noise: SeededNoise(seed: 1, angularRate: 0.001, specificForce: 0.02))

    func motion(atNanoseconds time: UInt64) -> Motion {
      var motion = noise.motion(atNanoseconds: time)
      guard time > 5_000_000_000 else { return motion }
      motion.specificForce.x += time % 50_000_000 < 5_000_000 ? 198 : -22
      return motion
    }
  }

  @Test(arguments: AcquisitionTests.models)
  func row64_vibrationBeyondTheRangeHardlyMovesTheTilt(_ model: ChipModel) throws {
    let pipeline = try VirtualPipeline(model, motion: LopsidedVibration())
    pipeline.run(seconds: 5)
    pipeline.forgetUpdates()
    pipeline.run(seconds: 5)
    let worst = pipeline.samples.map { abs($0.gravity.x) / 9.80665 }.max() ?? 1
    #expect(worst < 0.05, "the sine of the tilt")
    #expect(pipeline.counters.clipped.accelerometerX > 90)
  }
}
