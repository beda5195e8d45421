import IMUDrivers
import SimulatedIMU
import Testing

@testable import Pipeline

@Suite struct FIFOTests {
  @Test(arguments: FIFOSetUp.all) func everySampleArrivesOnceInOrderAndNoneIsLost(_ setUp: FIFOSetUp) throws {
    let pipeline = try setUp.pipeline()
    let before = pipeline.chip.samplesTaken
    pipeline.run(seconds: 1.2)
    let samples = pipeline.samples
    #expect(samples.first?.sequence == 1)
    for (earlier, later) in zip(samples, samples.dropFirst()) {
      #expect(later.sequence == earlier.sequence + 1)
      #expect(later.timeNanoseconds > earlier.timeNanoseconds)
    }
    #expect(pipeline.counters.lost == 0)
    #expect(pipeline.counters.failedTransfers == 0)
    #expect(pipeline.counters.fifoOverflows + pipeline.counters.fifoSlips == 0)
    #expect(pipeline.health == .running)
    // What is missing of all that the chip took: those before the FIFO ran and while the filters settled (at most 145), and the
    // batch that gathers.
    let produced = Int(pipeline.chip.samplesTaken - before)
    #expect(produced - samples.count < 160)
    #expect(produced - samples.count >= 0)
  }

  @Test(arguments: FIFOSetUp.all) func samplesAreStampedWithTheTimeAtWhichTheyWereTaken(_ setUp: FIFOSetUp) throws {
    for error in [-0.05, 0, 0.05] {
      let pipeline = try setUp.pipeline(motion: ClockMotion(), options: ChipOptions(clockError: error))
      pipeline.run(seconds: setUp.isWired ? 0.5 : 1)
      pipeline.forgetUpdates()
      pipeline.run(seconds: 0.5)
      let period = 1000 / pipeline.stages.withAcquisition { $0.sensor.active.sampleRateHertz }
      // The motion tells time in steps of a tenth of a millisecond.
      #expect(pipeline.worstLag < (setUp.isWired ? 0.11 : 0.5 * period + 0.05), "\(error)")
      #expect(pipeline.counters.lost == 0, "\(error)")
    }
  }
}
