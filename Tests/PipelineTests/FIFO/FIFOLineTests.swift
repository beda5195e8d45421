import IMUDrivers
import SimulatedIMU
import Testing

@testable import Pipeline

/// FIFO mode with lines that fail, lie or stay away.
@Suite struct FIFOLineTests {
  private func settled(_ setUp: FIFOSetUp) throws -> VirtualPipeline {
    let pipeline = try setUp.pipeline(motion: ClockMotion())
    pipeline.run(seconds: 0.6)
    pipeline.forgetUpdates()
    return pipeline
  }

  @Test(arguments: FIFOSetUp.all.filter(\.isWired))
  func missingEdgesTurnIntoPollingAndBackWithoutALostSample(_ setUp: FIFOSetUp) throws {
    let pipeline = try settled(setUp)
    pipeline.chip.inject(.withholdEdges(.untilCleared))
    pipeline.run(seconds: 0.5)
    #expect(pipeline.counters.pollingPeriods == 1)
    #expect(pipeline.samples.count > Int(0.4 * setUp.hertz))
    pipeline.chip.clearFaults()
    pipeline.run(seconds: 0.5)
    #expect(pipeline.events.contains { $0.kind == .edgesReturned })
    #expect(pipeline.counters.lost == 0)
    #expect(pipeline.worstLag < 500 / setUp.hertz + 0.1)
    pipeline.run(seconds: 1)
    #expect(pipeline.health == .running)
  }

  @Test(arguments: FIFOSetUp.all.filter(\.isWired))
  func edgesThatAreDoubledOrMissingHereAndThereCostNothing(_ setUp: FIFOSetUp) throws {
    let pipeline = try settled(setUp)
    for _ in 0..<10 {
      pipeline.chip.inject(.doubleEdges(.times(7)))
      pipeline.run(seconds: 0.03)
      pipeline.chip.inject(.withholdEdges(.times(3)))
      pipeline.run(seconds: 0.03)
      pipeline.chip.inject(.edgesWhileActive(.times(5)))
      pipeline.run(seconds: 0.03)
    }
    #expect(pipeline.counters.lost == 0)
    #expect(pipeline.worstLag < 500 / setUp.hertz)
  }

  /// The kernel's queue holds sixteen edges of a line; the count of the FIFO knows better.
  @Test(arguments: FIFOSetUp.all.filter(\.isWired))
  func aThreadThatComesLateLosesNothingThatTheFIFOHolds(_ setUp: FIFOSetUp) throws {
    let pipeline = try settled(setUp)
    let capacity = Double(pipeline.stages.withAcquisition { $0.sensor.fifoCapacity })
    for share in [0.2, 0.5, 0.8] {
      pipeline.board.pause(nanoseconds: UInt64(share * capacity / setUp.hertz * 1e9))
      pipeline.run(seconds: 0.2)
    }
    #expect(pipeline.counters.lost == 0)
    #expect(pipeline.worstLag < 0.11)
  }

  /// Kernels before 5.7 stamp edges with the wall clock, which is set back and forth.
  @Test func edgesStampedByAWallClockThatStepsMoveNoStamp() throws {
    let board = SimulatedBoard(clock: .virtual)
    let chip = board.attach(.mpu6050, motion: ClockMotion())
    let line = WallClockLine(board.line(for: chip))
    let pipeline = try VirtualPipeline(
      board: board, chip: chip, line: line,
      configuration: SensorConfiguration(sampleRateHertz: 1000, usesFIFO: true), batchSeconds: 0.01)
    pipeline.run(seconds: 3)
    let samples = pipeline.samples
    #expect(samples.count > 2800)
    #expect(pipeline.counters.lost == 0)
    for (earlier, later) in zip(samples, samples.dropFirst()) {
      #expect(later.timeNanoseconds > earlier.timeNanoseconds)
    }
    // No edge can be used: a stamp is as good as the time of a look.
    pipeline.forgetUpdates()
    pipeline.run(seconds: 1)
    #expect(pipeline.worstLag < 1.1)
  }

  @Test(arguments: FIFOSetUp.fast + [FIFOSetUp(latched: true)])
  func aChipThatVanishesResumesWithinTwoSecondsOfItsReturn(_ setUp: FIFOSetUp) throws {
    let pipeline = try settled(setUp)
    pipeline.chip.inject(.unplug)
    pipeline.run(seconds: 2)
    #expect(pipeline.health == .faulted)
    pipeline.forgetUpdates()
    let returned = pipeline.board.nowNanoseconds
    pipeline.chip.inject(.replug)
    pipeline.run(seconds: 2)
    let first = try #require(pipeline.samples.first)
    #expect(first.timeNanoseconds - returned < 2_000_000_000)
    #expect(pipeline.lost(to: .chipDown) > UInt64(1.9 * setUp.hertz))
    pipeline.forgetUpdates()
    pipeline.run(seconds: 1)
    #expect(pipeline.health == .running)
    #expect(pipeline.worstLag < 0.11)
    #expect(pipeline.chip.register(setUp.model == .mpu6050 ? 0x23 : 0x0A) != 0)
  }

