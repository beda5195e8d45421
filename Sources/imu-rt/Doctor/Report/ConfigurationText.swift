import IMUDrivers
import Pipeline

/// The configuration in force as a file that `--config` takes: every value, whether a file, an option or nobody has said it. Files that
/// it names are named in comments alone, by their last part: they lie elsewhere.
enum ConfigurationText {
  static func text(_ configuration: PipelineConfiguration) -> String {
    let sensor = configuration.sensor
    var lines =
      source(configuration) + [
        "sampleRate: \(sensor.sampleRateHertz)", "readout: \(configuration.readout.rawValue.jsonText)",
        "gyroscopeRange: \(sensor.gyroscopeRange)", "accelerometerRange: \(sensor.accelerometerRange)",
        "acceptSiblings: \(sensor.acceptsSiblings)",
        "treatUnknownAs: \(sensor.unknownPart?.rawValue.jsonText ?? "null")",
        "mounting: [\(configuration.mounting.axes.map(\.jsonText).joined(separator: ", "))]",
        "staleAfter: \(configuration.staleAfterSeconds)", "realtime: { \(realtime(configuration.realtime)) }",
      ]
    let hertz = configuration.updateInterval.hertz
    if hertz.isFinite { lines.append(hertz <= 100 ? "updateRate: \(hertz)" : "controlLoopRate: \(hertz)") }
    var text = "// What imu-rt ran with, whoever said it: a file, an option, or the defaults.\n"
    if let path = configuration.calibrationPath {
      text += "// Calibration: \(path.lastPathPart.singleLine); its values stand in the recording's header.\n"
    }
    if configuration.sharedBus != nil { text += "// The bus is shared with another sensor of this report.\n" }
    if configuration.sharedLine != nil { text += "// The line is shared with another sensor of this report.\n" }
    return text + "{\n" + lines.map { "  \($0),\n" }.joined() + "}\n"
  }

  private static func source(_ configuration: PipelineConfiguration) -> [String] {
    let pin = configuration.sensor.interrupt
    let form = "activeLow: \(pin.activeLow), openDrain: \(pin.openDrain), latched: \(pin.latched)"
    func interrupt(_ line: HardwareSource.InterruptLine) -> String {
      "interrupt: { chip: \(line.chip.jsonText), line: \(line.line.jsonText), \(form), bias: \(line.bias.rawValue.jsonText) }"
    }
    switch configuration.source {
    case .hardware(let hardware):
      let wire = hardware.interrupt.map(interrupt) ?? "// no data-ready line: the chip is polled"
      return ["bus: \(hardware.bus.jsonText)", "address: \(hex(hardware.address))", wire]
    case .simulated(let simulated):
      let script = simulated.faultScriptPath.map { "// fault script: \($0.lastPathPart.singleLine)" }
      let chip =
        "simulate: { chip: \(simulated.chip.rawValue.jsonText), motion: \(simulated.motion.rawValue.jsonText), "
        + "clockErrorPercent: \(simulated.clockErrorPercent) }"
      return [script, chip, simulated.interrupt.map(interrupt)].compactMap(\.self)
    case .custom: return []
    }
  }

  private static func realtime(_ realtime: RealtimeConfiguration) -> String {
    guard realtime != .none else { return "enabled: false" }
    let priorities = [
      realtime.acquisitionPriority.map { "acquisitionPriority: \($0)" },
      realtime.fusionPriority.map { "fusionPriority: \($0)" }, realtime.processor.map { "processor: \($0)" },
    ].compactMap(\.self)
    let rest = [
      "shareProcessor: \(realtime.sharesProcessor)", "lockMemory: \(realtime.locksMemory.map { "\($0)" } ?? "null")",
    ]
    return (priorities + rest).joined(separator: ", ")
  }
}
