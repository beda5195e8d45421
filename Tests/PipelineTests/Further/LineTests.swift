import IMUDrivers
import SimulatedIMU
import Testing

@testable import Pipeline

/// A line that says something else than that a sample is ready, or when.
@Suite struct FurtherLineTests {
  private static let noise = SeededNoise(seed: 5, angularRate: 0.001, specificForce: 0.02)

  private func pipeline(
    _ model: ChipModel, usesFIFO: Bool, hertz: Double = 200,
    wait: @escaping (UInt64, any DataReadyLine, SimulatedBoard) -> EdgeWait
  ) throws -> VirtualPipeline {
    let board = SimulatedBoard()
    let chip = board.attach(model, motion: .moving(noise: Self.noise))
    board.pause(nanoseconds: 50_000_000)
    let line = DisturbedLine(board.line(for: chip)) { wait($0, $1, board) }
    return try VirtualPipeline(
      board: board, chip: chip, line: line,
      configuration: SensorConfiguration(sampleRateHertz: hertz, usesFIFO: usesFIFO), batchSeconds: 0.02)
  }

  private func expectRising(_ pipeline: VirtualPipeline) {
    for (former, next) in zip(pipeline.samples, pipeline.samples.dropFirst()) {
      #expect(next.timeNanoseconds > former.timeNanoseconds && next.sequence > former.sequence)
    }
  }

  /// Runs on: each sample that the chip takes is to be delivered or stated as lost, once, but for what the ends cut off.
  ///
  /// - Returns: the samples that the chip took.
  private func expectEachOnce(_ pipeline: VirtualPipeline, seconds: Double) -> Double {
    pipeline.forgetUpdates()
    let before = pipeline.chip.samplesTaken
    pipeline.run(seconds: seconds)
    expectRising(pipeline)
    let taken = Double(pipeline.chip.samplesTaken - before)
    #expect(abs(Double(pipeline.samples.count) + Double(pipeline.lostInEvents) - taken) < 0.02 * taken + 5)
    return taken
  }

  /// A kernel before 5.7 stamps edges with the wall clock, which is set by the network while the program runs.
  @Test(arguments: [ChipModel.mpu6050, .lsm6ds3, .lsm6ds3trc], [false, true])
  func further09_edgesStampedByAWallClockThatStepsDoNotMoveTheTimes(_ model: ChipModel, usesFIFO: Bool) throws {
    for step in [-3_600_000_000_000, 0, 3_600_000_000_000] as [Int64] {
      let pipeline = try pipeline(model, usesFIFO: usesFIFO) { deadline, line, board in
        var edge = line.wait(untilNanoseconds: deadline)
        guard edge.status > 0 else { return edge }
        var offset: Int64 = 1_700_000_000_000_000_000
        if board.nowNanoseconds > 4_000_000_000 { offset += step }
        edge.firstNanoseconds = UInt64(Int64(edge.firstNanoseconds) + offset)
        edge.lastNanoseconds = UInt64(Int64(edge.lastNanoseconds) + offset)
        return edge
      }
      pipeline.run(seconds: 6)
      expectRising(pipeline)
      let end = pipeline.board.nowNanoseconds
      #expect(pipeline.samples.allSatisfy { $0.timeNanoseconds <= end })
      #expect(end - (pipeline.samples.last?.timeNanoseconds ?? 0) < 50_000_000)
      #expect(pipeline.counters.lost == 0, "\(step)")
      #expect(pipeline.samples.count > 1100, "\(step)")
    }
  }

  /// A wire that hangs in the air, or the wrong pin: edges come by the thousand, and mean nothing.
  @Test(arguments: [ChipModel.mpu6050, .lsm6ds3, .lsm6ds3trc], [false, true])
  func further10_aFloatingLineIsToldAndSamplesComeOnceEach(_ model: ChipModel, usesFIFO: Bool) throws {
    var random = UInt64(7)
    let pipeline = try pipeline(model, usesFIFO: usesFIFO) { deadline, _, board in
      random = random &* 6_364_136_223_846_793_005 &+ 1
      let time = board.nowNanoseconds + 20_000 + (random >> 40) % 800_000
      guard time < deadline else {
        if deadline > board.nowNanoseconds { board.pause(nanoseconds: deadline - board.nowNanoseconds) }
        return .deadline
      }
      board.pause(nanoseconds: time - board.nowNanoseconds)
      return EdgeWait(status: 1, firstNanoseconds: time, lastNanoseconds: time, lastSequence: 0)
    }
    pipeline.run(seconds: 1)
    // A FIFO is asked how much it holds, whatever calls.
    if !usesFIFO { #expect(pipeline.events.contains { $0.kind == .lineDistrusted(edgesKeepMissing: false) }) }
    let taken = expectEachOnce(pipeline, seconds: 5)
    #expect(Double(pipeline.samples.count) > 0.9 * taken)
  }

  /// The line of another part, which comes at a rate of its own.
  @Test(arguments: [ChipModel.mpu6050, .lsm6ds3, .lsm6ds3trc], [50.0, 333])
  func further11_theLineOfAnotherPartCostsNoSamples(_ model: ChipModel, hertz: Double) throws {
    for usesFIFO in [false, true] {
      let other = UInt64(1e9 / hertz)
      let pipeline = try pipeline(model, usesFIFO: usesFIFO) { deadline, _, board in
        let time = (board.nowNanoseconds / other + 1) * other
        let end = min(time, deadline)
        if end > board.nowNanoseconds { board.pause(nanoseconds: end - board.nowNanoseconds) }
        return time <= deadline
          ? EdgeWait(status: 1, firstNanoseconds: time, lastNanoseconds: time, lastSequence: 0) : .deadline
      }
      pipeline.run(seconds: 3)
      if !usesFIFO { #expect(pipeline.health == .degraded) }
      _ = expectEachOnce(pipeline, seconds: 5)
    }
  }
}
