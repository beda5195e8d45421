import IMUDrivers
import SimulatedIMU
import Testing

@testable import Pipeline

/// A chip that holds the data line in the midst of a byte, wherever in a restart that strikes: it is clocked free, set up and runs.
@Suite struct HeldBusTests {
  @Test(arguments: AcquisitionTests.models, [false, true])
  func aLineHeldAtAnyTransferOfARestartIsFreed(_ model: ChipModel, _ usesFIFO: Bool) throws {
    var struck = 0
    for place in stride(from: 0, to: 70, by: usesFIFO ? 3 : 2) {
      let pipeline = try VirtualPipeline(model, configuration: SensorConfiguration(usesFIFO: usesFIFO))
      pipeline.run(seconds: 0.3)
      pipeline.chip.powerOff()
      pipeline.board.pause(nanoseconds: 1_000_000)
      pipeline.chip.powerOn()
      pipeline.chip.follow(
        FaultScript([FaultScript.Step(.holdSDA(.untilClocked), at: .transaction(UInt64(place)))]))
      pipeline.forgetUpdates()
      pipeline.run(seconds: 2.5)
      #expect(pipeline.health == .running, "at transfer \(place)")
      #expect(pipeline.counters.faults <= 1, "at transfer \(place)")
      #expect(pipeline.samples.count > 100, "at transfer \(place)")
      struck += Int(pipeline.counters.busClears)
    }
    #expect(struck >= 20, "\(struck)")
  }

  /// A time-out of some time ago says nothing of what happens now.
  @Test(arguments: AcquisitionTests.models) func aTimeoutOfLongAgoClearsNoBus(_ model: ChipModel) throws {
    let pipeline = try VirtualPipeline(model)
    pipeline.run(seconds: 0.5)
    pipeline.chip.inject(.timeout(1))
    pipeline.run(seconds: 5)
    pipeline.chip.inject(.brownOut)
    pipeline.run(seconds: 8)
    #expect(pipeline.counters.restarts == 1)
    #expect(pipeline.counters.busClears == 0)
    #expect(pipeline.health == .running)
  }
}
