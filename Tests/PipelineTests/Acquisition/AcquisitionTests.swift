import IMUDrivers
import SimulatedIMU
import Testing

@testable import Pipeline

@Suite struct AcquisitionTests {
  static let models: [ChipModel] = [.mpu6050, .lsm6ds3, .lsm6ds3trc]

  @Test(arguments: models) func everySampleOfTheChipArrivesOnceNumberedAndStampedWithItsEdge(_ model: ChipModel) throws
  {
    let pipeline = try VirtualPipeline(model)
    pipeline.run(seconds: 2)
    let samples = pipeline.samples
    let hertz = model == .mpu6050 ? 200.0 : 208.0
    // Settling takes the first samples, at most 20 at this rate.
    #expect(samples.count > Int(2 * hertz) - 25)
    #expect(samples.first?.sequence == 1)
    for (earlier, later) in zip(samples, samples.dropFirst()) {
      #expect(later.sequence == earlier.sequence + 1)
      let interval = Double(later.timeNanoseconds - earlier.timeNanoseconds)
      #expect(abs(interval - 1e9 / hertz) < 2)
    }
    #expect(pipeline.counters.lost == 0)
    #expect(pipeline.health == .running)
    #expect(pipeline.counters.failedTransfers == 0)
  }

  @Test(arguments: models) func accountingClosesWithTheChip(_ model: ChipModel) throws {
    let pipeline = try VirtualPipeline(model)
    let before = pipeline.chip.samplesTaken
    pipeline.run(seconds: 1)
    let produced = pipeline.chip.samplesTaken - before
    let active = pipeline.stages.withAcquisition { $0.sensor.active.settlingSamples }
    // The last sample may still wait to be read.
    let delivered = pipeline.samples.count + active
    // At the start one that was taken before may be read, at the end the last may still wait.
    #expect(abs(Int(produced) - delivered) <= 1)
  }

  @Test func clockErrorOfTheChipIsLearntAndCostsNoSample() throws {
    for error in [-0.05, 0.05] {
      let pipeline = try VirtualPipeline(options: ChipOptions(clockError: error))
      pipeline.run(seconds: 3)
      let period = pipeline.stages.withAcquisition { $0.period.nanoseconds }
      #expect(abs(period / (5e6 / (1 + error)) - 1) < 1e-3)
      #expect(pipeline.counters.lost == 0)
      #expect(abs(pipeline.counters.interval.hertz / (200 * (1 + error)) - 1) < 1e-6)
    }
  }

  @Test func aChipWithoutALineIsPolledAtItsRate() throws {
    for error in [-0.05, 0, 0.05] {
      let pipeline = try VirtualPipeline(options: ChipOptions(clockError: error), isLineWired: false)
      let before = pipeline.chip.samplesTaken
      pipeline.run(seconds: 2)
      let produced = Double(pipeline.chip.samplesTaken - before)
      #expect(Double(pipeline.samples.count) > 0.98 * produced)
      #expect(pipeline.health == .running)
      #expect(pipeline.counters.pollingPeriods == 0)
    }
  }

  @Test func aLatchedPinServesEverySampleToo() throws {
    var configuration = SensorConfiguration()
    configuration.interrupt.latched = true
    for model in Self.models {
      let pipeline = try VirtualPipeline(model, configuration: configuration)
      pipeline.run(seconds: 1)
      #expect(pipeline.counters.lost == 0)
      #expect(pipeline.counters.pollingPeriods == 0)
      #expect(pipeline.samples.count > 180)
    }
  }

  @Test func publicationsFollowTheIntervalWithAnExactMeanRate() throws {
    for hertz in [10.0, 60, 70, 100] {
      let pipeline = try VirtualPipeline(interval: UpdateInterval(hertz: hertz))
      pipeline.run(seconds: 5)
      let samples = pipeline.samples
      let first = try #require(samples.first)
      let last = try #require(samples.last)
      let measured = Double(samples.count - 1) / (Double(last.timeNanoseconds - first.timeNanoseconds) * 1e-9)
      #expect(abs(measured - hertz) < hertz * 0.006)
      // The filter has seen every sample all the same.
      #expect(pipeline.counters.samples >= 970)
    }
  }

  /// Slower than 10 Hz the doorbell is rung ten times a second all the same: the ring must not fill, and pull must know of a silence.
  @Test func aSlowIntervalIsPublishedTenTimesASecond() throws {
    let pipeline = try VirtualPipeline(interval: UpdateInterval(seconds: 60))
    pipeline.run(seconds: 5)
    #expect(abs(pipeline.samples.count - 50) <= 1)
    #expect(pipeline.counters.samples >= 970)
  }

  @Test func mountingTurnsBothSensors() throws {
    // The device's x lies along the chip's -y, its y along the chip's x.
    let mounting = try #require(Mounting(x: "-y", y: "+x", z: "+z"))
    let pose = TrueOrientation(roll: 0, pitch: 0.5, yaw: 0)
    let pipeline = try VirtualPipeline(motion: .still(pose: pose, gyroBias: SIMD3(0.1, 0.2, 0.3)), mounting: mounting)
    let plain = try VirtualPipeline(motion: .still(pose: pose, gyroBias: SIMD3(0.1, 0.2, 0.3)))
    pipeline.run(seconds: 0.2)
    plain.run(seconds: 0.2)
    let turned = try #require(pipeline.samples.first)
    let chip = try #require(plain.samples.first)
    #expect(turned.specificForce.x == -chip.specificForce.y)
    #expect(turned.specificForce.y == chip.specificForce.x)
    #expect(turned.specificForce.z == chip.specificForce.z)
    #expect(turned.rotationRate.x == -chip.rotationRate.y)
    #expect(turned.rotationRate.y == chip.rotationRate.x)
  }

  @Test func theChipSleepsAfterTheEnd() throws {
    let mpu = try VirtualPipeline(.mpu6050)
    mpu.stages.withAcquisition { $0.finish() }
    #expect(mpu.chip.register(0x6B) & 0x40 != 0)
    let lsm = try VirtualPipeline(.lsm6ds3)
    lsm.stages.withAcquisition { $0.finish() }
    #expect(lsm.chip.register(0x10) >> 4 == 0)
    #expect(lsm.chip.register(0x11) >> 4 == 0)
  }

  /// A read that begins most of a period after its edge still ends before the next sample: nothing is lost by it.
  @Test(arguments: models) func aThreadThatComesLateWithinThePeriodLosesNothing(_ model: ChipModel) throws {
    let pipeline = try VirtualPipeline(model, motion: ClockMotion())
    pipeline.run(seconds: 0.5)
    pipeline.forgetUpdates()
    for share in [0.3, 0.55, 0.7, 0.8] {
      // Stopped at an edge, then held up.
      pipeline.run(seconds: 0.05)
      let last = try #require(pipeline.samples.last)
      let period = pipeline.stages.withAcquisition { $0.period.nanoseconds }
      let due = last.timeNanoseconds + UInt64((1 + share) * period)
      pipeline.board.pause(nanoseconds: due - pipeline.board.nowNanoseconds)
      pipeline.run(seconds: 0.05)
    }
    #expect(pipeline.counters.lost == 0)
    #expect(pipeline.samples.allSatisfy { abs(ClockMotion.lag(of: $0, since: pipeline.board.startNanoseconds)) < 0.11 })
  }
}
