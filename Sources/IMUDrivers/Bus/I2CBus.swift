/// The first of the two seams: everything that is known of an I2C bus.
///
/// Behind it stand the kernel's adapters (``LinuxI2CBus``), simulated chips, and whatever a user's test puts there.
/// A bus also carries the time of its world, so that a driver's waits run on a virtual clock as well as on a real one.
///
/// One thread uses a bus at a time for sampling; a conformer shared by several pipelines must serialise transfers itself
/// (the kernel's adapters do). `transfer` and `nowNanoseconds` are called on the sampling thread: they must not block
/// beyond the transfer itself.
public protocol I2CBus: AnyObject, Sendable {
  /// What errors call this bus, such as "/dev/i2c-1".
  var name: String { get }

  /// Carries out the messages in order, with a repeated start between them and one stop at the end.
  ///
  /// A ``RegisterPort`` sends pairs, one write and one read of one chip, and single writes: nothing else. It is the one shape
  /// that all adapters carry; longer ones many refuse (i2c-bcm2835 each read that is not the last message) and some mangle
  /// without an error (i2c-mv64xxx, i2c-s3c2410). Linux 6.12, drivers/i2c/busses.
  ///
  /// - Returns: how many messages were carried out (fewer than `transaction.count` is treated as an error), or -errno:
  ///   EREMOTEIO or ENXIO where no chip acknowledged, ETIMEDOUT, EAGAIN for lost arbitration, EIO.
  func transfer(_ transaction: I2CTransaction) -> Int32

  /// Nanoseconds on the clock of this bus: CLOCK_MONOTONIC on hardware, the virtual clock in a simulation.
  var nowNanoseconds: UInt64 { get }

  /// Leaves the bus idle until `deadline` on its clock. Returns at once when the deadline has passed.
  func pause(untilNanoseconds deadline: UInt64)

  /// Whether a kernel driver holds this address ("UU" in i2cdetect); false where nothing can hold it.
  func isAddressInUse(_ address: UInt8) -> Bool

  /// Clocks the bus until a chip that holds the data line in the midst of a byte lets it go: "bus clear" of UM10204,
  /// section 3.1.16. Called between samples, when transfers time out.
  ///
  /// - Returns: whether the data line is free now. False where a program can't do it; the kernel's adapters clear their
  ///   bus by themselves after a timeout, where they can (`i2c_recover_bus` in Linux drivers/i2c/i2c-core-base.c).
  func clearBus() -> Bool
}

extension I2CBus {
  public func isAddressInUse(_ address: UInt8) -> Bool { false }
  public func clearBus() -> Bool { false }
}
