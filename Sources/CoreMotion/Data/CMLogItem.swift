import Foundation

/// Something that was measured at a time. Immutable, and safe to hand to any thread.
open class CMLogItem: NSObject, NSCopying, NSSecureCoding, @unchecked Sendable {
  // Ownership: nothing in this class or its children changes after the initialiser, but for the attitude of a device
  // motion, which guards itself.

  /// When it was measured: seconds on CLOCK_MONOTONIC, the clock of `ProcessInfo.systemUptime` (of the virtual clock on a
  /// ``MotionBoard`` in virtual time).
  open var timestamp: TimeInterval { seconds }
  private let seconds: TimeInterval

  /// An item of time 0, which means nothing.
  public override init() {
    seconds = 0
    super.init()
  }

  // What makes items of values is a convenience, here and in the children: an app's subclass may then have an initialiser of the same
  // labels, as on the phone, where there are none.

  /// An item of a time in seconds, for tests.
  public convenience init(timestamp: TimeInterval) { self.init(seconds: timestamp) }

  init(seconds: TimeInterval) {
    self.seconds = seconds
    super.init()
  }

  /// Reads an item from an archive.
  public required init?(coder: NSCoder) {
    seconds = coder.decodeDouble(forKey: "timestamp")
    super.init()
  }

  /// Archives are secure: no class is made by a name from the archive.
  public static var supportsSecureCoding: Bool { true }

  /// Writes the item to an archive. Archives are for this module: another system's are not read.
  open func encode(with coder: NSCoder) { coder.encode(timestamp, forKey: "timestamp") }

  /// The item itself, since it never changes.
  open func copy(with zone: NSZone? = nil) -> Any { self }
}

extension NSCoder {
  /// Writes three or more numbers under one key.
  func encode(_ numbers: [Double], forKey key: String) {
    for (index, number) in numbers.enumerated() { encode(number, forKey: "\(key).\(index)") }
  }

  /// Reads as many numbers as were written under a key.
  func decodeDoubles(_ count: Int, forKey key: String) -> [Double] {
    (0..<count).map { decodeDouble(forKey: "\(key).\($0)") }
  }
}
