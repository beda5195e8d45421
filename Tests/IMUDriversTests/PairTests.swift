import IMUDrivers
import SimulatedIMU
import Testing

/// One write and one read of one chip, or one write: the only shape that every adapter carries. The simulated bus refuses, as a
/// Raspberry Pi's, what is longer; here nothing longer is even tried, and no read is longer than an adapter takes.
@Suite struct PairTests {
  /// Longest read but for a FIFO's: i2c-mt65xx's first generation takes no more in a pair.
  private static let longestRead = 31

  private func check(_ trace: [TracedTransaction], _ what: String) {
    #expect(!trace.isEmpty, "\(what): the bus was not used")
    for transaction in trace {
      let isWrite = transaction.messages.count == 1 && !transaction.messages[0].isRead
      #expect(transaction.isPair || isWrite, "\(what): \(transaction)")
      guard transaction.isPair else { continue }
      let register = transaction.messages[0].bytes
      #expect(register.count == 1, "\(what): \(transaction)")
      let isBurst = register[0] == 0x74 || register[0] == 0x3E
      #expect(isBurst || transaction.messages[1].bytes.count <= Self.longestRead, "\(what): \(transaction)")
    }
  }

  @Test(arguments: ChipModel.allCases) func detecting(_ model: ChipModel) {
    let (board, _) = poweredBoard(model)
    board.startTrace()
    #expect(BusScan(board.bus).findings.count == 4)
    check(board.stopTrace(), "detect \(model)")
  }

  @Test(arguments: ChipModel.allCases) func theSelfTest(_ model: ChipModel) {
    let (board, chip) = poweredBoard(model, motion: .moving())
    board.startTrace()
    _ = try? SelfTest.run(bus: board.bus, address: chip.address)
    check(board.stopTrace(), "self-test \(model)")
  }

  @Test(arguments: ChipModel.allCases, [false, true])
  func startingSamplingRestartingAndStopping(_ model: ChipModel, usesFIFO: Bool) throws {
    for latched in [false, true] {
      let what = "\(model)\(usesFIFO ? " FIFO" : "")\(latched ? " latched" : "")"
      let (board, chip) = poweredBoard(model, motion: .moving(), busHertz: 400_000)
      var configuration = SensorConfiguration(usesFIFO: usesFIFO)
      configuration.interrupt.latched = latched
      configuration.interrupt.openDrain = true
      board.startTrace()
      guard startError(board.bus, at: chip.address, configuration) == nil else {
        check(board.stopTrace(), "\(what), refused")
        continue
      }
      var sensor = try IMUSensor.start(board, chip, configuration)
      try sensor.requireBusTime()
      var raw = RawSample()
      for round in 0..<3 {
        if usesFIFO {
          #expect(sensor.resetFIFO(watermark: 8) == nil)
          board.pause(nanoseconds: 50_000_000)
          guard case .frames(let frames) = sensor.fifoLevel() else { continue }
          #expect(sensor.drainFIFO(frames: frames) == nil)
          _ = sensor.fifoLevel(behind: frames)
          #expect(sensor.readTemperature(into: &raw) == nil)
        } else {
          board.pause(nanoseconds: 50_000_000)
          _ = sensor.read(into: &raw)
          _ = sensor.readAgain(into: &raw)
        }
        for _ in 0..<sensor.checks {
          _ = sensor.checkRegisters()
          _ = sensor.confirmCheck()
          sensor.passCheckOn()
        }
        if round == 1 { try sensor.restart(patienceMilliseconds: 100) }
      }
      try sensor.stop()
      check(board.stopTrace(), what)
    }
  }
}
