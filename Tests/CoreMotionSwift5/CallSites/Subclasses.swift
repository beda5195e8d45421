import CoreMotion

// Apps make classes of their own of every open one: for their tests, and to add what they need. Those that measure or listen:

class OwnManager: CMMotionManager, @unchecked Sendable {
  let name: String
  override init() {
    name = "plain"
    super.init()
  }
  init(name: String) {
    self.name = name
    super.init()
  }
}

final class OwnPedometer: CMPedometer, @unchecked Sendable {
  override init() { super.init() }
}

final class OwnActivityManager: CMMotionActivityManager, @unchecked Sendable {
  override init() { super.init() }
}

final class OwnRecorder: CMSensorRecorder, @unchecked Sendable {
  override init() { super.init() }
}

final class OwnBatches: CMBatchedSensorManager, @unchecked Sendable {
  override init() { super.init() }
}

final class OwnHeadphones: CMHeadphoneMotionManager, @unchecked Sendable {
  override init() { super.init() }
}

final class OwnAltimeter: CMAltimeter, @unchecked Sendable {
  override init() { super.init() }
}

// Those that were measured, each with an initialiser of values as tests want one:

class OwnItem: CMLogItem, @unchecked Sendable {
  private let time: TimeInterval
  override var timestamp: TimeInterval { return time }
  override init() {
    time = 0
    super.init()
  }
  init(timestamp: TimeInterval) {
    time = timestamp
    super.init()
  }
  required init?(coder: NSCoder) { return nil }
}

final class OwnAcceleration: CMAccelerometerData, @unchecked Sendable {
  private let own: CMAcceleration
  override var acceleration: CMAcceleration { return own }
  init(acceleration: CMAcceleration, timestamp: TimeInterval) {
    own = acceleration
    super.init()
  }
  required init?(coder: NSCoder) { return nil }
}

final class OwnRotation: CMGyroData, @unchecked Sendable {
  private let own: CMRotationRate
  override var rotationRate: CMRotationRate { return own }
  init(rotationRate: CMRotationRate, timestamp: TimeInterval) {
    own = rotationRate
    super.init()
  }
  required init?(coder: NSCoder) { return nil }
}

final class OwnField: CMMagnetometerData, @unchecked Sendable {
  private let own: CMMagneticField
  override var magneticField: CMMagneticField { return own }
  init(magneticField: CMMagneticField, timestamp: TimeInterval) {
    own = magneticField
    super.init()
  }
  required init?(coder: NSCoder) { return nil }
}

final class OwnRate: CMRotationRateData, @unchecked Sendable {
  init(rotationRate: CMRotationRate, timestamp: TimeInterval) { super.init() }
  required init?(coder: NSCoder) { return nil }
}

final class OwnRecordedAcceleration: CMRecordedAccelerometerData, @unchecked Sendable {
  init(identifier: UInt64, startDate: Date, acceleration: CMAcceleration, timestamp: TimeInterval) { super.init() }
  required init?(coder: NSCoder) { return nil }
}

final class OwnRecordedRate: CMRecordedRotationRateData, @unchecked Sendable {
  init(startDate: Date, rotationRate: CMRotationRate, timestamp: TimeInterval) { super.init() }
  required init?(coder: NSCoder) { return nil }
}

final class OwnAttitude: CMAttitude, @unchecked Sendable {
  private let angles: [Double]
  override var roll: Double { return angles[0] }
  override var pitch: Double { return angles[1] }
  override var yaw: Double { return angles[2] }
  init(roll: Double, pitch: Double, yaw: Double) {
    angles = [roll, pitch, yaw]
    super.init()
  }
  init(quaternion: CMQuaternion) {
    angles = [0, 0, 0]
    super.init()
  }
  required init?(coder: NSCoder) { return nil }
}

final class OwnMotion: CMDeviceMotion, @unchecked Sendable {
  private let own: CMAttitude
  override var attitude: CMAttitude { return own }
  init(
    attitude: CMAttitude, rotationRate: CMRotationRate, gravity: CMAcceleration, userAcceleration: CMAcceleration,
    magneticField: CMCalibratedMagneticField, heading: Double, headingAccuracy: Double,
    sensorLocation: CMDeviceMotion.SensorLocation, timestamp: TimeInterval
  ) {
    own = attitude
    super.init()
  }
  required init?(coder: NSCoder) { return nil }
}

final class OwnActivity: CMMotionActivity, @unchecked Sendable {
  private let isWalking: Bool
  override var walking: Bool { return isWalking }
  init(walking: Bool) {
    isWalking = walking
    super.init()
  }
  required init?(coder: NSCoder) { return nil }
}

final class OwnSteps: CMPedometerData, @unchecked Sendable {
  private let steps: Int
  override var numberOfSteps: NSNumber { return NSNumber(value: steps) }
  init(startDate: Date, endDate: Date, numberOfSteps: Int, cadence: Double?) {
    steps = numberOfSteps
    super.init()
  }
  required init?(coder: NSCoder) { return nil }
}

final class OwnEvent: CMPedometerEvent, @unchecked Sendable {
  private let own: CMPedometerEventType
  override var type: CMPedometerEventType { return own }
  override init() {
    own = .resume
    super.init()
  }
  init(date: Date, type: CMPedometerEventType) {
    own = type
    super.init()
  }
  required init?(coder: NSCoder) { return nil }
}

final class OwnList: CMSensorDataList, @unchecked Sendable {
  override init() { super.init() }
  init(samples: [CMRecordedAccelerometerData]) { super.init() }
}

final class OwnAltitude: CMAltitudeData, @unchecked Sendable {
  init(relativeAltitude: Double, pressure: Double, timestamp: TimeInterval) { super.init() }
  required init?(coder: NSCoder) { return nil }
}

final class OwnAbsoluteAltitude: CMAbsoluteAltitudeData, @unchecked Sendable {
  init(altitude: Double, accuracy: Double, precision: Double, timestamp: TimeInterval) { super.init() }
  required init?(coder: NSCoder) { return nil }
}

// And as extensions, which delegate to what the phone has.
extension CMDeviceMotion {
  convenience init(testing: Bool) { self.init() }
}
