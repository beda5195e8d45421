import IMUDrivers
import SimulatedIMU
import Testing

@testable import Pipeline

/// A chip that lost what it was set to goes on giving samples: wrong ones. Some registers are looked at in turn.
@Suite struct ConfigurationLossTests {
  private static let noise = SeededNoise(seed: 1, angularRate: 0.001, specificForce: 0.02)

  /// A bit of each register that matters, whose loss keeps the chip sampling.
  struct Loss: CustomTestStringConvertible, Sendable {
    let model: ChipModel
    let register: UInt8
    let mask: UInt8
    var testDescription: String { "\(model.rawValue) register \(register) mask \(mask)" }
  }

  private static let losses = [
    Loss(model: .mpu6050, register: 0x1B, mask: 0x08), Loss(model: .mpu6050, register: 0x1C, mask: 0x10),
    Loss(model: .mpu6050, register: 0x1A, mask: 0x04), Loss(model: .mpu6050, register: 0x6C, mask: 0x20),
    Loss(model: .mpu6050, register: 0x37, mask: 0x10), Loss(model: .mpu6050, register: 0x6B, mask: 0x02),
    Loss(model: .lsm6ds3, register: 0x10, mask: 0x04), Loss(model: .lsm6ds3, register: 0x11, mask: 0x08),
    Loss(model: .lsm6ds3, register: 0x12, mask: 0x40), Loss(model: .lsm6ds3, register: 0x18, mask: 0x20),
    Loss(model: .lsm6ds3trc, register: 0x10, mask: 0x08), Loss(model: .lsm6ds3trc, register: 0x11, mask: 0x02),
    Loss(model: .lsm6ds3trc, register: 0x17, mask: 0x80), Loss(model: .lsm6ds3trc, register: 0x13, mask: 0x02),
  ]

  @Test(arguments: losses, [true, false])
  func aFlippedBitIsFoundInBoundedTimeAndNamed(_ loss: Loss, isLineWired: Bool) throws {
    let pipeline = try VirtualPipeline(loss.model, motion: .moving(noise: Self.noise), isLineWired: isLineWired)
    pipeline.run(seconds: 0.6)
    pipeline.forgetUpdates()
    let wrote = pipeline.chip.register(loss.register)
    pipeline.chip.inject(.flip(register: loss.register, mask: loss.mask))
    let began = pipeline.board.nowNanoseconds
    pipeline.run(seconds: 2)
    let found = try #require(
      pipeline.events.first { if case .configurationLost = $0.kind { true } else { false } })
    #expect(
      found.kind
        == .configurationLost(register: loss.register, wrote: wrote, found: wrote ^ loss.mask))
    let count = pipeline.stages.withAcquisition { $0.sensor.checks }
    #expect(count <= 12)
    // One look every 50 ms; a line that fell silent with the configuration adds what polling takes to begin.
    #expect(found.timeNanoseconds - began <= UInt64(count + 2) * 50_000_000)
    #expect(pipeline.counters.configurationLosses == 1)
    #expect(pipeline.counters.restarts == 1)
    #expect(pipeline.chip.register(loss.register) == wrote)
    #expect(pipeline.health == .running)
  }

  @Test(arguments: AcquisitionTests.models)
  func aLookIsAPairOfItsOwnBetweenTwoSamples(_ model: ChipModel) throws {
    let pipeline = try VirtualPipeline(model, motion: .moving(noise: Self.noise))
    pipeline.run(seconds: 0.6)
    let before = pipeline.chip.samplesTaken
    pipeline.board.startTrace()
    pipeline.run(seconds: 5)
    let trace = pipeline.board.stopTrace()
    let samples = Int(pipeline.chip.samplesTaken - before)
    let looks = trace.filter { $0.messages[0].bytes != [model == .mpu6050 ? 0x3A : 0x1E] }
    #expect(abs(trace.count - looks.count - samples) <= 1)
    // One in 50 ms, behind a sample that was handed on.
    #expect(looks.count >= 5 * 20 * 8 / 10 && looks.count <= 5 * 20 + 1)
    for transaction in trace { #expect(transaction.isPairOrWrite) }
    #expect(
      Set(looks.map { $0.messages[0].bytes }).count == pipeline.stages.withAcquisition { $0.sensor.checks })
    #expect(trace.allSatisfy { $0.messages.allSatisfy { $0.isRead || $0.bytes.count == 1 } }, "nothing is written")
  }

  @Test(arguments: AcquisitionTests.models)
  func oneWrongReadOfARegisterIsNoLoss(_ model: ChipModel) throws {
    let pipeline = try VirtualPipeline(model, motion: .moving(noise: Self.noise))
    pipeline.run(seconds: 0.6)
    pipeline.forgetUpdates()
    let register: UInt8 = model == .mpu6050 ? 0x1B : 0x11
    pipeline.chip.inject(.corrupt(register: register, mask: 0x10, 1))
    pipeline.run(seconds: 1)
    #expect(pipeline.counters.configurationLosses == 0)
    #expect(pipeline.counters.restarts == 0)
    #expect(pipeline.counters.corruptedReads == 1)
    #expect(pipeline.counters.lost == 0)
    #expect(pipeline.events.contains { $0.kind == .readCorrupted(register: register) })
  }

  @Test(arguments: AcquisitionTests.models)
  func row12_aChipAsleepAgainIsWokenAndSaysNothingMeanwhile(_ model: ChipModel) throws {
    let pipeline = try VirtualPipeline(model, motion: .still(noise: Self.noise))
    pipeline.run(seconds: 0.6)
    pipeline.forgetUpdates()
    if model == .mpu6050 {
      pipeline.chip.inject(.flip(register: 0x6B, mask: 0x40))
    } else {
      pipeline.chip.inject(.flip(register: 0x10, mask: 0x50))
      pipeline.chip.inject(.flip(register: 0x11, mask: 0x50))
    }
    pipeline.run(seconds: 2)
    #expect(pipeline.counters.restarts == 1)
    #expect(pipeline.health == .running)
    #expect(pipeline.samples.allSatisfy { abs($0.specificForce.z - 9.80665) < 0.2 })
  }

  /// Of both sensors of an LSM6DS3 one may lose its rate: the other's edges go on, and its own words are 0.
  @Test(arguments: [ChipModel.lsm6ds3, .lsm6ds3trc])
  func row12_anAccelerometerSwitchedOffIsFoundAlthoughEdgesGoOn(_ model: ChipModel) throws {
    let pipeline = try VirtualPipeline(model, motion: .still(noise: Self.noise))
    pipeline.run(seconds: 0.6)
    pipeline.chip.inject(.flip(register: 0x10, mask: 0x50))
    pipeline.run(seconds: 2)
    #expect(pipeline.counters.configurationLosses == 1)
    #expect(pipeline.health == .running)
    #expect(abs((pipeline.samples.last?.specificForce.z ?? 0) - 9.80665) < 0.2)
  }
}
