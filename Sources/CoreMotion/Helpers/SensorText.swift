import Foundation

/// The texts that the documents show for a sensor: what is missing, what went wrong, what was read.
public enum SensorText {
  /// What to show when a sensor is not there.
  public static func missing(_ sensor: MotionSensor) -> String {
    switch sensor {
    case .accelerometer: "This device has no accelerometer."
    case .gyro: "This device has no gyroscope"
    case .magnetometer: "This device has no magnetometer."
    case .deviceMotion: "This device has no device motion."
    }
  }

  /// What to show when a sensor was stopped for an error.
  public static func failed(_ sensor: MotionSensor, _ error: any Error) -> String {
    "\(name(sensor)) encountered error: \(error)"
  }

  /// Three lines, each with its sign and two decimals.
  public static func lines(x: Double, y: Double, z: Double) -> String {
    "x: \(signed(x))\ny: \(signed(y))\nz: \(signed(z))"
  }

  /// Three lines of an attitude in degrees, each with three decimals.
  public static func lines(yaw: Double, pitch: Double, roll: Double) -> String {
    "yaw: \(degrees(yaw))\npitch: \(degrees(pitch))\nroll: \(degrees(roll))"
  }

  /// An angle in radians as degrees with three decimals.
  public static func degrees(_ radians: Double) -> String { String(format: "%.3f", radians * 180 / .pi) }

  private static func signed(_ value: Double) -> String { String(format: "%+.2f", value) }

  private static func name(_ sensor: MotionSensor) -> String {
    switch sensor {
    case .accelerometer: "Accelerometer"
    case .gyro: "Gyroscope"
    case .magnetometer: "Magnetometer"
    case .deviceMotion: "Device motion"
    }
  }
}
