import Fusion

/// Everything that was calibrated of one chip, in physical units: it holds for every range and rate.
public struct Calibration: Sendable, Equatable {
  /// A result and when it was found.
  public struct Entry<Result: Sendable & Equatable>: Sendable, Equatable {
    public var result: Result
    /// When, as the caller has it, such as "2025-06-01T12:00:00Z"; only people read it.
    public var date: String

    /// A result of a date.
    public init(_ result: Result, date: String) {
      self.result = result
      self.date = date
    }
  }

  /// The chip that it belongs to.
  public var chip: CalibratedChip
  /// The gyroscope's bias; nil when it was not calibrated.
  public var gyroscope: Entry<GyroscopeCalibration>?
  /// The accelerometer's offset and scale; nil when it was not calibrated.
  public var accelerometer: Entry<AccelerometerCalibration>?
  /// Hard and soft iron around the chip's board; nil when it was not calibrated.
  public var magnetometer: Entry<MagnetometerCalibration>?

  /// A calibration in which nothing is known yet.
  public init(chip: CalibratedChip) { self.chip = chip }

  /// What it does to each sample.
  var correction: InertialCorrection {
    InertialCorrection(gyroscope: gyroscope?.result, accelerometer: accelerometer?.result)
  }

  /// A former calibration that is to be continued.
  ///
  /// - Parameter file: what errors call it.
  /// - Throws: ``ConfigurationError`` when it belongs to another chip.
  public func continued(for chip: CalibratedChip, file: String) throws(ConfigurationError) -> Calibration {
    try self.chip.requireFit(chip, file: file)
    var continued = self
    // What is known better now is kept.
    continued.chip.bus = chip.bus ?? self.chip.bus
    continued.chip.address = chip.address ?? self.chip.address
    return continued
  }
}
