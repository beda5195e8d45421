import IMUDrivers
import SimulatedIMU

/// What goes wrong with one transfer.
enum BusFault: Sendable, Hashable {
  /// A bit of a byte that is read, or of the value that is written.
  case wrongBit(Int)
  case noAcknowledge
  case timeout
  case arbitrationLost
  /// The chip holds the data line from here on, until the bus is clocked.
  case heldBus

  /// Each kind; of the bits two, others at each place.
  static func singles(at place: Int) -> [BusFault] {
    [.wrongBit(place % 8), .wrongBit((place + 5) % 8), .noAcknowledge, .timeout, .arbitrationLost, .heldBus]
  }
}

/// A simulated bus some of whose transfers go wrong, by their number.
///
/// @unchecked Sendable: each test makes its own and uses it on its own thread.
final class FaultyBus: I2CBus, @unchecked Sendable {
  private let base: any I2CBus
  private let chip: SimulatedChip
  private let faults: [Int: BusFault]
  private(set) var transfers = 0
  /// What happens at the first transfer behind a time.
  var whenPast: (nanoseconds: UInt64, happens: () -> Void)?

  init(_ board: SimulatedBoard, _ chip: SimulatedChip, faults: [Int: BusFault]) {
    base = board.bus
    self.chip = chip
    self.faults = faults
  }

  var name: String { base.name }
  var nowNanoseconds: UInt64 { base.nowNanoseconds }
  func pause(untilNanoseconds deadline: UInt64) { base.pause(untilNanoseconds: deadline) }
  func clearBus() -> Bool { base.clearBus() }

  func transfer(_ transaction: I2CTransaction) -> Int32 {
    if let (time, happens) = whenPast, nowNanoseconds >= time {
      happens()
      whenPast = nil
    }
    defer { transfers += 1 }
    switch faults[transfers] {
    case nil: return base.transfer(transaction)
    case .noAcknowledge: return -121
    case .timeout: return -110
    case .arbitrationLost: return -11
    case .heldBus:
      chip.inject(.holdSDA(.untilClocked))
      return base.transfer(transaction)
    case .wrongBit(let bit): return transfer(transaction, flipping: 1 << UInt8(bit))
    }
  }

  private func transfer(_ transaction: I2CTransaction, flipping mask: UInt8) -> Int32 {
    guard transaction.count == 1 else {
      let status = base.transfer(transaction)
      // One of the bytes, another one with each transfer.
      if status == 2 { transaction[1, transfers % transaction.byteCount(of: 1)] ^= mask }
      return status
    }
    // An LSM6DS3 whose I2C_disable is set hears nothing until its supply goes (DocID026899 table 56): nobody survives that.
    let isLast = ChipFamily.at(transaction.address(of: 0)) == .lsm6ds3 && transaction[0, 0] == 0x13 && mask == 0x04
    if isLast { return base.transfer(transaction) }
    // A bus leaves the bytes of writes alone.
    var port = RegisterPort(bus: base, address: transaction.address(of: 0))
    return port.put(transaction[0, 1] ^ mask, to: transaction[0, 0]).map { -$0.code } ?? 1
  }
}
