import IMUDrivers

/// The part that was found and what it was set to.
public struct SensorDescription: Sendable, Equatable {
  public let variant: ChipVariant
  public let active: ActiveConfiguration
  /// The bus, such as "/dev/i2c-1".
  public let bus: String
  /// The chip's 7-bit address.
  public let address: UInt8
  /// Where edges come from; nil when the chip is polled.
  public let line: String?
  /// Whether samples are read in batches from the chip's FIFO.
  public var usesFIFO = false

  /// Bus and address, such as "/dev/i2c-1 address 0x68".
  public var place: String { "\(bus) address \(hex(address))" }
  /// The chip as a calibration knows it.
  public var chip: CalibratedChip { CalibratedChip(variant, bus: bus, address: address) }
}
