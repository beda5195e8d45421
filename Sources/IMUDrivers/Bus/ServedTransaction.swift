/// A transaction of any shape that came from elsewhere, for whoever serves a bus: the other side of a ``RegisterPort``.
///
/// Its memory is allocated once. Used by one thread at a time; not for the sampling thread of a pipeline.
public struct ServedTransaction: ~Copyable {
  private var memory: TransactionMemory

  /// Most messages of one transaction: what I2C_RDWR allows (I2C_RDWR_IOCTL_MAX_MSGS).
  public static let messageLimit = 42
  /// Most bytes that the reads, and as many that the writes of one transaction may hold together.
  public static let byteLimit = Int(UInt16.max)

  public init() {
    memory = TransactionMemory(
      readCapacity: Self.byteLimit, messageCapacity: Self.messageLimit, writeCapacity: Self.byteLimit)
  }

  /// Forgets the messages so far.
  public mutating func begin() { memory.begin() }

  /// Adds a message that writes bytes to a 7-bit address. Traps beyond the limits.
  public mutating func addWrite(to address: UInt8, _ bytes: ArraySlice<UInt8>) {
    memory.addWrite(to: address, bytes: bytes)
  }

  /// Adds a message that reads from a 7-bit address. Traps beyond the limits.
  public mutating func addRead(from address: UInt8, count: Int) {
    memory.addRead(from: address, count: count, at: memory.readCount)
  }

  /// The messages added since ``begin()``, to be handed to a bus; valid until the next change.
  public var transaction: I2CTransaction { memory.transaction(splitting: .registers) }
}
