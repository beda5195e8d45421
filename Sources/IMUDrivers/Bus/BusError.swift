/// A transfer that failed, with everything one needs to find out why.
public struct BusError: Error, BitwiseCopyable, Sendable, Equatable {
  /// What kind of failure the kernel's errno stands for.
  public enum Kind: BitwiseCopyable, Sendable, Equatable {
    /// No chip acknowledged the address or a byte (ENXIO, EREMOTEIO).
    case noAcknowledge
    /// The adapter gave up waiting: a stuck clock or a stretched one (ETIMEDOUT).
    case timeout
    /// Another controller, or noise, won the bus (EAGAIN).
    case arbitrationLost
    /// The adapter carried out only part of the messages.
    case shortTransfer
    /// The adapter's driver does not carry such a transfer (EOPNOTSUPP): trying again is no use.
    case refused
    /// Anything else, by its errno.
    case other
  }

  /// 7-bit address of the chip.
  public let address: UInt8
  /// First register of the transfer.
  public let register: UInt8
  /// The errno, positive; EIO for a short transfer.
  public let code: Int32
  public let kind: Kind

  /// - Parameter status: what ``I2CBus/transfer(_:)`` returned: -errno, or a message count that is too small.
  @_noLocks public init(status: Int32, address: UInt8, register: UInt8) {
    self.address = address
    self.register = register
    guard status < 0 else {
      code = 5  // EIO
      kind = .shortTransfer
      return
    }
    code = 0 &- status
    // Documentation/i2c/fault-codes.rst; the numbers are those of Linux on every architecture that boards use.
    switch code {
    case 6, 121: kind = .noAcknowledge
    case 110: kind = .timeout
    case 11: kind = .arbitrationLost
    case 95: kind = .refused
    default: kind = .other
    }
  }

  /// Whether the adapter gave up waiting. Safe on the sampling thread.
  public var isTimeout: Bool { @_noLocks get { if case .timeout = kind { true } else { false } } }

  /// Whether the adapter will never carry such a transfer. Safe on the sampling thread.
  public var isRefused: Bool { @_noLocks get { if case .refused = kind { true } else { false } } }

  /// Whether the bus was lost to another controller. Safe on the sampling thread.
  public var isArbitrationLost: Bool { @_noLocks get { if case .arbitrationLost = kind { true } else { false } } }

  /// One sentence: what failed where, and what to try next.
  public func explanation(bus: String) -> String { explanation(chip: "\(bus) address \(hex(address))") }

  /// The same where bus and address are told already.
  ///
  /// - Parameter chip: bus and address, such as "/dev/i2c-1 address 0x68".
  public func explanation(chip: String) -> String {
    let place = "\(chip) register \(hex(register))"
    switch kind {
    case .noAcknowledge:
      return
        "\(place): no acknowledge (errno \(code)); check power, SDA/SCL and the address pin, or run 'imu-rt detect'"
    case .timeout:
      return
        "\(place): timeout (errno \(code)); a line may be held low: check wiring and pull-ups, power-cycle the chip"
    case .arbitrationLost:
      return "\(place): arbitration lost (errno \(code)); look for another controller or noise on the bus"
    case .shortTransfer:
      return "\(place): the adapter did only part of the transfer; the chip may have vanished: check wiring"
    case .refused:
      return
        "\(place): this I2C adapter's driver refuses the transfer (errno \(code)): it can't write a register number and read on, "
        + "or not so many bytes; use another bus ('imu-rt detect' lists them) or another adapter: on a Raspberry Pi the "
        + "header's own ('dtparam=i2c_arm=on' in config.txt) or two free pins ('dtoverlay=i2c-gpio')"
    case .other:
      return "\(place): \(errnoText(code)) (errno \(code)); see 'imu-rt doctor'"
    }
  }
}
