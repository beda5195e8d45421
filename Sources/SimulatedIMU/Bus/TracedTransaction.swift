/// A transaction as it went over a simulated bus.
public struct TracedTransaction: Sendable, Equatable {
  /// One message of a transaction.
  public struct Message: Sendable, Equatable {
    /// 7-bit address.
    public var address: UInt8
    /// Whether the chip sent the bytes.
    public var isRead: Bool
    /// The bytes written, or those that the read brought.
    public var bytes: [UInt8]

    /// A message; for comparing with a trace.
    public init(address: UInt8, isRead: Bool, bytes: [UInt8]) {
      self.address = address
      self.isRead = isRead
      self.bytes = bytes
    }
  }

  /// Time of the start condition on the board's clock.
  public var startNanoseconds: UInt64
  /// Time of the stop condition on the board's clock.
  public var endNanoseconds: UInt64
  /// What the transfer returned: messages carried out, or -errno.
  public var status: Int32
  /// In order of the transaction, carried out or not.
  public var messages: [Message]

  /// A transaction; for comparing with a trace.
  public init(startNanoseconds: UInt64, endNanoseconds: UInt64, status: Int32, messages: [Message]) {
    self.startNanoseconds = startNanoseconds
    self.endNanoseconds = endNanoseconds
    self.status = status
    self.messages = messages
  }
}

extension TracedTransaction: CustomStringConvertible {
  /// Such as "68 W 6B 80 -> 1" or "68 W 75, 68 R 68 -> 2": address, direction, bytes in hexadecimal, status.
  public var description: String {
    func hex(_ byte: UInt8) -> String { (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true) }
    let text = messages.map { message in
      ([hex(message.address), message.isRead ? "R" : "W"] + message.bytes.map(hex)).joined(separator: " ")
    }
    return text.joined(separator: ", ") + " -> \(status)"
  }
}
