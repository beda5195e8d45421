import IMUDrivers
import SimulatedIMU
import Testing

@testable import Pipeline

/// Each row of the identity table, against a chip that behaves so.
@Suite struct SiblingTests {
  private static let warm = 35.0

  /// Starts a chip, lets it run for two seconds, and gives what came out.
  private func run(
    _ model: ChipModel, _ readout: Readout, fault: Fault? = nil, unknownPart: UnknownPart? = nil
  ) throws -> (pipeline: MotionPipeline, latest: MotionSample?, counters: PipelineCounters?) {
    let board = SimulatedBoard(clock: .virtual)
    let chip = board.attach(
      model,
      motion: .still(temperature: Self.warm, noise: SeededNoise(seed: 1, angularRate: 0.001, specificForce: 0.02)))
    if let fault { chip.inject(fault) }
    let pipeline = MotionPipeline.stepped(
      PipelineConfiguration(
        source: .custom(bus: board.bus, address: chip.address, line: board.line(for: chip)),
        sensor: SensorConfiguration(unknownPart: unknownPart), readout: readout, realtime: .none))
    try pipeline.start()
    pipeline.advance(nanoseconds: 2_000_000_000)
    return (pipeline, pipeline.latest, pipeline.counters)
  }

  static let mpuParts: [(ChipModel, UInt8, Int, Bool)] = [
    (.mpu6050, 0x68, 1024, true), (.mpu6500, 0x70, 512, false), (.mpu9250, 0x71, 512, false),
    (.mpu9255, 0x73, 512, false), (.mpu6515, 0x74, 512, false), (.mpu6880, 0x78, 4096, false),
    (.icm20608, 0xAF, 512, false),
  ]
  static let lsmParts: [(ChipModel, UInt8, Int, Bool)] = [
    (.lsm6ds3, 0x69, 8192, true), (.lsm6ds3h, 0x69, 8192, true), (.lsm6ds33, 0x69, 8192, true),
    (.lsm6dsl, 0x6A, 4096, true), (.lsm6dsm, 0x6A, 4096, true), (.lsm6ds3trc, 0x6A, 4096, true),
    (.ism330dlc, 0x6A, 4096, true),
  ]

  /// Field reports 6 and 7: a part in another's board, with wrong temperature or FIFO size, or refused.
  @Test(arguments: mpuParts + lsmParts, [Readout.registers, .fifo])
  func row06_row07_eachPartIsReadByItsOwnTable(part: (ChipModel, UInt8, Int, Bool), readout: Readout) throws {
    let ran = try run(part.0, readout)
    let found = try #require(ran.pipeline.sensor)
    #expect(found.variant.identity == part.1)
    #expect(found.variant.fifoBytes == part.2)
    #expect(found.variant.isExact == part.3)
    let sample = try #require(ran.latest)
    #expect(abs(sample.temperatureCelsius - Self.warm) < 0.1)
    #expect(abs(sample.specificForce.z - 9.80665) < 0.2)
    #expect(ran.counters?.lost == 0)
    #expect((ran.counters?.samples ?? 0) > 380)
  }

  /// Field report 30: silicon of half the sensitivity is told, and nothing is rescaled.
  @Test(arguments: [ChipModel.mpu6050, .mpu6500, .icm20608, .lsm6ds3, .lsm6ds3trc], [Readout.registers, .fifo])
  func row30_halfSensitivityIsToldNotRescaled(model: ChipModel, readout: Readout) throws {
    let ran = try run(model, readout, fault: .halfSensitivity(true))
    let told = Guarded<[Double]>([])
    let subscription = ran.pipeline.subscribeOnDeliveryThread { update in
      if case .event(let event) = update, case .sensitivitySuspect(let gravities) = event.kind {
        told.withLock { $0.append(gravities) }
      }
    }
    ran.pipeline.advance(nanoseconds: 4_000_000_000)
    #expect(told.withLock { $0.map { ($0 * 10).rounded() } } == [5])
    #expect(abs((ran.pipeline.latest?.specificForce.z ?? 0) - 4.9) < 0.2)
    withExtendedLifetime(subscription) {}
  }

  @Test(arguments: [Readout.registers, .fifo])
  func anUnknownPartIsTakenForWhatTheConfigurationNames(readout: Readout) throws {
    for identity: UInt8 in [0x58, 0x72] {
      #expect(throws: PipelineError.self) { try run(.mpu6050, readout, fault: .identity(identity)) }
      let ran = try run(.mpu6050, readout, fault: .identity(identity), unknownPart: .mpu6050)
      #expect(ran.pipeline.sensor?.variant.name == "unknown chip treated as MPU-6050")
      #expect(ran.pipeline.sensor?.variant.identity == identity)
      #expect(abs((ran.latest?.temperatureCelsius ?? 0) - Self.warm) < 0.1)
      // Another family's registers, and what no chip answers, stay refused.
      #expect(throws: PipelineError.self) {
        try run(.mpu6050, readout, fault: .identity(identity), unknownPart: .lsm6ds3)
      }
    }
    #expect(throws: PipelineError.self) {
      try run(.mpu6050, readout, fault: .identity(0xFF), unknownPart: .mpu6050)
    }
  }
}
