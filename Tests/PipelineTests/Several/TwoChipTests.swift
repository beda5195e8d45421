import IMUDrivers
import SimulatedIMU
import Testing

@testable import Pipeline

/// Two chips on one bus are two pipelines that share its time and nothing else.
@Suite struct TwoChipTests {
  static let pairs: [([ChipModel], [UInt8])] = [
    ([.mpu6050, .mpu6050], [0x68, 0x69]), ([.lsm6ds3, .lsm6ds3trc], [0x6A, 0x6B]),
    ([.mpu6050, .lsm6ds3], [0x69, 0x6B]),
  ]

  /// Field report 22: the second chip ignored, or both read the same.
  @Test(arguments: pairs, [Readout.registers, .fifo])
  func row22_twoChipsNeverMix(pair: ([ChipModel], [UInt8]), readout: Readout) throws {
    let outcomes = try TwoChips(models: pair.0, addresses: pair.1, readout: readout).run()
    for (index, outcome) in outcomes.enumerated() {
      #expect(outcome.error == nil)
      #expect(outcome.samples.count >= 390)
      #expect(outcome.counters.lost == 0)
      #expect(outcome.counters.failedTransfers == 0)
      #expect(outcome.troubles.isEmpty)
      for sample in outcome.samples {
        try #require(abs(sample.temperatureCelsius - TwoChips.temperatures[index]) < 1)
        try #require(abs(sample.specificForce.x - TwoChips.forces[index]) < 0.5)
      }
      for (sample, next) in zip(outcome.samples, outcome.samples.dropFirst()) {
        try #require(next.timeNanoseconds > sample.timeNanoseconds)
        try #require(next.sequence == sample.sequence + 1)
      }
    }
  }

  /// Field report 48: one line for two chips is refused, and the way out is to poll one or both of them.
  @Test(arguments: pairs, [[true, false], [false, true], [false, false]])
  func row48_aPolledChipRunsBesideAWiredOne(pair: ([ChipModel], [UInt8]), isWired: [Bool]) throws {
    let outcomes = try TwoChips(models: pair.0, addresses: pair.1, isWired: isWired).run()
    for (index, outcome) in outcomes.enumerated() {
      #expect(outcome.samples.count >= 390)
      #expect(outcome.counters.failedTransfers == 0)
      #expect(outcome.counters.lost == 0)
      #expect(outcome.troubles.isEmpty)
      for sample in outcome.samples {
        try #require(abs(sample.temperatureCelsius - TwoChips.temperatures[index]) < 1)
      }
    }
  }

  static let faults: [Fault] = [
    .noAcknowledge(4), .noAcknowledge(40), .arbitrationLost(3), .shortCount(3), .brownOut, .freeze(true),
    .identity(0x42), .withholdEdges(.untilCleared), .stuckActive(true), .zeros(true),
  ]

  /// One sick chip does not disturb the other, whose counters stay clean throughout.
  @Test(arguments: faults, [Readout.registers, .fifo])
  func aSickChipLeavesTheOtherAlone(fault: Fault, readout: Readout) throws {
    let pair = Self.pairs[2]
    let outcomes = try TwoChips(models: pair.0, addresses: pair.1, readout: readout, seconds: 6).run { chip, advance in
      chip.inject(fault)
      advance(500_000_000)
      chip.clearFaults()
    }
    expectUntouched(outcomes[1], seconds: 6)
    #expect(outcomes[0].samples.count > 500)
  }

  /// Field report: a plug that comes off. The other goes on while its neighbour is away, and the neighbour comes back.
  @Test(arguments: pairs, [Readout.registers, .fifo])
  func anUnpluggedChipLeavesTheOtherAlone_andReturns(pair: ([ChipModel], [UInt8]), readout: Readout) throws {
    let outcomes = try TwoChips(models: pair.0, addresses: pair.1, readout: readout, seconds: 6).run { chip, advance in
      chip.inject(.unplug)
      advance(1_500_000_000)
      chip.inject(.replug)
    }
    expectUntouched(outcomes[1], seconds: 6)
    #expect(outcomes[0].healths.contains(.recovering) || outcomes[0].healths.contains(.faulted))
    #expect(outcomes[0].healths.last == .running)
    #expect(outcomes[0].counters.lost > 0)
    let last = try #require(outcomes[0].samples.last)
    #expect(last.sequence == UInt64(outcomes[0].samples.count) + outcomes[0].counters.lost)
  }

  /// A held data line stops the bus for both. Once one of them has clocked it free, both go on, and what was lost is stated.
  @Test(arguments: [Readout.registers, .fifo])
  func aHeldDataLineIsFreedForBoth(readout: Readout) throws {
    let pair = Self.pairs[2]
    let outcomes = try TwoChips(models: pair.0, addresses: pair.1, readout: readout, seconds: 6).run { chip, _ in
      chip.inject(.holdSDA(.untilClocked))
    }
    for outcome in outcomes {
      #expect(outcome.counters.faults == 0)
      #expect(outcome.healths.last == .running)
      let last = try #require(outcome.samples.last)
      #expect(last.sequence == UInt64(outcome.samples.count) + outcome.counters.lost)
      #expect(outcome.samples.count > 1000)
    }
    #expect(outcomes.contains { $0.events.contains { $0.kind == .busCleared } })
  }

  /// A chip that is not there keeps nobody else from starting.
  @Test func aMissingChipLeavesTheOtherAlone() throws {
    let board = SimulatedBoard(clock: .virtual)
    let chip = board.attach(.mpu6050, motion: .still())
    let shared = SharedBus(sensorCount: 2)
    let pipelines = [0x69, 0x68].map { address in
      MotionPipeline.stepped(
        PipelineConfiguration(
          source: .custom(bus: board.bus, address: address, line: address == 0x68 ? board.line(for: chip) : nil),
          realtime: .none, sharedBus: shared))
    }
    #expect(throws: PipelineError.self) { try pipelines[0].start() }
    try pipelines[1].start()
    pipelines[1].advance(nanoseconds: 1_000_000_000)
    #expect(pipelines[1].counters?.lost == 0)
    #expect(shared.current.map(\.address) == [0x68])
    pipelines[1].stop()
    #expect(shared.current.isEmpty)
  }

  private func expectUntouched(_ outcome: TwoChips.Outcome, seconds: Int) {
    #expect(outcome.error == nil)
    #expect(outcome.troubles.isEmpty)
    #expect(outcome.counters.lost == 0)
    #expect(outcome.counters.failedTransfers == 0)
    #expect(outcome.counters.restarts == 0)
    #expect(outcome.samples.count >= 195 * seconds)
  }
}
