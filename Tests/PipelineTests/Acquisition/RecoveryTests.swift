import IMUDrivers
import SimulatedIMU
import Testing

@testable import Pipeline

@Suite struct RecoveryTests {
  @Test(arguments: AcquisitionTests.models)
  func anUnpluggedChipFaultsAndResumesWithinTwoSecondsOfItsReturn(_ model: ChipModel) throws {
    let pipeline = try VirtualPipeline(model)
    pipeline.run(seconds: 0.5)
    pipeline.chip.inject(.unplug)
    pipeline.run(seconds: 5)
    #expect(pipeline.health == .faulted)
    pipeline.forgetUpdates()
    let returned = pipeline.board.nowNanoseconds
    pipeline.chip.inject(.replug)
    pipeline.run(seconds: 2)
    let first = try #require(pipeline.samples.first)
    #expect(first.timeNanoseconds - returned < 2_000_000_000)
    pipeline.run(seconds: 1)
    #expect(pipeline.health == .running)
    #expect(pipeline.lost(to: .chipDown) > 900)
  }

  @Test(arguments: AcquisitionTests.models)
  func aBrownOutIsFoundAndTheChipSetUpAgain(_ model: ChipModel) throws {
    let pipeline = try VirtualPipeline(model)
    pipeline.run(seconds: 0.5)
    pipeline.chip.powerOff()
    pipeline.board.pause(nanoseconds: 1_000_000)
    pipeline.chip.powerOn()
    pipeline.run(seconds: 2)
    #expect(pipeline.counters.restarts >= 1)
    #expect(pipeline.health == .running)
    let last = try #require(pipeline.samples.last)
    #expect(abs(last.specificForce.z - 9.80665) < 0.02)
  }

  @Test func timeNeverStepsBackAcrossFaults() throws {
    let pipeline = try VirtualPipeline()
    let faults: [Fault] = [
      .noAcknowledge(.times(7)), .timeout(.times(3)), .arbitrationLost(.times(50)), .withholdEdges(.times(9)),
      .doubleEdges(.times(5)), .shortCount(.times(2)),
    ]
    for fault in faults {
      pipeline.chip.inject(fault)
      pipeline.run(seconds: 1)
    }
    let samples = pipeline.samples
    for (earlier, later) in zip(samples, samples.dropFirst()) {
      #expect(later.timeNanoseconds > earlier.timeNanoseconds)
      #expect(later.sequence > earlier.sequence)
    }
    let last = try #require(samples.last)
    let missing = last.sequence - UInt64(samples.count)
    #expect(missing == pipeline.lostInEvents)
    #expect(last.lost == pipeline.lostInEvents)
  }

  @Test func aStalledFusionThreadLosesOnlyWhatIsStated() throws {
    let pipeline = try VirtualPipeline(ringCapacity: 32)
    pipeline.run(seconds: 0.5)
    let before = pipeline.counters.samples
    pipeline.isFusing = false
    pipeline.run(seconds: 1)
    pipeline.isFusing = true
    pipeline.run(seconds: 0.5)
    let last = try #require(pipeline.samples.last)
    #expect(pipeline.lost(to: .ringFull) > 100)
    #expect(last.sequence == pipeline.counters.samples + pipeline.counters.lost)
    #expect(pipeline.counters.samples > before)
    #expect(pipeline.counters.lost == pipeline.lostInEvents)
  }

  @Test func retriesAreBounded() throws {
    let pipeline = try VirtualPipeline()
    pipeline.run(seconds: 0.5)
    pipeline.chip.inject(.noAcknowledge(.untilCleared))
    pipeline.board.startTrace()
    pipeline.run(seconds: 10)
    let transfers = pipeline.board.stopTrace().count
    // Ten samples of three transfers, then once a second an identity asked for 100 ms every 10 ms.
    #expect(transfers < 30 + 11 * 13)
  }
}
