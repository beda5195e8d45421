/// Where a chip keeps a sample, and how to tell that it is a new one. Trivial, so that the sampling thread can use it.
struct SampleLayout: BitwiseCopyable, Sendable, Equatable {
  /// First of 14 consecutive data registers.
  let dataRegister: UInt8
  /// The register that tells whether a new sample waits, one or two in front of ``dataRegister``: one read brings both.
  let statusRegister: UInt8
  /// Bits of the status register that are all set when a new sample waits.
  let readyMask: UInt8
  /// Whether the chip holds its line until it is read: until its status is (MPU-6050), or its data (LSM6DS3).
  let holdsLine: Bool
  /// The register that may lay a page over all others, and the one that makes the address follow the bytes; 0 where there is
  /// none. What else reads wrong is not to blame while they are wrong.
  var pageRegister: UInt8 = 0
  var incrementRegister: UInt8 = 0

  /// Bytes of a sample: three words of each sensor and the temperature.
  static var dataBytes: Int { @_noLocks get { 14 } }

  /// Bytes between the status register and the data.
  var statusLead: Int { @_noLocks get { Int(dataRegister &- statusRegister) } }
}
