import IMUDrivers
import JSON5

/// Reads a pipeline's configuration from JSON5. Every key is described in config/.
public enum ConfigurationFile {
  /// Most bytes of a file.
  public static let byteLimit = 1 << 20

  /// Reads the file of one sensor. Nothing is started from a file with a fault in it. May block; not for a sampling thread.
  ///
  /// - Throws: ``ConfigurationError/severalSensors(file:names:)`` where the file names several; see ``readAll(_:)``.
  public static func read(_ path: String) throws(ConfigurationError) -> PipelineConfiguration {
    try read(path, sensor: nil)
  }

  /// Reads a text, for tests and programs that keep their configuration elsewhere.
  ///
  /// - Parameter file: what errors call it.
  public static func parse(_ text: String, file: String) throws(ConfigurationError) -> PipelineConfiguration {
    try parse(Array(text.utf8), file: file)
  }

  static func parse(_ bytes: [UInt8], file: String) throws(ConfigurationError) -> PipelineConfiguration {
    try choose(nil, from: try parseAll(bytes, file: file), file: file)
  }

  static func contents(_ path: String) throws(ConfigurationError) -> [UInt8] {
    do throws(FileContents.Failure) { return try FileContents.read(path, limit: byteLimit) } catch {
      throw .unreadable(file: path, reason: error.reason)
    }
  }

  /// The one object of a file.
  static func object(_ bytes: [UInt8], file: String) throws(ConfigurationError) -> JSON5Object {
    let value: JSON5Value
    do throws(JSON5Fault) {
      var reader = try JSON5Reader(bytes)
      value = try reader.document()
    } catch { throw .syntax(file: file, reason: error.description) }
    guard case .object(let object) = value else {
      throw .syntax(file: file, reason: "the file must hold one object, { ... }")
    }
    return object
  }

  /// - Parameter isOneOfSeveral: whether a simulated chip's bus and address mean something.
  static func pipeline(
    _ top: inout ConfigurationSection, isOneOfSeveral: Bool
  ) throws(ConfigurationError) -> PipelineConfiguration {
    let simulated = try simulation(&top)
    var hardware = HardwareSource()
    let bus = try top.string("bus")
    let address = try top.integer("address", oneOf: [0x68, 0x69, 0x6A, 0x6B], asText: { hex(UInt8($0)) })
    let interrupt = try interruptLine(&top)
    let source: PipelineConfiguration.Source
    if var simulated {
      if isOneOfSeveral {
        if let bus { simulated.bus = bus }
        if let address { simulated.address = try own(address, of: simulated.chip, in: top) }
        simulated.interrupt = interrupt.line
      }
      source = .simulated(simulated)
    } else {
      guard let bus else { throw top.missing("bus") }
      guard let address else { throw top.missing("address") }
      hardware.bus = bus
      hardware.address = UInt8(address)
      hardware.interrupt = interrupt.line
      source = .hardware(hardware)
    }
    var sensor = SensorConfiguration(interrupt: interrupt.pin)
    if let rate = try top.number("sampleRate", in: 10...1666) { sensor.sampleRateHertz = rate }
    if let range = try top.integer("gyroscopeRange", oneOf: [125, 250, 500, 1000, 2000]) {
      sensor.gyroscopeRange = range
    }
    if let range = try top.integer("accelerometerRange", oneOf: [2, 4, 8, 16]) { sensor.accelerometerRange = range }
    if let accepts = try top.bool("acceptSiblings") { sensor.acceptsSiblings = accepts }
    sensor.unknownPart = try top.choice("treatUnknownAs", of: UnknownPart.self)
    var configuration = PipelineConfiguration(source: source, sensor: sensor)
    if let readout = try top.choice("readout", of: Readout.self) { configuration.readout = readout }
    configuration.updateInterval = try interval(&top)
    configuration.mounting = try mounting(&top)
    configuration.realtime = try realtime(&top)
    configuration.calibrationPath = try top.string("calibration").map { path(of: $0, beside: top.file) }
    if let seconds = try top.number("staleAfter", in: 0.01...60) { configuration.staleAfterSeconds = seconds }
    return configuration
  }

