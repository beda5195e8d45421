/// What an adapter can do, as the kernel's functionality mask tells it (I2C_FUNCS).
///
/// Source: Linux kernel, include/uapi/linux/i2c.h and Documentation/i2c/functionality.rst.
public struct I2CFunctionality: OptionSet, Sendable, Hashable {
  public let rawValue: UInt64
  public init(rawValue: UInt64) { self.rawValue = rawValue }

  /// Combined transactions of plain I2C messages.
  public static let i2c = I2CFunctionality(rawValue: 0x1)
  /// SMBus reads of up to 32 bytes from a register.
  public static let smbusReadBlock = I2CFunctionality(rawValue: 0x0400_0000)
  /// SMBus writes of up to 32 bytes to a register.
  public static let smbusWriteBlock = I2CFunctionality(rawValue: 0x0800_0000)
  /// What a chip needs of an adapter without ``i2c``.
  public static let smbusBlocks: I2CFunctionality = [.smbusReadBlock, .smbusWriteBlock]

  /// The kernel's names of all functions present, lowest bit first; unknown bits are given by number.
  public var names: [String] {
    (0..<UInt64.bitWidth).filter { rawValue >> $0 & 1 == 1 }.map { Self.bitNames[$0] ?? "bit \($0)" }
  }

  private static let bitNames: [Int: String] = [
    0: "I2C", 1: "10BIT_ADDR", 2: "PROTOCOL_MANGLING", 3: "SMBUS_PEC", 4: "NOSTART", 5: "SLAVE",
    15: "SMBUS_BLOCK_PROC_CALL", 16: "SMBUS_QUICK", 17: "SMBUS_READ_BYTE", 18: "SMBUS_WRITE_BYTE",
    19: "SMBUS_READ_BYTE_DATA", 20: "SMBUS_WRITE_BYTE_DATA", 21: "SMBUS_READ_WORD_DATA", 22: "SMBUS_WRITE_WORD_DATA",
    23: "SMBUS_PROC_CALL", 24: "SMBUS_READ_BLOCK_DATA", 25: "SMBUS_WRITE_BLOCK_DATA", 26: "SMBUS_READ_I2C_BLOCK",
    27: "SMBUS_WRITE_I2C_BLOCK", 28: "SMBUS_HOST_NOTIFY",
  ]
}
