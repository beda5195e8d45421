extension CMMotionManager {
  /// Why a kind of data is not available, with what to do about it; nil when it is.
  ///
  /// On hardware that does not run yet the chip's identity register is read, which takes a few milliseconds.
  public func unavailability(of sensor: MotionSensor) -> MotionUnavailable? {
    sensor == .magnetometer ? .noMagnetometer : board.unavailability
  }
}
