import Foundation

/// One sample of the gyroscope.
open class CMGyroData: CMLogItem, @unchecked Sendable {
  /// The rotation rate in rad/s as the chip gives it, its bias included; ``CMDeviceMotion/rotationRate`` is without. Where the configuration
  /// names a calibration, the bias and scale that it states are taken out here already, and what is left is included.
  open var rotationRate: CMRotationRate { value }
  private let value: CMRotationRate

  /// Zeros at time 0, which means nothing.
  public override init() {
    value = CMRotationRate()
    super.init()
  }

  /// The given value, for tests. The timestamp is in seconds, as ``CMLogItem/timestamp`` has it.
  public convenience init(rotationRate: CMRotationRate, timestamp: TimeInterval) {
    self.init(rotationRate, seconds: timestamp)
  }

  init(_ value: CMRotationRate, seconds: TimeInterval) {
    self.value = value
    super.init(seconds: seconds)
  }

  /// Reads an item from an archive.
  public required init?(coder: NSCoder) {
    let values = coder.decodeDoubles(3, forKey: "rotationRate")
    value = CMRotationRate(x: values[0], y: values[1], z: values[2])
    super.init(coder: coder)
  }

  open override func encode(with coder: NSCoder) {
    super.encode(with: coder)
    coder.encode([rotationRate.x, rotationRate.y, rotationRate.z], forKey: "rotationRate")
  }

  open override var description: String {
    "x \(rotationRate.x) y \(rotationRate.y) z \(rotationRate.z) @ \(timestamp)"
  }
}
