/// Where a chip keeps a sample, and how to tell that it is a new one. Trivial, so that the sampling thread can use it.
struct SampleLayout: BitwiseCopyable, Sendable, Equatable {
  /// First of 14 consecutive data registers.
  let dataRegister: UInt8
  /// The register that tells whether a new sample waits.
  let statusRegister: UInt8
  /// Bits of the status register that are all set when a new sample waits.
  let readyMask: UInt8
  /// Whether the interrupt line stays active until the sample is read, so that status must be looked at after it.
  let isLatched: Bool

  /// Bytes of a sample: three words of each sensor and the temperature.
  static var dataBytes: Int { @_noLocks get { 14 } }
}
