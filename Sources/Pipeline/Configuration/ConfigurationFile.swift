import IMUDrivers
import JSON5

/// Reads a pipeline's configuration from JSON5. Every key is described in config/.
public enum ConfigurationFile {
  /// Most bytes of a file.
  public static let byteLimit = 1 << 20

  /// Reads a file. Nothing is started from a file with a fault in it. May block; not for a sampling thread.
  public static func read(_ path: String) throws(ConfigurationError) -> PipelineConfiguration {
    let bytes: [UInt8]
    do throws(FileContents.Failure) { bytes = try FileContents.read(path, limit: byteLimit) } catch {
      throw .unreadable(file: path, reason: error.reason)
    }
    return try parse(bytes, file: path)
  }

  /// Reads a text, for tests and programs that keep their configuration elsewhere.
  ///
  /// - Parameter file: what errors call it.
  public static func parse(_ text: String, file: String) throws(ConfigurationError) -> PipelineConfiguration {
    try parse(Array(text.utf8), file: file)
  }

  static func parse(_ bytes: [UInt8], file: String) throws(ConfigurationError) -> PipelineConfiguration {
    let value: JSON5Value
    do throws(JSON5Fault) {
      var reader = try JSON5Reader(bytes)
      value = try reader.document()
    } catch { throw .syntax(file: file, reason: error.description) }
    guard case .object(let object) = value else {
      throw .syntax(file: file, reason: "the file must hold one object, { ... }")
    }
    var top = ConfigurationSection(file: file, prefix: "", object: object)
    let configuration = try pipeline(&top)
    try top.finish()
    return configuration
  }

  private static func pipeline(
    _ top: inout ConfigurationSection
  ) throws(ConfigurationError) -> PipelineConfiguration {
    let simulated = try simulation(&top)
    var hardware = HardwareSource()
    let bus = try top.string("bus")
    let address = try top.integer("address", oneOf: [0x68, 0x69, 0x6A, 0x6B], asText: { hex(UInt8($0)) })
    let interrupt = try interruptLine(&top)
    let source: PipelineConfiguration.Source
    if let simulated {
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
    var configuration = PipelineConfiguration(source: source, sensor: sensor)
    configuration.updateInterval = try interval(&top)
    configuration.mounting = try mounting(&top)
    configuration.realtime = try realtime(&top)
    configuration.calibrationPath = try top.string("calibration").map { path(of: $0, beside: top.file) }
    if let seconds = try top.number("staleAfter", in: 0.01...60) { configuration.staleAfterSeconds = seconds }
    return configuration
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
    let rate = try top.number("updateRate", in: 10...100)
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
