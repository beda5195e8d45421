import FakeKernel
import Testing

/// The seams of the real system against a fake kernel. The fake is one for the whole program, so its tests run one by one.
@Suite(.serialized) enum LinuxSeams {}

extension LinuxSeams {
  /// Bits of the kernel's functionality mask (linux/i2c.h).
  enum Functions {
    static let i2c: UInt64 = 0x1
    static let smbusReadBlock: UInt64 = 0x0400_0000
    static let smbusWriteBlock: UInt64 = 0x0800_0000
    static let smbusBlocks = smbusReadBlock | smbusWriteBlock
    /// An adapter as on a Raspberry Pi: plain I2C, with SMBus emulated over it.
    static let raspberryPi: UInt64 = 0x0EFF_0009
  }

  /// What the fake's adapters were asked since the last call, line by line.
  static func takeI2CTrace() -> [String] {
    defer { fake_i2c_clear_trace() }
    return String(cString: fake_i2c_trace()).split(separator: "\n").map(String.init)
  }
}
