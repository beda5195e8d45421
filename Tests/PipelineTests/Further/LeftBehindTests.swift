import IMUDrivers
import SimulatedIMU
import Testing

@testable import Pipeline

/// The board keeps its supply while programs come and go: a chip is found as the last one left it.
@Suite struct LeftBehindTests {
  private static let models: [ChipModel] = [.mpu6050, .mpu6500, .lsm6ds3, .lsm6ds3trc]

  /// What another program may have left in a chip, register by register.
  struct Legacy: CustomTestStringConvertible, Sendable {
    let name: String
    let models: [ChipModel]
    let registers: [(UInt8, UInt8)]
    var testDescription: String { name }
  }

  private static let invenSense: [ChipModel] = [.mpu6050, .mpu6500]
  private static let st: [ChipModel] = [.lsm6ds3, .lsm6ds3trc]
  static let legacies = [
    Legacy(
      name: "DMP, FIFO and auxiliary master on", models: invenSense,
      registers: [(0x6A, 0xE0), (0x23, 0xFF), (0x38, 0x13)]),
    Legacy(name: "cycling at low power, axes in standby", models: invenSense, registers: [(0x6B, 0x28), (0x6C, 0xFF)]),
    Legacy(name: "clock stopped", models: invenSense, registers: [(0x6B, 0x07)]),
    Legacy(name: "self-test left on", models: invenSense, registers: [(0x1B, 0xE0), (0x1C, 0xE7)]),
    Legacy(
      name: "offsets in", models: invenSense, registers: [(0x13, 0x12), (0x15, 0xF0), (0x06, 0x11), (0x77, 0x20)]),
    Legacy(
      name: "pin open, low, latched, cleared by any read, bypass", models: invenSense,
      registers: [(0x37, 0xF2), (0x38, 0xFF)]),
    Legacy(
      name: "motion detection with its high-pass", models: invenSense,
      registers: [(0x1C, 0x0F), (0x1F, 1), (0x20, 1), (0x38, 0x40), (0x69, 0xC0)]),
    Legacy(name: "8 kHz without filter", models: invenSense, registers: [(0x1A, 0), (0x19, 0)]),
    Legacy(name: "self-test left on", models: st, registers: [(0x14, 0x05)]),
    Legacy(name: "burst reads going round", models: st, registers: [(0x14, 0x40)]),
    Legacy(
      name: "big-endian, address not counting, SPI with three wires, no BDU", models: st, registers: [(0x12, 0x0A)]),
    Legacy(
      name: "pin open and low, events on it", models: st,
      registers: [(0x12, 0x34), (0x58, 0xFF), (0x5B, 0x41), (0x5E, 0xFF), (0x0D, 0xFF)]),
    Legacy(
      name: "FIFO streaming with all sets", models: st,
      registers: [(0x06, 0x10), (0x08, 0x12), (0x09, 0xFF), (0x0A, 0x4E)]),
    Legacy(
      name: "high-pass on both sensors, low power", models: st, registers: [(0x15, 0x10), (0x16, 0xF0), (0x17, 0xE4)]),
    Legacy(name: "sensor hub and embedded functions on", models: st, registers: [(0x19, 0x3F), (0x1A, 0x95)]),
    Legacy(name: "user offsets in", models: st, registers: [(0x73, 0x7F), (0x74, 0x80), (0x75, 0x20), (0x15, 0x08)]),
    Legacy(name: "page of embedded functions open", models: st, registers: [(0x01, 0x80)]),
    Legacy(
      name: "page open beside all else", models: st,
      registers: [(0x10, 0xFF), (0x11, 0xFE), (0x12, 0x7A), (0x13, 0xFB), (0x14, 0xFF), (0x01, 0x80)]),
  ]

  @Test(arguments: legacies, [false, true])
  func further02_whateverAFormerProgramLeftTheDataAreRight(_ legacy: Legacy, usesFIFO: Bool) throws {
    for model in legacy.models {
      let board = SimulatedBoard()
      let chip = board.attach(model, motion: .still())
      board.pause(nanoseconds: 100_000_000)
      if model.family == .mpu6050 { chip.inject(.flip(register: 0x6B, mask: 0x41)) }
      for (register, value) in legacy.registers {
        chip.inject(
          .flip(register: register, mask: (chip.register(register) ^ value) & chip.writableBits(of: register)))
      }
      board.pause(nanoseconds: 300_000_000)
      let pipeline = try VirtualPipeline(
        board: board, chip: chip, line: board.line(for: chip),
        configuration: SensorConfiguration(sampleRateHertz: 200, usesFIFO: usesFIFO), batchSeconds: 0.02)
      pipeline.run(seconds: 1)
      #expect(pipeline.samples.count > 150, "\(model)")
      #expect(
        pipeline.samples.allSatisfy { abs($0.specificForce.z - 9.80665) < 0.01 && abs($0.rotationRate.x) < 0.01 },
        "\(model)")
      #expect(pipeline.counters.lost == 0 && pipeline.counters.restarts == 0, "\(model) \(pipeline.events.map(\.kind))")
      #expect(pipeline.health == .running, "\(model)")
    }
  }

  /// A program that is killed amid its work on the page leaves it open; at the next look nothing of the chip is to be seen.
  @Test(arguments: st)
  func further03_aPageThatIsOpenedWhileTheChipRunsIsClosed(_ model: ChipModel) throws {
    let pipeline = try VirtualPipeline(
      model, motion: .moving(noise: SeededNoise(seed: 1, angularRate: 0.001, specificForce: 0.02)))
    pipeline.run(seconds: 0.6)
    pipeline.forgetUpdates()
    pipeline.chip.inject(.flip(register: 0x01, mask: 0x80))
    pipeline.run(seconds: 2)
    #expect(pipeline.events.contains { $0.kind == .configurationLost(register: 0x01, wrote: 0, found: 0x80) })
    #expect(pipeline.counters.restarts == 1)
    #expect(pipeline.health == .running)
    #expect(pipeline.chip.register(0x01) == 0)
  }
}
