import IMUDrivers
import SimulatedIMU
import Testing

@testable import Pipeline

/// What went wrong for users of these chips, sections B and E of the collected field reports; the numbers are theirs.
@Suite struct FieldReportTests {
  @Test func row14_oneMissingAcknowledgeIsRetriedAndCountedExactly() throws {
    let pipeline = try VirtualPipeline()
    pipeline.run(seconds: 0.5)
    pipeline.forgetUpdates()
    pipeline.chip.inject(.noAcknowledge(.times(1)))
    pipeline.run(seconds: 0.2)
    #expect(pipeline.counters.failedTransfers == 1)
    #expect(pipeline.counters.lost == 0)
    #expect(pipeline.healthChanges == [.degraded])
    for (earlier, later) in zip(pipeline.samples, pipeline.samples.dropFirst()) {
      #expect(later.sequence == earlier.sequence + 1)
    }
    pipeline.run(seconds: 1)
    #expect(pipeline.health == .running)
  }

  @Test func row14_acknowledgesMissingForGoodDegradeThenFaultWithAddressAndRegister() throws {
    let pipeline = try VirtualPipeline()
    pipeline.run(seconds: 0.5)
    pipeline.forgetUpdates()
    pipeline.chip.inject(.noAcknowledge(.untilCleared))
    pipeline.run(seconds: 1)
    #expect(pipeline.healthChanges.prefix(3) == [.degraded, .recovering, .faulted])
    let failed = pipeline.events.compactMap { if case .transferFailed(let error) = $0.kind { error } else { nil } }
    // Of samples, and of the look at the configuration that was due.
    #expect(failed.allSatisfy { $0.address == 0x68 && $0.kind == .noAcknowledge })
    #expect(failed.filter { $0.register == 0x3A }.count >= failed.count - 1)
    let failure = try #require(pipeline.failure)
    #expect(failure.description.contains("0x68"))
    #expect(failure.description.contains("0x75"))
    #expect(pipeline.samples.allSatisfy { $0.health != .faulted })
  }

  @Test func row15_timeoutsAreNotRetriedAtOnceAndLeadToARestart() throws {
    let pipeline = try VirtualPipeline()
    pipeline.run(seconds: 0.5)
    pipeline.forgetUpdates()
    pipeline.chip.inject(.timeout(.times(2)))
    pipeline.run(seconds: 2)
    let errors = pipeline.events.compactMap { if case .transferFailed(let error) = $0.kind { error } else { nil } }
    #expect(errors.map(\.kind) == [.timeout, .timeout])
    #expect(pipeline.counters.restarts == 1)
    #expect(pipeline.health == .running)
  }

  @Test func row16_lostArbitrationIsRetriedWithBackOffThenRestarted() throws {
    let brief = try VirtualPipeline()
    brief.run(seconds: 0.5)
    brief.chip.inject(.arbitrationLost(.times(2)))
    brief.run(seconds: 0.5)
    #expect(brief.counters.lost == 0)
    #expect(brief.counters.failedTransfers == 2)

    let long = try VirtualPipeline()
    long.run(seconds: 0.5)
    long.chip.inject(.arbitrationLost(.times(30)))
    long.run(seconds: 2)
    #expect(long.counters.restarts == 1)
    #expect(long.health == .running)
  }

  @Test func aShortTransferIsAnErrorAndNeverASample() throws {
    let pipeline = try VirtualPipeline(motion: .still(temperature: 25))
    pipeline.run(seconds: 0.5)
    pipeline.chip.inject(.shortCount(.times(1)))
    pipeline.run(seconds: 0.2)
    #expect(pipeline.counters.failedTransfers == 1)
    #expect(pipeline.samples.allSatisfy { abs($0.specificForce.z - 9.80665) < 0.01 })
  }

  @Test(arguments: AcquisitionTests.models)
  func row47_aDoubleEdgeIsOneSample(_ model: ChipModel) throws {
    let pipeline = try VirtualPipeline(model, motion: .moving())
    pipeline.run(seconds: 0.5)
    let before = pipeline.chip.samplesTaken
    let counted = pipeline.counters.samples
    pipeline.chip.inject(.doubleEdges(.times(20)))
    pipeline.run(seconds: 0.5)
    let produced = pipeline.chip.samplesTaken - before
    #expect(pipeline.counters.samples - counted <= produced)
    #expect(pipeline.counters.samples - counted + 1 >= produced)
    #expect(pipeline.counters.lost == 0)
  }

