import IMUDrivers
import SimulatedIMU
import Testing

/// A line that holds its level until it is served shows no new edge for a sample that came meanwhile.
@Suite struct LatchedLineTests {
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
    #expect(result == .sample)
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
