extension CMMotionManager {
  /// Why a kind of data is not available, with what to do about it; nil when it is.
  ///
  /// Of a chip that is lost while it runs, why the properties are nil; nil again when it is back, which needs no new start.
  /// On hardware that does not run yet the chip's identity register is read, which takes a few milliseconds.
  public func unavailability(of sensor: MotionSensor) -> MotionUnavailable? {
    sensor == .magnetometer ? .noMagnetometer : board.unavailability
  }
}
