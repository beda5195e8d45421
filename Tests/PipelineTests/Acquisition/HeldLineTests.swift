import IMUDrivers
import SimulatedIMU
import Testing

@testable import Pipeline

/// A line that its chip holds until it is served shows no edge for a sample that comes meanwhile, and an edge may get lost.
@Suite struct HeldLineTests {
  /// Every phase of the next sample's arrival, before, during and after a read that comes late; no edge gets through.
  @Test(arguments: [(ChipModel.mpu6050, true), (.lsm6ds3, false), (.lsm6ds3trc, true)])
  func aSampleThatComesDuringARead_isFoundWithoutItsEdge(_ model: ChipModel, latched: Bool) throws {
    var configuration = SensorConfiguration()
    configuration.interrupt.latched = latched
    let pipeline = try VirtualPipeline(model, motion: ClockMotion(), configuration: configuration)
    pipeline.run(seconds: 0.5)
    pipeline.forgetUpdates()
    let taken = (pipeline.chip.samplesTaken, pipeline.counters.samples)
    for lead in stride(from: 0, through: 400_000 as UInt64, by: 4_000) {
      pipeline.run(seconds: 0.02)
      let period = UInt64(pipeline.stages.withAcquisition { $0.period.nanoseconds })
      let last = try #require(pipeline.samples.last).timeNanoseconds
      // The edge of the next sample is served as late as that.
      let arrival = last + 2 * period
      pipeline.board.pause(nanoseconds: arrival - lead - pipeline.board.nowNanoseconds)
      pipeline.chip.inject(.withholdEdges(.untilCleared))
      pipeline.run(seconds: 1e-9 * Double(lead + 100_000))
      pipeline.chip.clearFaults()
    }
    pipeline.run(seconds: 0.1)
    #expect(pipeline.counters.pollingPeriods == 0)
    let produced = pipeline.chip.samplesTaken - taken.0
    #expect(abs(Int(produced) - Int(pipeline.counters.samples - taken.1 + pipeline.counters.lost)) <= 1)
    // Those alone are lost that were replaced before their bytes were read: an LSM6DS3's stand still word by word only.
    #expect(pipeline.counters.lost < (model == .mpu6050 ? 40 : 100))
  }
}
