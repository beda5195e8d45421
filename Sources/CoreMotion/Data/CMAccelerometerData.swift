import Foundation

/// One sample of the accelerometer.
open class CMAccelerometerData: CMLogItem, @unchecked Sendable {
  /// The acceleration in g: minus the specific force, so (0, 0, -1) at rest face up. Calibrated where there is a calibration.
  open var acceleration: CMAcceleration { value }
  private let value: CMAcceleration

  /// Zeros at time 0, which means nothing.
  public override init() {
    value = CMAcceleration()
    super.init()
  }

  /// The given value, for tests. The timestamp is in seconds, as ``CMLogItem/timestamp`` has it.
  public convenience init(acceleration: CMAcceleration, timestamp: TimeInterval) {
    self.init(acceleration, seconds: timestamp)
  }

  init(_ value: CMAcceleration, seconds: TimeInterval) {
    self.value = value
    super.init(seconds: seconds)
  }

  /// Reads an item from an archive.
  public required init?(coder: NSCoder) {
    let values = coder.decodeDoubles(3, forKey: "acceleration")
    value = CMAcceleration(x: values[0], y: values[1], z: values[2])
    super.init(coder: coder)
  }

  open override func encode(with coder: NSCoder) {
    super.encode(with: coder)
    coder.encode([acceleration.x, acceleration.y, acceleration.z], forKey: "acceleration")
  }

  open override var description: String {
    "x \(acceleration.x) y \(acceleration.y) z \(acceleration.z) @ \(timestamp)"
  }
}
