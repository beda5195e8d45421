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

  private struct Bit: Hashable {
    let register: UInt8
    let mask: UInt8
  }

  private func bits(of chip: SimulatedChip) -> [Bit] {
    (0..<0x80 as Range<UInt8>).flatMap { register in
      (0..<8).map { UInt8(1) << $0 }.filter { chip.writableBits(of: register) & $0 != 0 }.map {
        Bit(register: register, mask: $0)
      }
    }
  }

  private func loss(_ pipeline: VirtualPipeline) -> PipelineEvent.Kind? {
    pipeline.events.map(\.kind).first { if case .configurationLost = $0 { true } else { false } }
  }

  @Test(arguments: Case.all)
  func further01_everyBitThatChangesTheDataIsFoundNamedAndPutRight(_ test: Case) throws {
    let pipeline = try test.pipeline()
    let chip = pipeline.chip
    pipeline.run(seconds: 0.5)
    let bound = Double(pipeline.stages.withAcquisition { $0.sensor.checks } + 3) * 0.05
    var harmless: [Bit] = []
    let all = bits(of: chip)
    #expect(all.count > 150)
    for bit in all {
      pipeline.forgetUpdates()
      let restarts = pipeline.counters.restarts
      let wrote = chip.register(bit.register)
      chip.inject(.flip(register: bit.register, mask: bit.mask))
      let end = pipeline.board.nowNanoseconds + UInt64(bound * 1e9)
      while pipeline.board.nowNanoseconds < end, loss(pipeline) == nil { pipeline.step() }
      guard let loss = loss(pipeline) else {
        // A FIFO that shows that something is wrong is set up again before the look comes by.
        let isHealed = pipeline.events.contains { if case .fifoReset = $0.kind { true } else { false } }
          && chip.register(bit.register) == wrote
        if !isHealed {
          #expect(pipeline.events.isEmpty, "register \(bit.register) mask \(bit.mask): \(pipeline.events.map(\.kind))")
          harmless.append(bit)
          if pipeline.counters.restarts == restarts { chip.inject(.flip(register: bit.register, mask: bit.mask)) }
        }
        // Let it run again before the next.
        pipeline.run(seconds: 1.2)
        continue
      }
      #expect(
        loss == .configurationLost(register: bit.register, wrote: wrote, found: wrote ^ bit.mask),
        "register \(bit.register) mask \(bit.mask)")
      pipeline.run(seconds: 1.2)
      #expect(chip.register(bit.register) == wrote, "register \(bit.register) mask \(bit.mask) was put right")
      #expect(pipeline.counters.restarts == restarts + 1, "register \(bit.register) mask \(bit.mask)")
      #expect(pipeline.health == .running || pipeline.health == .degraded)
    }
    try expectHarmless(harmless, test)
  }

  /// With all of them changed together every sample is as without.
  private func expectHarmless(_ bits: [Bit], _ test: Case) throws {
    let (changed, plain) = (try test.pipeline(), try test.pipeline())
    for pipeline in [changed, plain] { pipeline.run(seconds: 0.5) }
    for bit in bits { changed.chip.inject(.flip(register: bit.register, mask: bit.mask)) }
    for pipeline in [changed, plain] { pipeline.run(seconds: 2) }
    #expect(plain.samples.count > 200)
    #expect(changed.samples == plain.samples)
    #expect(changed.events == plain.events)
  }
}
