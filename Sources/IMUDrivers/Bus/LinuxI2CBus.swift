import CI2C

/// An I2C adapter of the Linux kernel, through its character device (i2c-dev).
///
/// A transaction is a pair (one write and one read of one chip) or one write: what every adapter carries. It goes as one
/// I2C_RDWR where the adapter can do that, and as SMBus I2C-block transfers of up to 32 bytes each where it can't. Several threads and pipelines may share one bus: the kernel carries out one
/// transfer at a time, and no state is kept between them.
///
/// Source: Linux kernel documentation, Documentation/i2c/dev-interface.rst and i2c-protocol.rst.
public final class LinuxI2CBus: I2CBus {
  /// Path of the node, such as "/dev/i2c-1".
  public let name: String
  /// What the adapter can do, as it said when it was opened.
  public let functionality: I2CFunctionality
  /// How transfers are carried out on this adapter.
  public let transferKind: TransferKind
  let adapter: AdapterHandle

  /// The ways to carry out a transaction.
  public enum TransferKind: String, Sendable {
    /// One I2C_RDWR for the whole transaction.
    case combined = "I2C_RDWR"
    /// One SMBus I2C-block transfer for each 32 bytes.
    case smbusBlocks = "SMBus I2C block"
  }

  /// Opens an adapter by its number: 1 for /dev/i2c-1.
  ///
  /// - Throws: ``I2CBusError``; nothing is tried twice.
  public convenience init(bus number: Int) throws(I2CBusError) {
    try self.init(path: "/dev/i2c-\(number)")
  }

  /// Opens an adapter by the path of its node. May block; not for the sampling thread.
  ///
  /// - Throws: ``I2CBusError``; nothing is tried twice.
  public init(path: String) throws(I2CBusError) {
    let adapter: AdapterHandle
    let mask: UInt64
    do { adapter = try AdapterHandle(path: path) } catch { throw I2CBusError(opening: path, code: error.code) }
    do { mask = try adapter.functionality() } catch { throw .notAnAdapter(path: path, code: error.code) }
    let functionality = I2CFunctionality(rawValue: mask)
    if functionality.contains(.i2c) {
      transferKind = .combined
    } else if functionality.isSuperset(of: .smbusBlocks) {
      transferKind = .smbusBlocks
    } else {
      let missing = I2CFunctionality.smbusBlocks.subtracting(functionality)
      throw .unsupportedAdapter(path: path, missing: I2CFunctionality.i2c.names + missing.names)
    }
    name = path
    self.functionality = functionality
    self.adapter = adapter
  }

  /// Carries out a transaction. Safe on the sampling thread; blocks for the transfer itself.
  ///
  /// More than two messages are answered with -EINVAL, and on an SMBus adapter anything but a pair and a write of a register
  /// with data with -EOPNOTSUPP, before the first byte is sent.
  @_noLocks public func transfer(_ transaction: I2CTransaction) -> Int32 {
    // A switch, because == would compare the raw strings.
    switch transferKind {
    case .combined: return adapter.transfer(transaction)
    case .smbusBlocks: return transferBlocks(transaction)
    }
  }

  /// CLOCK_MONOTONIC in nanoseconds. Safe on the sampling thread.
  public var nowNanoseconds: UInt64 {
    @_noLocks get { MonotonicClock.nowNanoseconds }
  }

  public func pause(untilNanoseconds deadline: UInt64) { MonotonicClock.sleep(untilNanoseconds: deadline) }

  /// Whether a kernel driver holds the address ("UU" in i2cdetect). An adapter that can't tell counts as free: the
  /// transfer that follows reports what is wrong.
  public func isAddressInUse(_ address: UInt8) -> Bool { adapter.isHeld(address) == 1 }
}
