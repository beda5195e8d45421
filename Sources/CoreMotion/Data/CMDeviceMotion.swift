import Foundation

/// What the fusion makes of accelerometer and gyroscope at one time: attitude, gravity, the user's acceleration, rotation rate.
///
/// `gravity + userAcceleration` is what the accelerometer shows, in each sample.
open class CMDeviceMotion: CMLogItem, @unchecked Sendable {
  /// How the device is turned. An object of this motion alone; changing it in place is meant and harms nobody else.
  open var attitude: CMAttitude { values.attitude }
  /// The rotation rate in rad/s, the gyroscope's bias taken out.
  open var rotationRate: CMRotationRate { values.rotationRate }
  /// Gravity in the device frame, in g, of length 1. It points down: (0, 0, -1) face up.
  open var gravity: CMAcceleration { values.gravity }
  /// What the user adds, in g, with the sign of the accelerometer: minus the true acceleration. Pushed to the right, x goes
  /// negative first; in free fall face up it is (0, 0, +1).
  open var userAcceleration: CMAcceleration { values.userAcceleration }
  /// The magnetic field; zero and uncalibrated, since no supported chip has a magnetometer.
  open var magneticField: CMCalibratedMagneticField { values.magneticField }
  /// The heading in degrees, 0 to 360, for north frames; -1 in any other.
  open var heading: Double { values.heading }
  /// How good ``heading`` is, in degrees; negative where there is none.
  open var headingAccuracy: Double { values.headingAccuracy }
  /// Where the sensor sits.
  open var sensorLocation: SensorLocation { values.sensorLocation }

  private struct Values {
    var attitude = CMAttitude()
    var rotationRate = CMRotationRate()
    var gravity = CMAcceleration(x: 0, y: 0, z: -1)
    var userAcceleration = CMAcceleration()
    var magneticField = CMCalibratedMagneticField(field: CMMagneticField(), accuracy: .uncalibrated)
    var heading = -1.0
    var headingAccuracy = -1.0
    var sensorLocation = SensorLocation.default
  }

  private let values: Values

  /// Where a sensor sits.
  public enum SensorLocation: Int, Sendable {
    /// In the device.
    case `default`
    /// In the left headphone.
    case headphoneLeft
    /// In the right headphone.
    case headphoneRight
  }

  /// A device at rest face up at time 0, which means nothing.
  public override init() {
    values = Values()
    super.init()
  }

  /// The given values, for tests. Nothing is checked against anything else.
  ///
  /// The attitude is copied. The timestamp is in seconds, as ``CMLogItem/timestamp`` has it.
  public convenience init(
    attitude: CMAttitude, rotationRate: CMRotationRate, gravity: CMAcceleration, userAcceleration: CMAcceleration,
    magneticField: CMCalibratedMagneticField = .init(field: .init(), accuracy: .uncalibrated), heading: Double = -1,
    headingAccuracy: Double = -1, sensorLocation: SensorLocation = .default, timestamp: TimeInterval
  ) {
    var values = Values()
    values.attitude = CMAttitude(attitude.orientation)
    values.rotationRate = rotationRate
    values.gravity = gravity
    values.userAcceleration = userAcceleration
    values.magneticField = magneticField
    values.heading = heading
    values.headingAccuracy = headingAccuracy
    values.sensorLocation = sensorLocation
    self.init(values, seconds: timestamp)
  }

  private init(_ values: Values, seconds: TimeInterval) {
    self.values = values
    super.init(seconds: seconds)
  }

  /// Reads a motion from an archive; nil where its attitude is no rotation.
  public required init?(coder: NSCoder) {
    guard let attitude = CMAttitude(coder: coder) else { return nil }
    var values = Values()
    values.attitude = attitude
    let rate = coder.decodeDoubles(3, forKey: "rotationRate")
    values.rotationRate = CMRotationRate(x: rate[0], y: rate[1], z: rate[2])
    let down = coder.decodeDoubles(3, forKey: "gravity")
    values.gravity = CMAcceleration(x: down[0], y: down[1], z: down[2])
    let user = coder.decodeDoubles(3, forKey: "userAcceleration")
    values.userAcceleration = CMAcceleration(x: user[0], y: user[1], z: user[2])
    let field = coder.decodeDoubles(4, forKey: "magneticField")
    values.magneticField = CMCalibratedMagneticField(
      field: CMMagneticField(x: field[0], y: field[1], z: field[2]),
      accuracy: Int32(exactly: field[3]).flatMap(CMMagneticFieldCalibrationAccuracy.init) ?? .uncalibrated)
    let heading = coder.decodeDoubles(2, forKey: "heading")
    values.heading = heading[0]
    values.headingAccuracy = heading[1]
    values.sensorLocation = SensorLocation(rawValue: coder.decodeInteger(forKey: "sensorLocation")) ?? .default
    self.values = values
    super.init(coder: coder)
  }

  open override func encode(with coder: NSCoder) {
    super.encode(with: coder)
    attitude.encode(with: coder)
    coder.encode([rotationRate.x, rotationRate.y, rotationRate.z], forKey: "rotationRate")
    coder.encode([gravity.x, gravity.y, gravity.z], forKey: "gravity")
    coder.encode([userAcceleration.x, userAcceleration.y, userAcceleration.z], forKey: "userAcceleration")
    let field = magneticField.field
    coder.encode([field.x, field.y, field.z, Double(magneticField.accuracy.rawValue)], forKey: "magneticField")
    coder.encode([heading, headingAccuracy], forKey: "heading")
    coder.encode(sensorLocation.rawValue, forKey: "sensorLocation")
  }

  /// A motion with an attitude of its own, since an attitude may change.
  open override func copy(with zone: NSZone? = nil) -> Any {
    CMDeviceMotion(
      attitude: attitude, rotationRate: rotationRate, gravity: gravity, userAcceleration: userAcceleration,
      magneticField: magneticField, heading: heading, headingAccuracy: headingAccuracy, sensorLocation: sensorLocation,
      timestamp: timestamp)
  }

  open override var description: String {
    "\(attitude) gravity \(gravity.x) \(gravity.y) \(gravity.z) @ \(timestamp)"
  }
}
