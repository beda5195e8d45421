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
    #expect(failed.allSatisfy { $0.address == 0x68 && $0.register == 0x3B && $0.kind == .noAcknowledge })
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
    let chip = board.attach(.lsm6ds3, address: 0x6A, motion: .still())
    let other = board.attach(.lsm6ds3, address: 0x6B, motion: .still())
    let line = board.line(for: chip, other)
    _ = try IMUSensor.start(bus: board.bus, address: 0x6B, configuration: SensorConfiguration())
    let sensor = try IMUSensor.start(bus: board.bus, address: 0x6A, configuration: SensorConfiguration())
    let stages = Stages(
      sensor: sensor, line: line, rate: SharedRate(.everySample), mounting: .aligned, ringCapacity: 1024,
      deliveryCapacity: 1024)
    let before = chip.samplesTaken
    let end = board.nowNanoseconds + 1_000_000_000
    while board.nowNanoseconds < end { _ = stages.withAcquisition { $0.step() } }
    _ = stages.withFusion { $0.drain(isDelivering: false) }
    let produced = chip.samplesTaken - before
    let counters = try #require(stages.reports.read())
    #expect(counters.samples + counters.lost + 25 > produced)
    #expect(counters.samples > produced * 9 / 10)
  }

  @Test(arguments: AcquisitionTests.models)
  func row49_missedEdgesAreStatedAsAGap(_ model: ChipModel) throws {
    let pipeline = try VirtualPipeline(model)
    pipeline.run(seconds: 0.5)
    pipeline.forgetUpdates()
    let before = pipeline.chip.samplesTaken
    let counted = pipeline.counters.samples
    pipeline.chip.inject(.withholdEdges(.times(2)))
    pipeline.run(seconds: 0.5)
    let produced = pipeline.chip.samplesTaken - before
    let delivered = pipeline.counters.samples - counted
    #expect(produced - delivered - pipeline.lostInEvents <= 1)
    let jumps = zip(pipeline.samples, pipeline.samples.dropFirst()).map { $1.sequence - $0.sequence - 1 }
    #expect(jumps.reduce(0, +) == pipeline.lostInEvents)
  }

  @Test func row51_noEdgeSinceTheStartIsSaidAndPolledAround() throws {
    let board = SimulatedBoard(clock: .virtual)
    let chip = board.attach(.mpu6050, motion: .still())
    // A line that no chip is wired to.
    let stray = board.attach(.mpu6050, address: 0x69, motion: .still())
    let sensor = try IMUSensor.start(bus: board.bus, address: chip.address, configuration: SensorConfiguration())
    let stages = Stages(
      sensor: sensor, line: board.line(for: stray), rate: SharedRate(.everySample), mounting: .aligned,
      ringCapacity: 1024, deliveryCapacity: 1024)
    let end = board.nowNanoseconds + 1_000_000_000
    while board.nowNanoseconds < end { _ = stages.withAcquisition { $0.step() } }
    _ = stages.withFusion { $0.drain(isDelivering: true) }
    var started: [Bool] = []
    stages.withDeliveries { deliveries in
      while let entry = deliveries.pop() {
        if case .event(let event) = entry.content, case .pollingStarted(let ever) = event.kind { started.append(ever) }
      }
    }
    #expect(started == [false])
    let counters = try #require(stages.reports.read())
    #expect(counters.samples > 190)
    #expect(counters.health == .degraded)
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
    let sensor = try IMUSensor.start(bus: board.bus, address: chip.address, configuration: SensorConfiguration())
    board.pause(nanoseconds: 100_000_000)
    let line = board.line(for: chip)
    #expect(line.level() == 1)
    let stages = Stages(
      sensor: sensor, line: line, rate: SharedRate(.everySample), mounting: .aligned, ringCapacity: 1024,
      deliveryCapacity: 1024)
    let end = board.nowNanoseconds + 500_000_000
    while board.nowNanoseconds < end { _ = stages.withAcquisition { $0.step() } }
    _ = stages.withFusion { $0.drain(isDelivering: false) }
    let counters = try #require(stages.reports.read())
    #expect(counters.samples > 75)
    #expect(counters.pollingPeriods == 0)
    #expect(counters.lost == 0)
  }
}
