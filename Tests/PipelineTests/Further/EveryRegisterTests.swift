import IMUDrivers
import SimulatedIMU
import Testing

@testable import Pipeline

/// Another program writes to the chip while it runs. Whatever bit it changes is found, named and put right, or changes nothing
/// that is delivered.
@Suite struct EveryRegisterTests {
  struct Case: CustomTestStringConvertible, Sendable {
    let model: ChipModel
    let usesFIFO: Bool
    var testDescription: String { "\(model.rawValue) \(usesFIFO ? "FIFO" : "registers")" }

    static let all = [ChipModel.mpu6050, .mpu6500, .lsm6ds3, .lsm6ds3trc].flatMap { model in
      [false, true].map { Case(model: model, usesFIFO: $0) }
    }

    func pipeline() throws -> VirtualPipeline {
      try VirtualPipeline(
        model, motion: .moving(noise: SeededNoise(seed: 3, angularRate: 0.001, specificForce: 0.02)),
        configuration: SensorConfiguration(sampleRateHertz: 100, usesFIFO: usesFIFO), batchSeconds: 0.02)
    }
  }

  /// Bits that one blow changes.
  private struct Flip: Hashable {
    let register: UInt8
    let mask: UInt8

    /// Each alone.
    var bits: [Flip] {
      (0..<8).map { UInt8(1) << $0 }.filter { mask & $0 != 0 }.map { Flip(register: register, mask: $0) }
    }

    /// What can be written to the chip, register by register.
    static func all(of chip: SimulatedChip) -> [Flip] {
      (0..<0x80 as Range<UInt8>).map { Flip(register: $0, mask: chip.writableBits(of: $0)) }.filter { $0.mask != 0 }
    }
  }

  private enum Finding { case named, healedByTheFIFO, nothing }

  /// Changes bits and waits for what is said about it.
  private func find(_ flip: Flip, _ pipeline: VirtualPipeline) -> Finding {
    pipeline.forgetUpdates()
    let (chip, restarts) = (pipeline.chip, pipeline.counters.restarts)
    let wrote = chip.register(flip.register)
    chip.inject(.flip(register: flip.register, mask: flip.mask))
    let looks = UInt64(pipeline.stages.withAcquisition { $0.sensor.checks } + 3)
    let end = pipeline.board.nowNanoseconds + looks * 75_000_000
    func loss() -> PipelineEvent.Kind? {
      pipeline.events.map(\.kind).first { if case .configurationLost = $0 { true } else { false } }
    }
    while pipeline.board.nowNanoseconds < end, loss() == nil { pipeline.step() }
    let place: Comment = "register \(flip.register) mask \(flip.mask)"
    let told = loss()
    // Time to be set up again.
    pipeline.run(seconds: 0.35)
    if let told {
      #expect(told == .configurationLost(register: flip.register, wrote: wrote, found: wrote ^ flip.mask), place)
      #expect(chip.register(flip.register) == wrote, place)
      #expect(pipeline.counters.restarts == restarts + 1, place)
      return .named
    }
    // A FIFO that shows that something is wrong is set up again before the look comes by.
    let isReset = pipeline.events.contains { if case .fifoReset = $0.kind { true } else { false } }
    if isReset, chip.register(flip.register) == wrote { return .healedByTheFIFO }
    let other = pipeline.events.map(\.kind).filter { if case .healthChanged = $0 { false } else { true } }
    #expect(other == [], place)
    if chip.register(flip.register) != wrote { chip.inject(.flip(register: flip.register, mask: flip.mask)) }
    return .nothing
  }

  @Test(arguments: Case.all)
  func further01_everyBitThatChangesTheDataIsFoundNamedAndPutRight(_ test: Case) throws {
    let pipeline = try test.pipeline()
    pipeline.run(seconds: 0.5)
    let registers = Flip.all(of: pipeline.chip)
    #expect(registers.count >= 30)
    var harmless: [Flip] = []
    for register in registers {
      if find(register, pipeline) == .nothing {
        harmless.append(register)
      } else {
        for bit in register.bits {
          #expect(find(bit, pipeline) != .nothing, "register \(bit.register) mask \(bit.mask)")
        }
      }
    }
    try expectHarmless(harmless, test)
  }

  /// With all of them changed together every sample is as without.
  private func expectHarmless(_ flips: [Flip], _ test: Case) throws {
    let (changed, plain) = (try test.pipeline(), try test.pipeline())
    for pipeline in [changed, plain] { pipeline.run(seconds: 0.5) }
    for flip in flips { changed.chip.inject(.flip(register: flip.register, mask: flip.mask)) }
    for pipeline in [changed, plain] { pipeline.run(seconds: 2) }
    #expect(plain.samples.count > 200)
    #expect(changed.samples == plain.samples)
    #expect(changed.events == plain.events)
  }
}
