/// Why a self-test came to no result.
public enum SelfTestError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The chip could not be reached, or is none of ours.
  case chip(SensorError)
  /// No procedure with limits is known for the part that answered.
  case noProcedure(place: String, part: String)
  /// The device moved, so that the difference would say nothing.
  case moving(place: String, sensor: SelfTestAxis.Sensor, axis: String)
  /// A register could not be given back its value; power-cycle the chip.
  case notRestored(place: String, register: UInt8)
  /// What the configuration names could not be opened.
  case source(String)

  /// One line, with what to do about it.
  public var description: String {
    switch self {
    case .chip(let error): error.description
    case .noProcedure(let place, let part): "\(place): no self-test known for this part (\(part))"
    case .moving(let place, let sensor, let axis):
      "\(place): the device moves (\(sensor.rawValue) \(axis)); lay it down and run the self-test again"
    case .notRestored(let place, let register):
      "\(place) register \(hex(register)): the value from before the self-test could not be written back; power-cycle the chip"
    case .source(let reason): reason
    }
  }
}
