import Foundation

/// One sample of a magnetometer. No supported chip has one, so none ever comes; tests may make some.
open class CMMagnetometerData: CMLogItem, @unchecked Sendable {
  /// The field in microtesla, the device's own included.
  open var magneticField: CMMagneticField { value }
  private let value: CMMagneticField

  /// Zeros at time 0, which means nothing.
  public override init() {
    value = CMMagneticField()
    super.init()
  }

  /// The given value, for tests. The timestamp is in seconds, as ``CMLogItem/timestamp`` has it.
  public convenience init(magneticField: CMMagneticField, timestamp: TimeInterval) {
    self.init(magneticField, seconds: timestamp)
  }

  init(_ value: CMMagneticField, seconds: TimeInterval) {
    self.value = value
    super.init(seconds: seconds)
  }

  /// Reads an item from an archive.
  public required init?(coder: NSCoder) {
    let values = coder.decodeDoubles(3, forKey: "magneticField")
    value = CMMagneticField(x: values[0], y: values[1], z: values[2])
    super.init(coder: coder)
  }

  open override func encode(with coder: NSCoder) {
    super.encode(with: coder)
    coder.encode([magneticField.x, magneticField.y, magneticField.z], forKey: "magneticField")
  }

  open override var description: String {
    "x \(magneticField.x) y \(magneticField.y) z \(magneticField.z) @ \(timestamp)"
  }
}
