import Fusion
import IMUDrivers
import SimulatedIMU
import Testing

@testable import Pipeline

/// What else disturbs the flow on a board: other errors of the adapter, other parts on the bus, a machine that stands still.
@Suite struct DisturbanceTests {
  private static let noise = SeededNoise(seed: 5, angularRate: 0.001, specificForce: 0.02)

  struct SetUp: CustomTestStringConvertible, Sendable {
    let model: ChipModel
    let usesFIFO: Bool
    let isWired: Bool
    var testDescription: String { "\(model.rawValue)\(usesFIFO ? " FIFO" : "")\(isWired ? "" : " polled")" }

    static let all = [ChipModel.mpu6050, .lsm6ds3, .lsm6ds3trc].flatMap { model in
      [
        SetUp(model: model, usesFIFO: false, isWired: true), SetUp(model: model, usesFIFO: true, isWired: true),
        SetUp(model: model, usesFIFO: false, isWired: false),
      ]
    }
  }

  private func pipeline(_ setUp: SetUp, hertz: Double = 200) throws -> (VirtualPipeline, DisturbedBus) {
    let board = SimulatedBoard()
    let chip = board.attach(setUp.model, motion: .moving(noise: Self.noise))
    board.pause(nanoseconds: 50_000_000)
    let bus = DisturbedBus(board)
    let sensor = try IMUSensor.start(
      bus: bus, address: chip.address,
      configuration: SensorConfiguration(sampleRateHertz: hertz, usesFIFO: setUp.usesFIFO))
    let pipeline = VirtualPipeline(
      board: board, chip: chip, line: setUp.isWired ? board.line(for: chip) : nil, sensor: sensor, batchSeconds: 0.02)
    pipeline.run(seconds: 1)
    pipeline.forgetUpdates()
    return (pipeline, bus)
  }

  /// Samples with numbers and times that rise, and every number that is missing stated.
  private func expectWhole(_ pipeline: VirtualPipeline, _ comment: Comment? = nil) {
    let samples = pipeline.samples
    for (former, next) in zip(samples, samples.dropFirst()) {
      #expect(next.timeNanoseconds > former.timeNanoseconds && next.sequence > former.sequence, comment)
    }
    guard let first = samples.first, let last = samples.last else { return }
    let span = last.sequence - first.sequence + 1
    #expect(UInt64(samples.count) + pipeline.lostInEvents >= span, comment)
  }

  /// Whatever an adapter answers: the errno stands in the event, and the flow goes on by itself.
  @Test(arguments: SetUp.all)
  func further05_anyErrorOfTheAdapterIsToldAndOvercome(_ setUp: SetUp) throws {
    let codes: [Int32] = [1, 4, 5, 6, 11, 12, 14, 16, 19, 22, 28, 62, 71, 74, 84, 90, 95, 105, 108, 110, 121, 125, 131]
    let (pipeline, bus) = try pipeline(setUp, hertz: 100)
    for code in codes {
      pipeline.forgetUpdates()
      let begin = pipeline.board.nowNanoseconds
      bus.refuse = { (begin..<begin + 1_000_000_000).contains($0) ? -code : nil }
      pipeline.run(seconds: 3)
      let comment: Comment = "errno \(code)"
      #expect(
        pipeline.events.contains { if case .transferFailed(let error) = $0.kind { error.code == code } else { false } },
        comment)
      let back = pipeline.samples.first { $0.timeNanoseconds > begin + 1_000_000_000 }
      #expect((back?.timeNanoseconds ?? .max) < begin + 3_000_000_000, comment)
      #expect(pipeline.health == .running, comment)
      expectWhole(pipeline, comment)
    }
  }

  /// A display on the same bus takes 50 ms once a second.
  @Test(arguments: SetUp.all)
  func further06_aDisplayThatBlocksTheBusCostsStatedSamplesOnly(_ setUp: SetUp) throws {
    let (pipeline, bus) = try pipeline(setUp)
    var next = pipeline.board.nowNanoseconds + 300_000_000
    bus.busy = { now in
      guard now >= next else { return 0 }
      next = now + 1_000_000_000
      return 50_000_000
    }
    pipeline.run(seconds: 10)
    expectWhole(pipeline)
    #expect(pipeline.counters.restarts == 0)
    #expect(pipeline.samples.count > 1800)
    // A FIFO keeps them.
    if setUp.usesFIFO { #expect(pipeline.counters.lost == 0) }
  }

  /// The machine stands still: a suspended virtual machine, a stopped process, a stalled kernel.
  @Test(arguments: SetUp.all, [0.3, 5])
  func further07_aPauseOfTheWholeProcessIsAStatedGap(_ setUp: SetUp, seconds: Double) throws {
    let (pipeline, _) = try pipeline(setUp)
    pipeline.run(seconds: 1)
    let begin = pipeline.board.nowNanoseconds
    pipeline.board.pause(nanoseconds: UInt64(seconds * 1e9))
    let end = pipeline.board.nowNanoseconds
    pipeline.run(seconds: 3)
    expectWhole(pipeline)
    #expect(pipeline.health == .running)
    let after = try #require(pipeline.samples.last)
    #expect(pipeline.board.nowNanoseconds - after.timeNanoseconds < 50_000_000)
    let rate = pipeline.stages.withAcquisition { $0.sensor.active.sampleRateHertz }
    let taken = UInt64(Double(end - begin) * 1e-9 * rate)
    // As many as the chip took are delivered or stated.
    let first = try #require(pipeline.samples.first { $0.timeNanoseconds > begin })
    let span = pipeline.samples.filter {
      $0.timeNanoseconds > first.timeNanoseconds && $0.timeNanoseconds < end + 1_000_000_000
    }
    #expect(span.count > Int(rate * 0.9))
    #expect(pipeline.lostInEvents + UInt64(pipeline.samples.count) + 30 > taken)
  }

  /// The chip's clock drifts by 4 %, as it warms up.
  @Test(arguments: [ChipModel.mpu6050, .lsm6ds3trc], [false, true])
  func further08_aClockThatDriftsSlowlyLosesNothing(_ model: ChipModel, usesFIFO: Bool) throws {
    let (pipeline, _) = try pipeline(SetUp(model: model, usesFIFO: usesFIFO, isWired: true))
    for step in 0..<20 {
      pipeline.chip.inject(.clockError(Double(step) * 0.04 / 20))
      pipeline.run(seconds: 1)
    }
    expectWhole(pipeline)
    #expect(pipeline.counters.lost == 0, "\(pipeline.events.map(\.kind))")
    #expect(pipeline.counters.restarts == 0)
  }
}
