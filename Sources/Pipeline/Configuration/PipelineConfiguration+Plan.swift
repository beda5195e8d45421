import IMUDrivers

extension PipelineConfiguration {
  /// The chip's 7-bit address.
  var address: UInt8 {
    switch source {
    case .custom(_, let address, _): address
    case .hardware(let hardware): hardware.address
    case .simulated(let simulated): simulated.address ?? simulated.chip.usualAddress
    }
  }

  /// The rate in hertz that a start would set the chip to; nil for what no chip at that address can be set to. Opens nothing.
  public var plannedSampleRateHertz: Double? {
    guard let family = ChipFamily.at(address) else { return nil }
    do throws(SensorError.Reason) { return try sensor.plannedSampleRateHertz(on: family) } catch { return nil }
  }
}
