/// What the identity register of an address says, judged on the full byte.
public enum ChipIdentity: Sendable, Equatable {
  /// A part this module was written for.
  case exact(ChipVariant)
  /// A part, or a clone, with the same sample registers.
  case sibling(ChipVariant)
  /// A part known by name that is not ours, or a byte in no table.
  case unknown(UInt8, name: String?)
  /// All zeros or all ones: no chip drives the bus, a line is stuck, or the supply is missing.
  case stuck(UInt8)
  /// Nobody acknowledged, or the transfer failed otherwise.
  case noAnswer(BusError)

  /// Looks an identity byte up in the family's table.
  public init(family: ChipFamily, byte: UInt8) {
    if let variant = ChipVariant.supported.first(where: { $0.family == family && $0.identity == byte }) {
      self = variant.isExact ? .exact(variant) : .sibling(variant)
    } else if byte == 0x00 || byte == 0xFF {
      self = .stuck(byte)
    } else {
      self = .unknown(
        byte, name: ChipVariant.foreign.first { $0.family == family && $0.identity == byte }?.name)
    }
  }

  /// Asks the chip behind a port; where it names none of the parts this was made for, until two answers in a row agree, since a bit of
  /// one may be wrong. Reads and writes nothing, since an RTC may sit at the same address; but an LSM6DS3 whose page
  /// of embedded functions lies over its identity, beyond doubt, has that page closed.
  ///
  /// - Parameter isKnown: whether a chip of the family was seen at this address before.
  public static func read(_ port: inout RegisterPort, family: ChipFamily, isKnown: Bool = false) -> ChipIdentity {
    let identity = readAgreed(&port, family: family)
    switch identity {
    case .unknown, .stuck: break
    case .exact, .sibling, .noAnswer: return identity
    }
    guard family == .lsm6ds3, LSM6DS3.closeForgottenPage(&port, isKnown: isKnown) else { return identity }
    return readAgreed(&port, family: family)
  }

  private static func readAgreed(_ port: inout RegisterPort, family: ChipFamily) -> ChipIdentity {
    var identity = readOnce(&port, family: family)
    for _ in 1..<2 * RegisterPort.setUpAttempts {
      if case .exact = identity { break }
      if identity.mayPass { break }
      let next = readOnce(&port, family: family)
      if next == identity { break }
      if !next.mayPass { identity = next }
    }
    return identity
  }

  /// Whether nobody has answered so far: silence, or a bus that floats, as before a supply is up.
  var mayPass: Bool {
    switch self {
    case .stuck, .noAnswer: true
    case .exact, .sibling, .unknown: false
    }
  }

  private static func readOnce(_ port: inout RegisterPort, family: ChipFamily) -> ChipIdentity {
    if let error = port.fetch(from: family.identityRegister, count: 1) { return .noAnswer(error) }
    return ChipIdentity(family: family, byte: port.byte(0))
  }

  /// The part, where its samples can be read.
  public var variant: ChipVariant? {
    switch self {
    case .exact(let variant), .sibling(let variant): variant
    case .unknown, .stuck, .noAnswer: nil
    }
  }
}
