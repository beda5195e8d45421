import Foundation
import IMUDrivers
import SimulatedIMU
import Testing

@testable import Pipeline

/// Times of samples where edges get lost or the chip's clock is off.
@Suite struct TimingTests {
  @Test(arguments: AcquisitionTests.models)
  func row43_withATenthOfTheEdgesLostTheTimesStayWithinHalfAPeriodOfTheTruth(_ model: ChipModel) throws {
    let pipeline = try VirtualPipeline(model, motion: ClockMotion())
    pipeline.run(seconds: 0.5)
    pipeline.forgetUpdates()
    pipeline.chip.follow(
      FaultScript([.init(.withholdEdges(1), at: .sample(3), repetition: .init(every: 10))]))
    pipeline.run(seconds: 10)
    let samples = pipeline.samples
    #expect(samples.count > 1600)
    for sample in samples {
      #expect(abs(ClockMotion.lag(of: sample, since: pipeline.board.startNanoseconds)) < 2.4)
    }
    // Every loss is stated, and the numbers go on with the chip's.
    let produced = try #require(samples.last).sequence - (try #require(samples.first)).sequence + 1
    #expect(produced == UInt64(samples.count) + pipeline.lost(to: .missedEdges))
  }

  @Test(arguments: AcquisitionTests.models, [-0.05, 0.05])
  func row55_aClockThatIsFivePercentOffCostsNoAngle(_ model: ChipModel, error: Double) throws {
    let pipeline = try VirtualPipeline(
      model,
      motion: .rotation(
        about: SIMD3(0, 0, 1), rate: 1, noise: SeededNoise(seed: 1, angularRate: 0.001, specificForce: 0.02)),
      options: ChipOptions(clockError: error))
    pipeline.run(seconds: 22)
    let (first, last) = (pipeline.samples[400], try #require(pipeline.samples.last))
    let seconds = Double(last.timeNanoseconds - first.timeNanoseconds) * 1e-9
    let turned = 2 * atan2(last.orientation.z, last.orientation.w) - 2 * atan2(first.orientation.z, first.orientation.w)
    let difference = remainder(turned - seconds, 2 * .pi)
    // By the nominal period it would be a radian.
    #expect(abs(difference) < 0.05)
    let period = pipeline.stages.withAcquisition { $0.period.nanoseconds }
    let nominal = Double(pipeline.stages.withAcquisition { $0.sensor.active.periodNanoseconds })
    #expect(abs(period / (nominal / (1 + error)) - 1) < 1e-3)
  }
}
