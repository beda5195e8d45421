import IMUDrivers
import SimulatedIMU
import Testing

@testable import Pipeline

/// Sensors of one bus together may not take more of its time than there is.
@Suite struct SharedBusTests {
  /// Starts chips one after the other; gives what the last one's error says, nil where all start.
  private func refusal(
    _ addresses: [UInt8], busHertz: Int, hertz: Double, readout: Readout = .registers
  ) throws -> (text: String?, loads: [BusLoad]) {
    let board = SimulatedBoard(clock: .virtual, busHertz: busHertz)
    let shared = SharedBus(sensorCount: addresses.count)
    var text: String?
    for address in addresses {
      let model: ChipModel = address < 0x6A ? .mpu6050 : .lsm6ds3
      let chip = board.attach(model, address: address, motion: .still())
      var sensor = try IMUSensor.start(
        bus: board.bus, address: chip.address,
        configuration: SensorConfiguration(sampleRateHertz: hertz, usesFIFO: readout == .fifo))
      do throws(SensorError) { try shared.require(&sensor, address: address) } catch { text = error.description }
    }
    return (text, shared.current)
  }

  @Test func whatOneCanAndTwoCanNot_isRefusedWithTheArithmetic() throws {
    let alone = try refusal([0x68], busHertz: 100_000, hertz: 333)
    #expect(alone.text == nil)
    // 18 bytes of 9 bits take about 1.65 ms at 100 kHz, of 3 ms.
    #expect(abs((alone.loads.first?.share ?? 0) - 0.55) < 0.02)
    let both = try refusal([0x68, 0x69], busHertz: 100_000, hertz: 333)
    let text = try #require(both.text)
    #expect(text.contains("address 0x69: a sample takes 16"))
    #expect(text.contains("due every 3000 us at 333.3"))
    #expect(text.contains("0x68 takes 55 %: together 110 %, of which 80 % may be used"))
    #expect(text.contains("choose at most 15"))
    #expect(both.loads.map(\.address) == [0x68])
  }

  @Test func fourChipsFitAFastBus() throws {
    let result = try refusal([0x68, 0x69, 0x6A, 0x6B], busHertz: 400_000, hertz: 200)
    #expect(result.text == nil)
    #expect(result.loads.count == 4)
    #expect(result.loads.reduce(0) { $0 + $1.share } < 0.8)
  }

  /// In batches: each is made large enough to leave the other its part.
  @Test func twoKilohertzChipsFitByTheirFIFOs() throws {
    let result = try refusal([0x68, 0x69], busHertz: 400_000, hertz: 1000, readout: .fifo)
    #expect(result.text == nil)
    #expect(result.loads.reduce(0) { $0 + $1.share } <= 0.8)
    let text = try #require(try refusal([0x68, 0x69, 0x6A], busHertz: 400_000, hertz: 1000, readout: .fifo).text)
    #expect(text.contains("0x68 takes"))
    #expect(text.contains("0x69 takes"))
  }

  @Test func whoStartsAgainIsCountedOnce() throws {
    let board = SimulatedBoard(clock: .virtual)
    let chip = board.attach(.mpu6050, motion: .still())
    let shared = SharedBus(sensorCount: 1)
    let pipeline = MotionPipeline.stepped(
      PipelineConfiguration(
        source: .custom(bus: board.bus, address: chip.address, line: board.line(for: chip)), realtime: .none,
        sharedBus: shared))
    for _ in 0..<3 {
      try pipeline.start()
      #expect(shared.current.count == 1)
      pipeline.stop()
      #expect(shared.current.isEmpty)
    }
  }
}