  /// An address that a simulated chip can have.
  private static func own(
    _ address: Int, of chip: SimulatedSource.Chip, in section: ConfigurationSection
  ) throws(ConfigurationError) -> UInt8 {
    let addresses = chip.family.addresses
    guard addresses.contains(UInt8(address)) else {
      throw section.bad(
        "address", hex(UInt8(address)), "\(addresses.map(hex).joined(separator: ", ")) for \(chip.rawValue)")
    }
    return UInt8(address)
  }

  /// The path of a file that a configuration names: seen from the configuration's folder.
  private static func path(of name: String, beside file: String) -> String {
    guard !name.hasPrefix("/"), let slash = file.lastIndex(of: "/") else { return name }
    return file[...slash] + name
  }

  private static func simulation(_ top: inout ConfigurationSection) throws(ConfigurationError) -> SimulatedSource? {
    guard var section = try top.section("simulate") else { return nil }
    var source = SimulatedSource()
    if let chip = try section.choice("chip", of: SimulatedSource.Chip.self) { source.chip = chip }
    if let motion = try section.choice("motion", of: SimulatedSource.Motion.self) { source.motion = motion }
    if let error = try section.number("clockErrorPercent", in: -10...10) { source.clockErrorPercent = error }
    source.faultScriptPath = try section.string("faults").map { path(of: $0, beside: top.file) }
    try section.finish()
    return source
  }

  private static func interruptLine(
    _ top: inout ConfigurationSection
  ) throws(ConfigurationError) -> (line: HardwareSource.InterruptLine?, pin: SensorConfiguration.InterruptPin) {
    var pin = SensorConfiguration.InterruptPin()
    guard var section = try top.section("interrupt") else { return (nil, pin) }
    guard let chip = try section.string("chip") else { throw section.missing("chip") }
    guard let name = try section.string("line") else { throw section.missing("line") }
    var line = HardwareSource.InterruptLine(chip: chip, line: name)
    if let bias = try section.choice("bias", of: GPIOLine.Bias.self) { line.bias = bias }
    if let value = try section.bool("activeLow") { pin.activeLow = value }
    if let value = try section.bool("openDrain") { pin.openDrain = value }
    if let value = try section.bool("latched") { pin.latched = value }
    try section.finish()
    return (line, pin)
  }

  private static func interval(_ top: inout ConfigurationSection) throws(ConfigurationError) -> UpdateInterval {
    let rate = try top.number("updateRate", in: 0.001...100)
    let control = try top.number("controlLoopRate", in: 10...1666)
    if rate != nil, control != nil {
      throw top.bad("controlLoopRate", "given beside updateRate", "one of the two")
    }
    if let control { return .controlLoop(hertz: control) }
    return rate.map { UpdateInterval(hertz: $0) } ?? .gesture
  }

  private static func mounting(_ top: inout ConfigurationSection) throws(ConfigurationError) -> Mounting {
    let allowed = "three chip axes such as [\"+x\", \"+y\", \"+z\"], each once, right-handed"
    guard let axes = try top.triple("mounting", allowed: allowed) else { return .aligned }
    guard let mounting = Mounting(x: axes.0, y: axes.1, z: axes.2) else {
      throw top.bad("mounting", "[\"\(axes.0)\", \"\(axes.1)\", \"\(axes.2)\"]", allowed)
    }
    return mounting
  }

  private static func realtime(_ top: inout ConfigurationSection) throws(ConfigurationError) -> RealtimeConfiguration {
    var realtime = RealtimeConfiguration()
    guard var section = try top.section("realtime") else { return realtime }
    let isEnabled = try section.bool("enabled") ?? true
    if let value = try section.integer("acquisitionPriority", in: 1...99) { realtime.acquisitionPriority = value }
    if let value = try section.integer("fusionPriority", in: 1...99) { realtime.fusionPriority = value }
    if let value = try section.bool("shareProcessor") { realtime.sharesProcessor = value }
    if let value = try section.integer("processor", in: 0...1023) { realtime.processor = value }
    if let value = try section.bool("lockMemory") { realtime.locksMemory = value }
    try section.finish()
    // Only now: the other keys are checked, and mean nothing, while it is switched off.
    return isEnabled ? realtime : .none
  }
}
