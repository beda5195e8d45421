import CI2C

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

// Transactions on an adapter that has no I2C_RDWR, only the SMBus functions.
extension LinuxI2CBus {
  /// Carries out the transaction register run by register run. Returns what ``I2CBus/transfer(_:)`` returns.
  @_noLocks func transferBlocks(_ transaction: I2CTransaction) -> Int32 {
    // Checked as a whole first: a transaction is refused before its first byte or not at all.
    let problem = findProblem(in: transaction)
    if problem < 0 { return problem }
    var message = 0
    while message < transaction.count {
      let isPair = isRegisterRead(at: message, of: transaction)
      let status =
        isPair
        ? readRun(transaction[message, 0], into: message &+ 1, of: transaction)
        : adapter.writeBlock(message, of: transaction)
      if status < 0 { return status }
      // A block that brought fewer bytes ends the transaction; the messages before it were carried out.
      let wanted = isPair ? transaction.byteCount(of: message &+ 1) : transaction.byteCount(of: message) &- 1
      if Int(status) < wanted { return Int32(truncatingIfNeeded: isPair ? message &+ 1 : message) }
      message &+= isPair ? 2 : 1
    }
    return Int32(truncatingIfNeeded: transaction.count)
  }

  /// Whether a write of one register stands here, with a read from the same chip behind it.
  @_noLocks private func isRegisterRead(at message: Int, of transaction: I2CTransaction) -> Bool {
    let next = message &+ 1
    return !transaction.isRead(message) && transaction.byteCount(of: message) == 1 && next < transaction.count
      && transaction.isRead(next) && transaction.address(of: next) == transaction.address(of: message)
  }

  /// 0, or why SMBus can't carry the transaction out: -EOPNOTSUPP for its shape, -EMSGSIZE for its sizes.
  @_noLocks private func findProblem(in transaction: I2CTransaction) -> Int32 {
    var message = 0
    while message < transaction.count {
      if isRegisterRead(at: message, of: transaction) {
        let count = transaction.byteCount(of: message &+ 1)
        if count == 0 { return -EOPNOTSUPP }
        if count > blockLimit && transaction.splitting.unitBytes > blockLimit { return -EMSGSIZE }
        message &+= 2
      } else {
        let length = transaction.byteCount(of: message)
        if transaction.isRead(message) || length < 2 { return -EOPNOTSUPP }
        if length &- 1 > blockLimit { return -EMSGSIZE }
        message &+= 1
      }
    }
    return 0
  }

  /// Reads one message in pieces of whole units. Returns the bytes read, or -errno.
  @_noLocks private func readRun(_ register: UInt8, into message: Int, of transaction: I2CTransaction) -> Int32 {
    let total = transaction.byteCount(of: message)
    let unit = max(1, transaction.splitting.unitBytes)
    let piece = total <= blockLimit ? total : blockLimit / unit &* unit
    var done = 0
    while done < total {
      let count = min(piece, total &- done)
      let start =
        transaction.splitting.advancesRegister ? register &+ UInt8(truncatingIfNeeded: done) : register
      let status = adapter.readBlock(start, into: message, of: transaction, first: done, count: count)
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
