import IMUDrivers

/// A bus whose transfers a test may refuse, by their number and content.
///
/// @unchecked Sendable: each test makes its own and uses it on its own thread.
final class FilteredBus: I2CBus, @unchecked Sendable {
  private let base: any I2CBus
  /// Given the number of the transfer, from 1: the status to answer instead of carrying it out, or nil.
  private let refuse: (Int, I2CTransaction) -> Int32?
  private(set) var transfers = 0

  init(_ base: any I2CBus, refuse: @escaping (Int, I2CTransaction) -> Int32?) {
    self.base = base
    self.refuse = refuse
  }

  var name: String { base.name }
  var nowNanoseconds: UInt64 { base.nowNanoseconds }
  func pause(untilNanoseconds deadline: UInt64) { base.pause(untilNanoseconds: deadline) }
  func isAddressInUse(_ address: UInt8) -> Bool { base.isAddressInUse(address) }

  func transfer(_ transaction: I2CTransaction) -> Int32 {
    transfers += 1
    return refuse(transfers, transaction) ?? base.transfer(transaction)
  }
}

extension I2CTransaction {
  /// The register a transaction begins with.
  var firstRegister: UInt8 { self[0, 0] }
  /// Whether it changes a register.
  var isWrite: Bool { count == 1 && byteCount(of: 0) > 1 }
}
