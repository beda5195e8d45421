import IMUDrivers

/// The two seams to a chip, opened.
struct SensorSource {
  let bus: any I2CBus
  let address: UInt8
  let line: (any DataReadyLine)?

  /// Opens what a configuration names. What was opened is closed again when a later step fails.
  static func open(_ configuration: PipelineConfiguration) throws(PipelineError) -> SensorSource {
    switch configuration.source {
    case .custom(let bus, let address, let line): return SensorSource(bus: bus, address: address, line: line)
    case .simulated(let source): return try simulated(source, sensor: configuration.sensor)
    case .hardware(let source): return try hardware(source, configuration)
    }
  }

  private static func hardware(
    _ source: HardwareSource, _ configuration: PipelineConfiguration
  ) throws(PipelineError) -> SensorSource {
    let bus: LinuxI2CBus
    do { bus = try LinuxI2CBus(path: source.bus) } catch { throw .bus(error) }
    guard let interrupt = source.interrupt else { return SensorSource(bus: bus, address: source.address, line: nil) }
    if let shared = configuration.sharedLine {
      return SensorSource(bus: bus, address: source.address, line: try shared.listen(interrupt))
    }
    let level: GPIOLine.ActiveLevel = configuration.sensor.interrupt.activeLow ? .low : .high
    do {
      let line = try GPIOLine(
        chip: interrupt.chip, line: interrupt.line, activeLevel: level, bias: interrupt.bias)
      return SensorSource(bus: bus, address: source.address, line: line)
    } catch { throw .line(error) }
  }
}
