import CI2C

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

// Transactions on an adapter that has no I2C_RDWR, only the SMBus functions.
extension LinuxI2CBus {
  /// Carries out a pair, or a write. Returns what ``I2CBus/transfer(_:)`` returns; -EOPNOTSUPP for another shape and -EMSGSIZE for
  /// more bytes than SMBus can carry, before the first of them is sent.
  @_noLocks func transferBlocks(_ transaction: I2CTransaction) -> Int32 {
    let length = transaction.byteCount(of: 0)
    if transaction.isRead(0) || transaction.count > 2 { return -EOPNOTSUPP }
    if transaction.count == 1 {
      if length < 2 { return -EOPNOTSUPP }
      if length &- 1 > blockLimit { return -EMSGSIZE }
      let status = adapter.writeBlock(0, of: transaction)
      return status < 0 ? status : Int(status) < length &- 1 ? 0 : 1
    }
    let count = transaction.byteCount(of: 1)
    let isPair = length == 1 && transaction.isRead(1) && transaction.address(of: 1) == transaction.address(of: 0)
    if !isPair || count == 0 { return -EOPNOTSUPP }
    if count > blockLimit && transaction.splitting.unitBytes > blockLimit { return -EMSGSIZE }
    let status = readRun(transaction[0, 0], of: transaction)
    // A block that brought fewer bytes ends the transaction; the write was carried out.
    return status < 0 ? status : Int(status) < count ? 1 : 2
  }

  /// Reads in pieces of whole units. Returns the bytes read, or -errno.
  @_noLocks private func readRun(_ register: UInt8, of transaction: I2CTransaction) -> Int32 {
    let total = transaction.byteCount(of: 1)
    let unit = max(1, transaction.splitting.unitBytes)
    let piece = total <= blockLimit ? total : blockLimit / unit &* unit
    var done = 0
    while done < total {
      let count = min(piece, total &- done)
      let start =
        transaction.splitting.advancesRegister ? register &+ UInt8(truncatingIfNeeded: done) : register
      let status = adapter.readBlock(start, into: 1, of: transaction, first: done, count: count)
      if status < 0 { return status }
      done &+= Int(status)
      if Int(status) < count { break }
    }
    return Int32(truncatingIfNeeded: done)
  }
}

/// Most bytes that one SMBus block holds (I2C_SMBUS_BLOCK_MAX).
private var blockLimit: Int {
  @_noLocks get { Int(CI2C_SMBUS_BLOCK_LIMIT) }
}
