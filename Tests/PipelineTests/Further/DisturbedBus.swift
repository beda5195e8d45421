import IMUDrivers
import SimulatedIMU

/// A simulated bus that a test may disturb: each transfer may be answered otherwise, or take longer.
///
/// @unchecked Sendable: each test makes its own and uses it on its own thread.
final class DisturbedBus: I2CBus, @unchecked Sendable {
  private let board: SimulatedBoard
  private let base: any I2CBus
  /// Given the time: the status to answer instead of carrying the transfer out, or nil.
  var refuse: (UInt64) -> Int32? = { _ in nil }
  /// Given the time: how long another part's transfer keeps the bus busy first, in nanoseconds.
  var busy: (UInt64) -> UInt64 = { _ in 0 }

  init(_ board: SimulatedBoard) {
    self.board = board
    base = board.bus
  }

  var name: String { base.name }
  var nowNanoseconds: UInt64 { base.nowNanoseconds }
  func pause(untilNanoseconds deadline: UInt64) { base.pause(untilNanoseconds: deadline) }
  func isAddressInUse(_ address: UInt8) -> Bool { base.isAddressInUse(address) }
  func clearBus() -> Bool { base.clearBus() }

  func transfer(_ transaction: I2CTransaction) -> Int32 {
    let wait = busy(nowNanoseconds)
    if wait > 0 { board.pause(nanoseconds: wait) }
    return refuse(nowNanoseconds) ?? base.transfer(transaction)
  }
}
