import IMUDrivers
import JSON5

/// Files that name several sensors, in a list under the key `sensors`. config/two-sensors.json5 describes it.
extension ConfigurationFile {
  /// Most sensors of a file: four addresses on each of four buses.
  public static let sensorLimit = 16

  /// Reads every sensor of a file, in the order of the file; one where the file has no list. Those of one bus share a
  /// ``SharedBus``. May block; not for a sampling thread.
  public static func readAll(_ path: String) throws(ConfigurationError) -> [PipelineConfiguration] {
    try parseAll(try contents(path), file: path)
  }

  /// Reads one sensor of a file.
  ///
  /// - Parameter sensor: its name; nil for the only one.
  /// - Throws: ``ConfigurationError/severalSensors(file:names:)`` where there are several and none is named.
  public static func read(_ path: String, sensor: String?) throws(ConfigurationError) -> PipelineConfiguration {
    try choose(sensor, from: try readAll(path), file: path)
  }

  /// Reads every sensor of a text; see ``readAll(_:)``.
  public static func parseAll(_ text: String, file: String) throws(ConfigurationError) -> [PipelineConfiguration] {
    try parseAll(Array(text.utf8), file: file)
  }

  package static func parseAll(_ bytes: [UInt8], file: String) throws(ConfigurationError) -> [PipelineConfiguration] {
    let object = try object(bytes, file: file)
    guard let list = object.values["sensors"], list != .null else {
      var top = ConfigurationSection(file: file, prefix: "", object: object)
      let configuration = try pipeline(&top, isOneOfSeveral: false)
      try top.finish()
      return [configuration]
    }
    let top = ConfigurationSection(file: file, prefix: "", object: object)
    guard case .array(let items) = list, (1...sensorLimit).contains(items.count) else {
      throw top.bad("sensors", list.text, "a list of 1 to \(sensorLimit) objects, one for each sensor")
    }
    var sensors: [PipelineConfiguration] = []
    for (index, item) in items.enumerated() {
      guard case .object(let own) = item else { throw top.bad("sensors[\(index)]", item.text, "an object") }
      var section = ConfigurationSection(
        file: file, prefix: "sensors[\(index)].", object: own, shared: object, sharedKeys: ["sensors"])
      sensors.append(try sensor(&section, beside: sensors))
      try section.finish()
    }
    return sharingLines(sharingBuses(sensors))
  }

  /// The sensor that is meant.
  static func choose(
    _ name: String?, from sensors: [PipelineConfiguration], file: String
  ) throws(ConfigurationError) -> PipelineConfiguration {
    let names = sensors.compactMap(\.name)
    guard let name else {
      guard sensors.count == 1 else { throw .severalSensors(file: file, names: names) }
      return sensors[0]
    }
    guard let sensor = sensors.first(where: { $0.name == name }) else {
      throw .noSuchSensor(file: file, name: name, names: names)
    }
    return sensor
  }

  private static func sensor(
    _ section: inout ConfigurationSection, beside others: [PipelineConfiguration]
  ) throws(ConfigurationError) -> PipelineConfiguration {
    guard let name = try section.ownString("name") else { throw section.missing("name") }
    guard SensorName.isValid(name), !others.contains(where: { $0.name == name }) else {
      throw section.bad("name", "\"\(name)\"", SensorName.rule)
    }
    var configuration = try pipeline(&section, isOneOfSeveral: true)
    configuration.name = name
    let place = configuration.busAndAddress
    if let place, let other = others.first(where: { $0.busAndAddress?.isSame(as: place) == true }) {
      let bus = other.busAndAddress?.bus ?? place.bus
      let isSpeltOtherwise = bus != place.bus
      throw section.bad(
        "address", hex(place.address),
        "another address than that of sensor '\(other.name ?? "")' on \(bus): two chips can't share one"
          + (isSpeltOtherwise ? "; \(place.bus) is the same bus" : ""))
    }
    try requireShareable(configuration, beside: others, in: section)
    return configuration
  }

  /// Refuses a line that is another sensor's, too, where one of them couldn't share it.
  private static func requireShareable(
    _ configuration: PipelineConfiguration, beside others: [PipelineConfiguration], in section: ConfigurationSection
  ) throws(ConfigurationError) {
    guard let line = configuration.interruptLine, let other = others.first(where: { $0.hasLine(line) }) else { return }
    let (text, first) = ("\(line.chip) \(line.line)", other.name ?? "")
    for sensor in [other, configuration] {
      guard let need = SharedLine.need(sensor.sensor, sensor.readout) else { continue }
      throw section.bad(
        "interrupt", text,
        "another line than that of sensor '\(first)'; to share it, sensor '\(sensor.name ?? "")' needs \(need). Or take one's INT wire "
          + "off and say 'interrupt: null' for it, which polls it at its rate")
    }
    guard other.interruptLine?.bias == line.bias else {
      throw section.bad("interrupt", text, "the same bias as that of sensor '\(first)', whose line it is, too")
    }
  }

  /// Gives the sensors of one line the same object to wait on it by.
  private static func sharingLines(_ sensors: [PipelineConfiguration]) -> [PipelineConfiguration] {
    let lines = Dictionary(grouping: sensors) { $0.interruptLine.map { [$0.chip, $0.line] } }
      .filter { $0.key != nil && $0.value.count > 1 }
      .mapValues { SharedLine(sensorCount: $0.count) }
    return sensors.map { sensor in
      var sensor = sensor
      sensor.sharedLine = lines[sensor.interruptLine.map { [$0.chip, $0.line] }]
      return sensor
    }
  }

  /// Gives the sensors of one bus the same object to share its time by.
  private static func sharingBuses(_ sensors: [PipelineConfiguration]) -> [PipelineConfiguration] {
    let buses = Dictionary(grouping: sensors) { $0.busAndAddress?.identity }
      .filter { $0.key != nil && $0.value.count > 1 }
      .mapValues { SharedBus(sensorCount: $0.count) }
    return sensors.map { sensor in
      var sensor = sensor
      sensor.sharedBus = buses[sensor.busAndAddress?.identity]
      return sensor
    }
  }
}

extension PipelineConfiguration {
  /// Where the chip sits, for telling two from one.
  struct BusAndAddress: Equatable {
    let bus: String
    let address: UInt8

    /// The bus, however its path is written.
    var identity: BusIdentity { BusIdentity(bus) }

    func isSame(as other: BusAndAddress) -> Bool { address == other.address && identity == other.identity }
  }

  /// Nil for a source of one's own.
  var busAndAddress: BusAndAddress? {
    switch source {
    case .hardware(let hardware): BusAndAddress(bus: hardware.bus, address: hardware.address)
    case .simulated(let simulated):
      BusAndAddress(bus: simulated.bus, address: simulated.address ?? simulated.chip.usualAddress)
    case .custom: nil
    }
  }

  fileprivate var interruptLine: HardwareSource.InterruptLine? {
    switch source {
    case .hardware(let hardware): hardware.interrupt
    case .simulated(let simulated): simulated.interrupt
    case .custom: nil
    }
  }

  fileprivate func hasLine(_ line: HardwareSource.InterruptLine) -> Bool {
    interruptLine?.chip == line.chip && interruptLine?.line == line.line
  }
}

extension SimulatedSource.Chip {
  /// The family whose registers the chip has, and so the addresses it may have.
  public var family: ChipFamily { self == .mpu6050 ? .mpu6050 : .lsm6ds3 }

  /// The address with the address pin low.
  public var usualAddress: UInt8 { family.addresses[0] }
}
