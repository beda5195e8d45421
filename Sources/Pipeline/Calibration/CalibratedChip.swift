import IMUDrivers

/// The chip that a calibration belongs to.
///
/// These chips have no serial number: part and identity tell another part, bus and address another chip of the same part.
public struct CalibratedChip: Sendable, Equatable {
  /// The part's name, such as "MPU-6050".
  public var part: String
  /// The full byte in the identity register.
  public var identity: UInt8
  /// Where the chip sits, such as "/dev/i2c-1"; nil where it is not known, and then any bus will do.
  public var bus: String?
  /// The chip's 7-bit address; nil where it is not known, and then any address will do.
  public var address: UInt8?

  /// A chip of a part.
  public init(_ variant: ChipVariant, bus: String? = nil, address: UInt8? = nil) {
    self.init(part: variant.name, identity: variant.identity, bus: bus, address: address)
  }

  init(part: String, identity: UInt8, bus: String?, address: UInt8?) {
    self.part = part
    self.identity = identity
    self.bus = bus
    self.address = address
  }

  /// Does nothing if this calibration's chip can be the one that was found.
  ///
  /// - Throws: ``ConfigurationError`` that names the key of `file` that says otherwise.
  func requireFit(_ found: CalibratedChip, file: String) throws(ConfigurationError) {
    guard part == found.part else {
      throw .badValue(
        file: file, key: "chip.part", value: "\"\(part)\"", allowed: "\"\(found.part)\", the part that is meant here")
    }
    guard identity == found.identity else {
      throw .badValue(file: file, key: "chip.whoAmI", value: hex(identity), allowed: "\(hex(found.identity)), as read")
    }
    let moved = "; if it is the same chip, take 'bus', 'address' and 'checksum' out of the file"
    if let bus, let other = found.bus, bus != other, BusIdentity(bus) != BusIdentity(other) {
      throw .badValue(
        file: file, key: "chip.bus", value: "\"\(bus)\"", allowed: "\"\(other)\", where the chip is\(moved)")
    }
    if let address, let other = found.address, address != other {
      throw .badValue(
        file: file, key: "chip.address", value: hex(address), allowed: "\(hex(other)), where the chip is\(moved)")
    }
  }
}
