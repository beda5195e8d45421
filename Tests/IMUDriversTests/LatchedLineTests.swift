import IMUDrivers
import SimulatedIMU
import Testing

/// A line that holds its level until it is served shows no new edge for a sample that came meanwhile.
@Suite struct LatchedLineTests {
  /// Every phase of the next sample's arrival, before, during and after the read; no edge gets through.
  @Test(arguments: exactModels)
  func whereTheLineStaysActive_moreIsWaiting(model: ChipModel) throws {
    let (board, chip) = poweredBoard(model, busHertz: 400_000)
    var sensor = try IMUSensor.start(board, chip, SensorConfiguration(interrupt: .init(latched: true)))
    let line = board.line(for: chip)
    let period = sensor.active.periodNanoseconds
    var raw = RawSample()
    _ = sensor.read(into: &raw)
    var waiting = 0
    var quiet = 0
    for lead in stride(from: 0, through: 520_000 as UInt64, by: 2_000) {
      let edge = line.wait(untilNanoseconds: board.nowNanoseconds + 20_000_000)
      try #require(edge.status == 1)
      let arrival = edge.lastNanoseconds + period
      board.bus.pause(untilNanoseconds: arrival - lead)
      chip.inject(.withholdEdges(.untilCleared))
      let result = sensor.read(into: &raw)
      // The last byte read is the status; a sample that comes while that is on the wire gives an edge of its own.
      let statusNanoseconds = board.nowNanoseconds - UInt64(10 * 2_500)
      let isActive = line.level() == 1
      switch result {
      case .sample(let moreWaiting):
        if isActive, arrival < statusNanoseconds {
          #expect(moreWaiting || sensor.mustCheckLevel, "\(lead) ns before the arrival")
        }
        if moreWaiting || (sensor.mustCheckLevel && isActive) { waiting += 1 } else { quiet += 1 }
      case .notReady, .failed: Issue.record("\(result)")
      }
      chip.clearFaults()
      // In step again: serve whatever is there.
      board.pause(nanoseconds: 100_000)
      _ = sensor.read(into: &raw)
      _ = line.wait(untilNanoseconds: board.nowNanoseconds)
    }
    #expect(waiting > 0 && quiet > 0)
  }

  @Test(arguments: exactModels)
  func aLineThatIsNotServed_staysActiveWithoutAnEdge_andServingFreesIt(model: ChipModel) throws {
    let (board, chip) = poweredBoard(model, busHertz: 400_000)
    var sensor = try IMUSensor.start(board, chip, SensorConfiguration(interrupt: .init(latched: true)))
    board.pause(nanoseconds: 32_000_000)
    let line = board.line(for: chip)
    #expect(line.level() == 1)
    #expect(line.wait(untilNanoseconds: board.nowNanoseconds + 30_000_000) == .deadline)
    var raw = RawSample()
    let result = sensor.read(into: &raw)
    #expect(result == .sample(moreWaiting: false))
    #expect(line.level() == 0)
    #expect(line.wait(untilNanoseconds: board.nowNanoseconds + 30_000_000).status == 1)
  }

  @Test func aPulsedLine_givesOneEdgeASample() throws {
    for model in [ChipModel.mpu6050, .lsm6ds3trc] {
      let (board, chip) = poweredBoard(model)
      let sensor = try IMUSensor.start(board, chip)
      let line = board.line(for: chip)
      // Nobody reads, and the edges go on.
      var last: UInt64 = 0
      for _ in 0..<20 {
        let edge = line.wait(untilNanoseconds: board.nowNanoseconds + 20_000_000)
        #expect(edge.status == 1)
        if last != 0 {
          #expect(abs(Int(edge.lastNanoseconds - last) - Int(sensor.active.periodNanoseconds)) <= 1)
        }
        last = edge.lastNanoseconds
      }
      #expect(sensor.variant.identity == model.identity)
    }
  }
}
