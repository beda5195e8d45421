extension CMMotionManager {
  /// Makes the present heading yaw 0, for the properties, the handler and what follows, and leaves pitch and roll alone:
  /// they refer to gravity. (``CMAttitude/multiply(byInverseOf:)`` makes all three relative, and tilts the reference.)
  ///
  /// - Returns: false when there is no value yet, and nothing was changed.
  @discardableResult
  public func recentreYaw() -> Bool { channels.motion.recentre() }
}
