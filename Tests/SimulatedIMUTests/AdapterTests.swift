import IMUDrivers
import SimulatedIMU
import Testing

/// The simulated bus carries what a Raspberry Pi's adapter does: i2c-bcm2835 refuses each transaction in which a read is not the
/// last message, before it touches the bus.
@Suite struct AdapterTests {
  /// A message: a register to write, or bytes to read.
  private enum Part { case write, read }

  private func status(_ parts: [Part], _ served: inout ServedTransaction, on bus: any I2CBus, register: UInt8 = 0x75)
    -> Int32
  {
    served.begin()
    for part in parts {
      switch part {
      case .write: served.addWrite(to: 0x68, [register])
      case .read: served.addRead(from: 0x68, count: 1)
      }
    }
    return bus.transfer(served.transaction)
  }

  private func board() -> (SimulatedBoard, SimulatedChip) {
    let board = SimulatedBoard()
    let chip = board.attach(.mpu6050, motion: .still(), options: ChipOptions(powerOnNanoseconds: 0))
    return (board, chip)
  }

  @Test func aReadThatIsNotTheLastMessage_isRefusedBeforeTheBusIsTouched() throws {
    let (board, chip) = board()
    var access = RegisterAccess(board, chip)
    try access.wakeMPU()
    board.pause(nanoseconds: 50_000_000)
    var served = ServedTransaction()
    let refused: [[Part]] = [
      [.write, .read, .write, .read], [.read, .write], [.read, .read], [.write, .read, .read],
      [.write, .read, .write, .read, .write, .read], [.write, .read, .write],
    ]
    chip.inject(.noAcknowledge(.times(1)))
    board.startTrace()
    let began = board.nowNanoseconds
    for parts in refused {
      // INT_STATUS, which a read would clear.
      #expect(status(parts, &served, on: board.bus, register: 0x3A) == -95, "\(parts)")
    }
    #expect(board.nowNanoseconds == began)
    #expect(board.stopTrace().map(\.status) == Array(repeating: -95, count: refused.count))
    #expect(chip.register(0x3A) & 1 == 1)
    // Not even a fault that waits for a transaction has met one.
    #expect(throws: BusError.self) { try access.read(0x75) }
    #expect(try access.read(0x75) == 0x68)
  }

  @Test func pairsWritesAndALoneRead_areCarried() {
    let (board, _) = board()
    var served = ServedTransaction()
    for (parts, count) in [
      ([.write, .read], 2), ([.write], 1), ([.read], 1), ([.write, .write], 2), ([.write, .write, .read], 3),
    ] as [([Part], Int32)] {
      #expect(status(parts, &served, on: board.bus) == count, "\(parts)")
    }
  }
}
