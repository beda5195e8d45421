import IMUDrivers

/// A chip that was set up as a configuration asks, and what its registers then held.
public struct SetUpReading: Sendable, Equatable {
  public let sensor: SensorDescription
  /// In rising order.
  public let registers: [RegisterReading]
}

extension PipelineConfiguration {
  /// Sets up the chip that this configuration names, reads its registers back, and puts it to sleep again. A simulated one does so
  /// in virtual time.
  ///
  /// Blocks for about half a second, or until a silent chip's patience is over. No pipeline may run on the chip meanwhile.
  ///
  /// - Throws: ``PipelineError``, where the bus can't be opened or the chip not set up.
  public func readSetUp() throws(PipelineError) -> SetUpReading {
    let source = try openedWithoutLine()
    do throws(SensorError) {
      let wanted = try RunningPipeline.wanted(source, self)
      var sensor = try IMUSensor.start(bus: source.bus, address: source.address, configuration: wanted)
      let description = SensorDescription(
        variant: sensor.variant, active: sensor.active, bus: source.bus.name, address: source.address, line: nil,
        usesFIFO: sensor.usesFIFO)
      let reading = SetUpReading(sensor: description, registers: sensor.readRegisters())
      // A chip that can't be put to sleep now is found by whoever uses it next.
      do throws(SensorError) { try sensor.stop() } catch {}
      return reading
    } catch { throw .sensor(error) }
  }

  /// Bus and chip alone, a simulated one in virtual time: for what needs no data-ready line, which may be missing.
  func openedWithoutLine() throws(PipelineError) -> SensorSource {
    var configuration = onVirtualClock
    if case .hardware(var hardware) = configuration.source {
      hardware.interrupt = nil
      configuration.source = .hardware(hardware)
    }
    return try SensorSource.open(configuration)
  }
}
