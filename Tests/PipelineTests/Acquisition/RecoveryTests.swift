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

  @Test func aStalledDeliveryThreadCostsOnlyWhatIsCounted() throws {
    let pipeline = try VirtualPipeline()
    let end = pipeline.board.nowNanoseconds + 10_000_000_000
    while pipeline.board.nowNanoseconds < end {
      _ = pipeline.stages.withAcquisition { $0.step() }
      _ = pipeline.stages.withFusion { $0.drain(isDelivering: true) }
    }
    // Values leave the last quarter of the ring to events, of which none is lost.
    pipeline.chip.inject(.noAcknowledge(.times(1)))
    for _ in 0..<20 {
      _ = pipeline.stages.withAcquisition { $0.step() }
      _ = pipeline.stages.withFusion { $0.drain(isDelivering: true) }
    }
    let counters = pipeline.counters
    pipeline.fuse()
    #expect((760...768).contains(pipeline.samples.count))
    #expect(pipeline.events.contains { if case .transferFailed = $0.kind { true } else { false } })
    #expect(UInt64(pipeline.samples.count) + counters.undelivered == counters.published)
    #expect(counters.undelivered > 900)
    // What is left out is told in its place: between the value before it and the one behind it.
    pipeline.run(seconds: 0.1)
    var (told, last) = (UInt64(0), UInt64(0))
    var pending: PipelineEvent?
    for update in pipeline.updates {
      switch update {
      case .event(let event):
        if case .notDelivered(let count) = event.kind {
          told += count
          #expect(event.sequence == last)
          pending = event
        }
      case .sample(let sample):
        if case .notDelivered(let count)? = pending?.kind, last > 0 { #expect(sample.sequence - last > count / 2) }
        (pending, last) = (nil, sample.sequence)
      case .detected: break
      }
    }
    #expect(told == counters.undelivered && told == pipeline.counters.undelivered)
  }

  @Test func row22_twoChipsOnOneBusNeverMix() throws {
    let board = SimulatedBoard(clock: .virtual)
    let pipelines = try [(UInt8(0x68), 0.1), (0x69, -0.2)].map { address, rate in
      let chip = board.attach(.mpu6050, address: address, motion: .rotation(about: SIMD3(0, 0, 1), rate: rate))
      return (try VirtualPipeline(board: board, chip: chip, line: board.line(for: chip)), rate)
    }
    for _ in 0..<2000 { for (pipeline, _) in pipelines { pipeline.step() } }
    for (pipeline, rate) in pipelines {
      #expect(pipeline.samples.count > 900)
      #expect(pipeline.samples.allSatisfy { abs($0.rotationRate.z + $0.bias.z - rate) < 0.002 })
    }
  }

  @Test func row30_halfSensitivityIsToldAtRestAndNotRescaled() throws {
    let pipeline = try VirtualPipeline()
    pipeline.chip.inject(.halfSensitivity(true))
    pipeline.run(seconds: 6)
    let told = pipeline.events.compactMap { if case .sensitivitySuspect(let norm) = $0.kind { norm } else { nil } }
    #expect(told.count == 1)
    #expect(abs((told.first ?? 0) - 0.5) < 0.01)
    #expect(abs((pipeline.samples.last?.specificForce.z ?? 0) - 9.80665 / 2) < 0.02)
    let healthy = try VirtualPipeline()
    healthy.run(seconds: 6)
    #expect(healthy.counters.sensitivitySuspicions == 0)
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

  @Test(arguments: AcquisitionTests.models)
  func aLossIsToldOnceHoweverLongItLasts(_ model: ChipModel) throws {
    let pipeline = try VirtualPipeline(model)
    pipeline.run(seconds: 0.5)
    pipeline.chip.inject(.unplug)
    pipeline.run(seconds: 20)
    #expect(pipeline.healthChanges.filter { $0 == .faulted }.count == 1)
    #expect(pipeline.counters.faults == 1)
    pipeline.chip.inject(.replug)
    pipeline.run(seconds: 3)
    #expect(pipeline.health == .running)
    pipeline.chip.inject(.unplug)
    pipeline.run(seconds: 5)
    #expect(pipeline.counters.faults == 2)
  }

  /// Such a chip answers, resets and keeps what is written to it, but its sampling is dead.
  @Test(arguments: AcquisitionTests.models, [true, false])
  func aChipThatCanBeSetUpButGivesNoSamplesIsFaultedOnce(_ model: ChipModel, isLineWired: Bool) throws {
    let noise = SeededNoise(seed: 1, angularRate: 0.001, specificForce: 0.02)
    let pipeline = try VirtualPipeline(model, motion: .still(noise: noise), isLineWired: isLineWired)
    pipeline.run(seconds: 0.5)
    let (register, mask): (UInt8, UInt8) = model == .mpu6050 ? (0x6B, 0x40) : (0x11, 0xF0)
    let end = pipeline.board.nowNanoseconds + 20_000_000_000
    pipeline.board.startTrace()
    while pipeline.board.nowNanoseconds < end {
      // Asleep again at once after each restart.
      let value = pipeline.chip.register(register) & mask
      if model == .mpu6050 ? value == 0 : value != 0 {
        pipeline.chip.inject(.flip(register: register, mask: model == .mpu6050 ? mask : value))
      }
      pipeline.step()
    }
    #expect(pipeline.health == .faulted)
    #expect(pipeline.counters.faults == 1)
    #expect(pipeline.failure?.description.contains("gives no samples") == true)
    // Twenty seconds: about one restart of some 60 transfers and one polling of at most 60 a second.
    #expect(pipeline.board.stopTrace().count < 20 * 250)
    pipeline.run(seconds: 4)
    #expect(pipeline.health == .running)
  }

  /// A held line shows no edge before the chip was read, so waiting for one would cost two samples each time.
  @Test(arguments: AcquisitionTests.models)
  func aLateThreadServesAHeldLineAtOnce(_ model: ChipModel) throws {
    var configuration = SensorConfiguration()
    configuration.interrupt.latched = true
    let pipeline = try VirtualPipeline(model, configuration: configuration)
    pipeline.run(seconds: 1)
    let before = pipeline.counters.samples
    for _ in 0..<20 {
      pipeline.run(seconds: 0.1)
      // Three quarters of a period late.
      pipeline.board.pause(nanoseconds: 8_300_000)
    }
    let lost = pipeline.counters.lost
    // One sample is replaced in each pause.
    #expect(lost <= 20)
    #expect(pipeline.counters.samples - before > 380)
    #expect(pipeline.counters.pollingPeriods == 0)
  }

  @Test(arguments: AcquisitionTests.models)
  func aChipThatHoldsTheDataLineIsClockedOutAndSetUpAgain(_ model: ChipModel) throws {
    let pipeline = try VirtualPipeline(model)
    pipeline.run(seconds: 0.5)
    pipeline.forgetUpdates()
    pipeline.chip.inject(.holdSDA(.untilClocked))
    pipeline.run(seconds: 2)
    #expect(pipeline.counters.busClears == 1)
    #expect(pipeline.counters.restarts == 1)
    #expect(pipeline.counters.faults == 0)
    #expect(pipeline.health == .running)
  }

  @Test func aBusThatStaysHeldIsAFaultAndComesBackWithIt() throws {
    let pipeline = try VirtualPipeline()
    pipeline.run(seconds: 0.5)
    pipeline.chip.inject(.holdSDA(.forGood))
    pipeline.run(seconds: 5)
    #expect(pipeline.health == .faulted)
    #expect(pipeline.counters.busClears == 0)
    #expect(pipeline.failure?.description.contains("timeout (errno 110)") == true)
    pipeline.chip.clearFaults()
    pipeline.run(seconds: 3)
    #expect(pipeline.health == .running)
  }
}
