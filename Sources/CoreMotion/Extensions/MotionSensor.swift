/// The kinds of data that a manager has.
public enum MotionSensor: Sendable, CaseIterable {
  /// The accelerometer.
  case accelerometer
  /// The gyroscope.
  case gyro
  /// The magnetometer, which no supported chip has.
  case magnetometer
  /// What the fusion makes of accelerometer and gyroscope.
  case deviceMotion
}
