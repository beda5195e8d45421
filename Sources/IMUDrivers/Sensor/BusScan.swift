/// What sits at the addresses of one bus where a supported chip could be. Reads identity registers and writes nothing.
public struct BusScan: Sendable, Equatable {
  /// What was found at one address.
  public struct Finding: Sendable, Equatable {
    public let address: UInt8
    /// Whether a kernel driver holds the address; it is then left alone, and ``identity`` is nil.
    public let isHeldByKernel: Bool
    public let identity: ChipIdentity?
  }

  /// Findings by address; an address where nobody answers is among them.
  public let findings: [Finding]

  /// How often an address is asked before it counts as empty.
  static let attempts = 3

  /// Asks each address on the bus. Takes a few milliseconds; not for the sampling thread.
  public init(_ bus: any I2CBus, addresses: [UInt8] = ChipFamily.allCases.flatMap(\.addresses)) {
    findings = addresses.compactMap { address in
      guard let family = ChipFamily.at(address) else { return nil }
      if bus.isAddressInUse(address) { return Finding(address: address, isHeldByKernel: true, identity: nil) }
      var port = RegisterPort(bus: bus, address: address)
      var identity = ChipIdentity.read(&port, family: family)
      for _ in 1..<Self.attempts {
        guard case .noAnswer = identity else { break }
        identity = ChipIdentity.read(&port, family: family)
      }
      return Finding(address: address, isHeldByKernel: false, identity: identity)
    }
  }

  /// The findings whose samples can be read.
  public var chips: [Finding] { findings.filter { $0.identity?.variant != nil } }
}
