import Pipeline

extension CMMotionManager {
  /// Sets how often a kind of data comes, beyond 100 Hz too: `.controlLoop(hertz:)` and `.everySample` reach up to the chip's rate.
  ///
  /// The compatible property then shows the seconds, 0 for every sample.
  public func setUpdateInterval(_ interval: UpdateInterval, of sensor: MotionSensor) {
    channel(sensor).interval = interval
  }

  /// The same as a duration of 10 ms or more; less is clamped: `.milliseconds(20)` can't be mistaken for 20 s.
  public func setUpdateInterval(_ interval: Duration, of sensor: MotionSensor) {
    channel(sensor).seconds = interval / .seconds(1)
  }
}
