import IMUDrivers

/// The errno values that kernel adapters give (Documentation/i2c/fault-codes.rst).
private enum Errno {
  static let tryAgain: Int32 = 11  // EAGAIN: arbitration lost
  static let notSupported: Int32 = 95  // EOPNOTSUPP: a shape that the adapter does not carry
  static let timedOut: Int32 = 110  // ETIMEDOUT
  static let remoteIO: Int32 = 121  // EREMOTEIO: no acknowledge
}

extension BoardState {
  /// How long an adapter waits for a held clock before it gives up: the upper limit of SMBus (specification 3.0, T_TIMEOUT).
  static let timeoutNanoseconds: UInt64 = 35_000_000

  /// Carries out a transaction; afterwards ``now`` is the time of its stop condition.
  /// - Returns: the number of messages carried out, or -errno.
  func transfer(_ transaction: I2CTransaction) -> Int32 {
    if isRefused(transaction) {
      if trace != nil { record(transaction, from: now, status: -Errno.notSupported) }
      return -Errno.notSupported
    }
    var wire = Wire(start: now, bitNanoseconds: bitNanoseconds)
    let begin = now
    let status = carryOut(transaction, on: &wire)
    wire.addBits(1)  // The stop condition.
    advance(to: wire.time)
    times(slots.count) { index in
      let slot = slots[index]
      guard slot.isSelected else { return }
      slot.isSelected = false
      slot.chip.end(at: now)
      settleIfNeeded(slot, at: now)
    }
    if trace != nil { record(transaction, from: begin, status: status) }
    return status
  }

  /// Whether a message that reads is not the last: the Raspberry Pi's adapter refuses that before it touches the bus (Linux
  /// drivers/i2c/busses/i2c-bcm2835.c, bcm2835_i2c_xfer).
  private func isRefused(_ transaction: I2CTransaction) -> Bool {
    var message = 0
    while message &+ 1 < transaction.count {
      if transaction.isRead(message) { return true }
      message &+= 1
    }
    return false
  }

  private func carryOut(_ transaction: I2CTransaction, on wire: inout Wire) -> Int32 {
    var count = transaction.count
    let first = slot(at: transaction.address(of: 0))
    if let first, first.countTransaction(at: now) { settle(first, at: now) }
    if isDataLineHeld {
      wire.add(nanoseconds: Self.timeoutNanoseconds)
      return -Errno.timedOut
    }
    if let slot = first {
      switch slot.faults.strikeBus() {
      case .none: break
      case .arbitrationLost:
        wire.addBits(10)
        return -Errno.tryAgain
      case .timeout:
        wire.add(nanoseconds: Self.timeoutNanoseconds)
        return -Errno.timedOut
      case .noAcknowledge:
        wire.addBits(10)
        return -Errno.remoteIO
      }
      if slot.faults.shortCount.strike() { count -= 1 }
    }
    var message = 0
    while message < count {
      wire.addBits(10)  // The (repeated) start condition, the address with its direction, and the acknowledge bit.
      advance(to: wire.time)
      guard let slot = slot(at: transaction.address(of: message)), slot.acknowledges(at: now) else {
        return -Errno.remoteIO
      }
      slot.isSelected = true
      slot.chip.begin(isRead: transaction.isRead(message), at: now)
      guard move(transaction, message, with: slot, on: &wire) else { return -Errno.remoteIO }
      message += 1
    }
    return Int32(truncatingIfNeeded: count)
  }

  /// Moves the bytes of one message; false when the chip fell silent within it.
  private func move(_ transaction: I2CTransaction, _ message: Int, with slot: ChipSlot, on wire: inout Wire) -> Bool {
    let isRead = transaction.isRead(message)
    let count = transaction.byteCount(of: message)
    var index = 0
    while index < count {
      if isRead {
        let register = slot.chip.addressedRegister
        transaction[message, index] = slot.faults.received(
          slot.chip.read(at: now), from: register, isFirst: index == 0)
        settleIfNeeded(slot, at: now)
      }
      wire.addBits(9)
      advance(to: wire.time)
      if !isRead {
        guard slot.chip.acknowledges else { return false }
        slot.chip.write(transaction[message, index], at: now)
        settleIfNeeded(slot, at: now)
      }
      index += 1
    }
    return true
  }

  private func record(_ transaction: I2CTransaction, from begin: UInt64, status: Int32) {
    let messages = (0..<transaction.count).map { message in
      TracedTransaction.Message(
        address: transaction.address(of: message), isRead: transaction.isRead(message),
        bytes: transaction.bytes(of: message))
    }
    trace?.append(
      TracedTransaction(startNanoseconds: begin, endNanoseconds: now, status: status, messages: messages))
  }
}

/// The time that bits take on the wire.
private struct Wire {
  private var start: UInt64
  private let bitNanoseconds: Double
  private var bits = 0

  init(start: UInt64, bitNanoseconds: Double) {
    self.start = start
    self.bitNanoseconds = bitNanoseconds
  }

  var time: UInt64 { start &+ UInt64((Double(bits) * bitNanoseconds).rounded()) }
  mutating func addBits(_ count: Int) { bits += count }
  mutating func add(nanoseconds: UInt64) { start &+= nanoseconds }
}
