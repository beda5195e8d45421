import IMUDrivers
import SimulatedIMU
import Testing

@Suite struct SteadyStateTests {
  @Test(arguments: [(.mpu6050, 0x3A, 15), (.lsm6ds3, 0x1E, 16), (.lsm6ds3trc, 0x1E, 16)] as [(ChipModel, UInt8, Int)])
  func aSampleIsOnePairWithItsStatus_andNothingElse(model: ChipModel, register: UInt8, count: Int) throws {
    let (board, chip) = poweredBoard(model, motion: .moving(), busHertz: 400_000)
    var sensor = try IMUSensor.start(board, chip)
    let line = board.line(for: chip)
    var raw = RawSample()
    // A line that was requested late may already be active, and shows no edge until it was served.
    _ = sensor.read(into: &raw)
    board.startTrace()
    for _ in 0..<500 {
      let edge = line.wait(untilNanoseconds: board.nowNanoseconds + 20_000_000)
      #expect(edge.status == 1)
      let result = sensor.read(into: &raw)
      #expect(result == .sample)
    }
    let trace = board.stopTrace()
    #expect(trace.count == 500)
    for transaction in trace {
      #expect(transaction.isPair && transaction.messages[0].bytes == [register])
      #expect(transaction.messages.last?.bytes.count == count)
    }
  }

  @Test(arguments: exactModels)
  func sampling_neverWritesARegister(model: ChipModel) throws {
    let (board, chip) = poweredBoard(model, busHertz: 400_000)
    var sensor = try IMUSensor.start(board, chip, SensorConfiguration(interrupt: .init(latched: true)))
    var raw = RawSample()
    board.startTrace()
    for _ in 0..<100 {
      board.pause(nanoseconds: 2_000_000)
      _ = sensor.read(into: &raw)
    }
    let writes = board.stopTrace().filter(\.isWrite)
    #expect(writes.isEmpty)
  }

  @Test func theFirstDataRead_comesAfterTheChipIsAwakeAndConfigured() throws {
    let cases: [(ChipModel, data: ClosedRange<UInt8>, starting: UInt8)] = [
      (.mpu6050, 0x3A...0x48, 0x6B), (.lsm6ds3, 0x1E...0x2D, 0x11), (.lsm6ds3trc, 0x1E...0x2D, 0x11),
    ]
    for (model, data, starting) in cases {
      let (board, chip) = poweredBoard(model)
      board.startTrace()
      var sensor = try IMUSensor.start(board, chip)
      board.pause(nanoseconds: 100_000_000)
      var raw = RawSample()
      _ = sensor.read(into: &raw)
      let trace = board.stopTrace()
      let firstData = trace.firstIndex { data.contains($0.messages[0].bytes[0]) }
      let lastStart = trace.lastIndex { $0.isWrite && $0.messages[0].bytes[0] == starting }
      #expect(firstData == trace.count - 1)
      #expect(lastStart.map { trace[$0].messages[0].bytes[1] } != 0)
      #expect(raw.accelerometerZ > 4000)
    }
  }
}
