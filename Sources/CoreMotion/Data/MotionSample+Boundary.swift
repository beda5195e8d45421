import Foundation
import Fusion
import Pipeline

/// Standard gravity in m/s^2 (ISO 80000-3), the g of this module.
let standardGravity = 9.80665

// The one place where the inside's frame and units (specific force up, m/s^2, true acceleration) become those of the phone
// (down, g, minus the true acceleration).
extension MotionSample {
  /// Seconds on the clock of the samples.
  var timestamp: TimeInterval { Double(timeNanoseconds) * 1e-9 }

  /// The accelerometer's reading: minus the specific force in g. The gyroscope's is not negated.
  var acceleration: CMAcceleration { CMAcceleration(specificForce * -(1 / standardGravity)) }

  /// The gyroscope's reading: with the bias that the filter took out.
  var rawRotationRate: CMRotationRate {
    let rate = rotationRate + bias
    return CMRotationRate(x: rate.x, y: rate.y, z: rate.z)
  }

  var accelerometerData: CMAccelerometerData {
    CMAccelerometerData(acceleration: acceleration, timestamp: timestamp)
  }

  var gyroData: CMGyroData { CMGyroData(rotationRate: rawRotationRate, timestamp: timestamp) }

  /// - Parameter yawZero: the yaw in radians that counts as 0.
  func deviceMotion(yawZero: Double) -> CMDeviceMotion {
    CMDeviceMotion(
      attitude: CMAttitude((Quaternion(w: cos(yawZero / 2), x: 0, y: 0, z: -sin(yawZero / 2)) * orientation)),
      rotationRate: CMRotationRate(x: rotationRate.x, y: rotationRate.y, z: rotationRate.z),
      gravity: CMAcceleration(gravity * (1 / standardGravity)),
      userAcceleration: CMAcceleration(userAcceleration * -(1 / standardGravity)), timestamp: timestamp)
  }
}

extension CMAcceleration {
  init(_ vector: Vector3) { self.init(x: vector.x, y: vector.y, z: vector.z) }
}
