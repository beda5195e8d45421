import CI2C

/// An I2C adapter found on this machine, not yet opened.
public struct I2CAdapter: Sendable, Hashable {
  /// The N of /dev/i2c-N.
  public let number: Int
  /// The kernel's name of it, such as "bcm2835 (i2c@7e804000)"; empty where the kernel gives none.
  public let name: String
  /// Its node, such as "/dev/i2c-1".
  public var path: String { "/dev/i2c-\(number)" }
}

extension LinuxI2CBus {
  /// Most adapters that ``list()`` tells of.
  private static let listLimit = 64

  /// The adapters that have a node in /dev, lowest number first. Opens none of them. Not for the sampling thread.
  ///
  /// - Throws: ``I2CBusError/cannotList(code:)`` where /dev can't be read.
  public static func list() throws(I2CBusError) -> [I2CAdapter] {
    var found = [ci2c_adapter](repeating: ci2c_adapter(), count: listLimit)
    let count = ci2c_list_adapters(&found, Int32(listLimit))
    if count < 0 { throw .cannotList(code: 0 &- count) }
    return found.prefix(Int(count)).map { I2CAdapter(number: Int($0.number), name: text(of: $0.name)) }
  }
}
