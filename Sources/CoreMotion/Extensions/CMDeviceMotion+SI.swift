import Foundation

// The same quantities in SI units and with the signs of physics, for code that doesn't come from the phone. Vectors are in the
// device frame.

extension CMAccelerometerData {
  /// The specific force in m/s^2: +9.81 on the axis that points up at rest, as Android and ROS have it.
  public var specificForce: MotionVector { MotionVector(acceleration, scaledBy: -standardGravity) }
}

extension CMDeviceMotion {
  /// The true acceleration in m/s^2: positive where the device gains speed, minus ``userAcceleration``.
  public var trueAcceleration: MotionVector { MotionVector(userAcceleration, scaledBy: -standardGravity) }

  /// What an accelerometer feels, in m/s^2: +9.81 on the axis that points up at rest (proper acceleration).
  public var properAcceleration: MotionVector {
    let (gravity, user) = (gravity, userAcceleration)
    return MotionVector(
      CMAcceleration(x: gravity.x + user.x, y: gravity.y + user.y, z: gravity.z + user.z), scaledBy: -standardGravity)
  }

  /// The acceleration of gravity in m/s^2; it points down.
  public var gravityInSI: MotionVector { MotionVector(gravity, scaledBy: standardGravity) }

  /// ``trueAcceleration`` in the reference frame: z up.
  public var trueAccelerationInReferenceFrame: MotionVector {
    MotionVector(attitude.toReference(trueAcceleration.fusionVector))
  }
}
