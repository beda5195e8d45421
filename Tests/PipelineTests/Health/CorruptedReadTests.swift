import IMUDrivers
import SimulatedIMU
import Testing

@testable import Pipeline

/// Bytes that come wrong although every transfer is acknowledged.
@Suite struct CorruptedReadTests {
  private static let noise = SeededNoise(seed: 1, angularRate: 0.001, specificForce: 0.02)

  /// The first byte of an MPU-6050's data is the accelerometer's x.
  @Test func row18_aCorruptedFirstByteIsReadAgainAndNeverHandedOn() throws {
    for isLineWired in [true, false] {
      let pipeline = try VirtualPipeline(motion: .still(noise: Self.noise), isLineWired: isLineWired)
      pipeline.run(seconds: 1)
      pipeline.forgetUpdates()
      for _ in 0..<20 {
        pipeline.chip.inject(.corrupt(register: 0x3B, mask: 0x40, 1))
        pipeline.run(seconds: 0.1)
      }
      // When polling, a question that nothing new answers may be the one: it is asked again, and nothing is handed on.
      #expect((isLineWired ? 20...20 : 12...20).contains(pipeline.counters.corruptedReads))
      #expect(pipeline.samples.count > 380)
      #expect(pipeline.samples.allSatisfy { abs($0.specificForce.x) < 0.2 })
      #expect(pipeline.counters.lost == 0)
      #expect(pipeline.counters.restarts == 0)
      #expect(pipeline.health == .degraded)
      pipeline.run(seconds: 1)
      #expect(pipeline.health == .running)
    }
  }

  @Test func row18_corruptFirstBytesOfTheWireAreRejectedInEdgeMode() throws {
    let pipeline = try VirtualPipeline(motion: .still(noise: Self.noise))
    pipeline.run(seconds: 1)
    pipeline.forgetUpdates()
    for _ in 0..<20 {
      pipeline.chip.inject(.corruptFirstByte(mask: 0x80, 1))
      pipeline.run(seconds: 0.1)
    }
    #expect(pipeline.counters.corruptedReads == 20)
    #expect(pipeline.samples.allSatisfy { abs($0.specificForce.x) < 0.2 })
  }

  /// Where each first byte is wrong, registers read back wrong, too: said with the register, and no sample is trusted.
  @Test(arguments: AcquisitionTests.models)
  func row18_firstBytesThatAreAlwaysWrongAreAFaultWithTheRegister(_ model: ChipModel) throws {
    let pipeline = try VirtualPipeline(model, motion: .still(noise: Self.noise))
    pipeline.run(seconds: 1)
    pipeline.chip.inject(.corruptFirstByte(mask: 0x80, .untilCleared))
    pipeline.run(seconds: 3)
    #expect(pipeline.health == .faulted)
    #expect(pipeline.counters.configurationLosses == 1)
    #expect(pipeline.failure != nil)
    pipeline.chip.clearFaults()
    pipeline.run(seconds: 4)
    #expect(pipeline.health == .running)
    // And it never starts like that.
    let board = SimulatedBoard(clock: .virtual)
    let chip = board.attach(model, motion: .still(noise: Self.noise))
    board.pause(nanoseconds: 20_000_000)
    chip.inject(.corruptFirstByte(mask: 0x80, .untilCleared))
    #expect(throws: SensorError.self) {
      _ = try IMUSensor.start(bus: board.bus, address: chip.address, configuration: SensorConfiguration())
    }
  }

  @Test(arguments: AcquisitionTests.models)
  func anImpossibleTemperatureIsToldCountedAndNotUsed(_ model: ChipModel) throws {
    let pipeline = try VirtualPipeline(model, motion: .still(temperature: 30, noise: Self.noise))
    pipeline.run(seconds: 1)
    pipeline.forgetUpdates()
    pipeline.chip.inject(.setWord(.temperature, .max))
    pipeline.run(seconds: 1)
    // The LSM6DS3 at 16 counts a degree reaches 2073 degrees, the TR-C at 256 and the MPU-6050 at 340 only 153 and 133.
    let told = pipeline.events.compactMap {
      if case .temperatureImpossible(let celsius) = $0.kind { celsius } else { nil }
    }
    #expect(told.count == 1 && told.allSatisfy { $0 > 105 })
    #expect(pipeline.counters.impossibleTemperatures > 190)
    #expect(pipeline.samples.allSatisfy { abs($0.temperatureCelsius - 30) < 0.1 })
    #expect(pipeline.counters.restarts == 0)
  }
}