  @Test(arguments: FIFOSetUp.fast)
  func aBrownOutIsFoundAndTheChipSetUpAgain(_ setUp: FIFOSetUp) throws {
    let pipeline = try settled(setUp)
    pipeline.chip.inject(.brownOut)
    pipeline.run(seconds: 2)
    #expect(pipeline.counters.restarts >= 1)
    #expect(pipeline.health == .running)
  }

  /// Asleep, or a FIFO without sources: edges may go on, but nothing comes.
  @Test func flippedBitsThatStopTheFIFOAreFound() throws {
    for (register, mask) in [(0x6B, 0x40), (0x23, 0x78), (0x6A, 0x40)] as [(UInt8, UInt8)] {
      let pipeline = try settled(FIFOSetUp())
      pipeline.chip.inject(.flip(register: register, mask: mask))
      pipeline.run(seconds: 2)
      #expect(pipeline.health == .running, "\(register)")
      #expect(pipeline.samples.count > 1000, "\(register)")
    }
    // A source more makes frames of fourteen bytes: the count tells.
    let pipeline = try settled(FIFOSetUp())
    pipeline.chip.inject(.flip(register: 0x23, mask: 0x80))
    pipeline.run(seconds: 1)
    #expect(pipeline.counters.fifoSlips >= 1)
    #expect(pipeline.counters.restarts == 0)
    #expect(pipeline.chip.register(0x23) == 0x78)
  }

  /// Of one frame it can't be told by the count whether a burst that failed had taken it: the edge tells.
  @Test(arguments: [1, 2, 3]) func aFailedTransferOfABatchOfOneLosesNothingAndInventsNoGap(_ times: Int) throws {
    let pipeline = try VirtualPipeline(
      .mpu6050, configuration: SensorConfiguration(sampleRateHertz: 1000, usesFIFO: true))
    pipeline.run(seconds: 1)
    for _ in 0..<20 {
      pipeline.chip.inject(.noAcknowledge(.times(times)))
      pipeline.run(seconds: 0.0507)
    }
    let last = try #require(pipeline.samples.last)
    #expect(pipeline.counters.failedTransfers >= 20)
    for (earlier, later) in zip(pipeline.samples, pipeline.samples.dropFirst()) {
      let steps = Double(later.timeNanoseconds - earlier.timeNanoseconds) / 1e6
      #expect(abs(steps - Double(later.sequence - earlier.sequence)) < 0.3)
    }
    #expect(last.sequence == pipeline.counters.samples + pipeline.counters.lost)
  }

  @Test func consumersThatAskForMoreShortenTheBatch() throws {
    let expected: [(UpdateInterval, Int)] = [
      (.orientation, 16), (.display, 16), (.gesture, 10), (.controlLoop(hertz: 500), 2), (.everySample, 1),
    ]
    for model in [ChipModel.mpu6050, .lsm6ds3trc] {
      let pipeline = try VirtualPipeline(
        model, configuration: SensorConfiguration(sampleRateHertz: model == .mpu6050 ? 1000 : 833, usesFIFO: true))
      for (interval, frames) in expected {
        pipeline.rate.set(interval)
        pipeline.run(seconds: 0.5)
        let wanted = model == .mpu6050 ? frames : [16, 13, 8, 1, 1][expected.firstIndex { $0.0 == interval } ?? 0]
        #expect(pipeline.fifo.batch == wanted, "\(model) \(interval)")
      }
      #expect(pipeline.counters.lost == 0)
    }
  }
}

/// A line whose edges carry the time of a wall clock that an operator sets.
private final class WallClockLine: DataReadyLine {
  private let line: any DataReadyLine

  init(_ line: any DataReadyLine) { self.line = line }

  var name: String { line.name }
  func level() -> Int32 { line.level() }

  func wait(untilNanoseconds deadline: UInt64) -> EdgeWait {
    var wait = line.wait(untilNanoseconds: deadline)
    guard wait.status > 0 else { return wait }
    // 2026 for a second, then 1970, and so on.
    let offset: UInt64 = wait.lastNanoseconds / 1_000_000_000 % 2 == 0 ? 1_790_000_000_000_000_000 : 7_200_000_000_000
    wait.firstNanoseconds += offset
    wait.lastNanoseconds += offset
    return wait
  }
}