  @Test func row48_aLineThatStaysActiveIsServedAgain() throws {
    // Two chips on one line: the other one holds it active, so this one's samples bring no edges.
    let board = SimulatedBoard(clock: .virtual)
    let noise = SeededNoise(seed: 48, angularRate: 0.001, specificForce: 0.02)
    let chip = board.attach(.lsm6ds3, address: 0x6A, motion: .still(noise: noise))
    let other = board.attach(.lsm6ds3, address: 0x6B, motion: .still())
    _ = try IMUSensor.start(bus: board.bus, address: 0x6B, configuration: SensorConfiguration())
    let pipeline = try VirtualPipeline(board: board, chip: chip, line: board.line(for: chip, other))
    let before = chip.samplesTaken
    pipeline.run(seconds: 1)
    let produced = chip.samplesTaken - before
    #expect(pipeline.counters.restarts == 0)
    #expect(pipeline.counters.samples > produced * 8 / 10)
    #expect(abs(Int(pipeline.counters.samples + pipeline.counters.lost) + 20 - Int(produced)) <= 3)
  }

  @Test(arguments: AcquisitionTests.models)
  func row49_missedEdgesAreStatedAsAGap(_ model: ChipModel) throws {
    let pipeline = try VirtualPipeline(model)
    pipeline.run(seconds: 0.5)
    let before = pipeline.chip.samplesTaken
    let counted = pipeline.counters.samples
    pipeline.chip.inject(.withholdEdges(.times(2)))
    pipeline.run(seconds: 0.5)
    let produced = pipeline.chip.samplesTaken - before
    let accounted = pipeline.counters.samples - counted + pipeline.lostInEvents
    #expect(pipeline.lostInEvents == 2)
    #expect(abs(Int(produced) - Int(accounted)) <= 1)
    let jumps = zip(pipeline.samples, pipeline.samples.dropFirst()).map { $1.sequence - $0.sequence - 1 }
    #expect(jumps.reduce(0, +) == pipeline.lostInEvents)
  }

  @Test func row51_noEdgeSinceTheStartIsSaidAndPolledAround() throws {
    let board = SimulatedBoard(clock: .virtual)
    let chip = board.attach(.mpu6050, motion: .still())
    // A line that this chip is not wired to.
    let stray = board.attach(.mpu6050, address: 0x69, motion: .still())
    let pipeline = try VirtualPipeline(board: board, chip: chip, line: board.line(for: stray))
    pipeline.run(seconds: 1)
    let started = pipeline.events.compactMap { if case .pollingStarted(let ever) = $0.kind { ever } else { nil } }
    #expect(started == [false])
    #expect(pipeline.counters.samples > 190)
    #expect(pipeline.health == .degraded)
  }

  @Test(arguments: AcquisitionTests.models)
  func edgesThatStayAwayTurnIntoPollingAndBack(_ model: ChipModel) throws {
    let pipeline = try VirtualPipeline(model)
    pipeline.run(seconds: 0.5)
    pipeline.forgetUpdates()
    pipeline.chip.inject(.withholdEdges(.untilCleared))
    pipeline.run(seconds: 1)
    #expect(pipeline.events.contains { $0.kind == .pollingStarted(everHadEdges: true) })
    #expect(pipeline.samples.count > 190)
    #expect(pipeline.health == .degraded)
    pipeline.chip.clearFaults()
    pipeline.run(seconds: 1)
    #expect(pipeline.events.contains { $0.kind == .edgesReturned })
    #expect(pipeline.health == .running)
  }

  @Test func aLineThatIsActiveAlreadyWhenArmedIsServedAtOnce() throws {
    // The LSM6DS3's latched line is active before the pipeline has asked for it: no edge will ever come by itself.
    let board = SimulatedBoard(clock: .virtual)
    let chip = board.attach(.lsm6ds3, motion: .still())
    _ = try IMUSensor.start(bus: board.bus, address: chip.address, configuration: SensorConfiguration())
    board.pause(nanoseconds: 100_000_000)
    let line = board.line(for: chip)
    #expect(line.level() == 1)
    let pipeline = try VirtualPipeline(board: board, chip: chip, line: line)
    pipeline.run(seconds: 0.5)
    #expect(pipeline.counters.samples > 75)
    #expect(pipeline.counters.pollingPeriods == 0)
    #expect(pipeline.counters.lost == 0)
  }
}
