import IMUDrivers
import Pipeline

/// The options that say which chip is meant; the same for every command that needs one.
struct SourceOptions {
  var configurationPath: String?
  var isSimulated = false
  var motion: SimulatedSource.Motion?
  /// The chips to simulate, in order; empty for the usual one.
  var chips: [SimulatedSource.Chip] = []
  /// The sensor that is meant, where a configuration has several.
  var sensorName: String?
  var faultScriptPath: String?
  var bus: String?
  var address: UInt8?

  /// The chip to simulate; nil for the usual one, or where there are several.
  var chip: SimulatedSource.Chip? { chips.count == 1 ? chips[0] : nil }

  /// The configuration that is read: the one that is named, else the installed one; nil where there is none.
  var path: String? { configurationPath ?? InstalledConfiguration.path }

  static let help = """
      --config FILE        configuration in JSON5 (see config/)
      --sensor NAME        one sensor of a configuration that has several
      --simulate [MOTION]  a simulated chip instead of hardware: moving (default), still,
                           rotation or gestures
      --chip CHIP          the chip to simulate: mpu6050 (default), lsm6ds3 or lsm6ds3tr-c; stream and
                           doctor take several on one bus, with commas between
      --faults FILE        what goes wrong with the simulated chip, and when (see docs/faults.md)
      --bus PATH           I2C bus, such as /dev/i2c-1 (or just 1)
      --address ADDRESS    0x68, 0x69, 0x6A or 0x6B
    """

  /// Takes an option if it is one of these.
  mutating func take(_ option: String, from reader: inout ArgumentReader) throws -> Bool {
    switch option {
    case "--config": configurationPath = try reader.value(of: option)
    case "--simulate":
      isSimulated = true
      if let text = reader.optionalValue() {
        guard let motion = SimulatedSource.Motion(rawValue: text) else {
          let names = SimulatedSource.Motion.allCases.map(\.rawValue).joined(separator: ", ")
          throw UsageError("--simulate is '\(text)'; allowed: \(names)")
        }
        self.motion = motion
      }
    case "--sensor": sensorName = try reader.value(of: option)
    case "--chip": chips = try reader.chips(of: option)
    case "--faults": faultScriptPath = try reader.value(of: option)
    case "--bus":
      let text = try reader.value(of: option)
      bus = Int(text) == nil ? text : "/dev/i2c-\(text)"
    case "--address": address = try reader.address(of: option)
    default: return false
    }
    return true
  }

  /// The configuration that these options come down to; nil when they name neither a file nor a chip.
  ///
  /// - Throws: where they come down to several sensors and one is needed.
  func namedConfiguration() throws -> PipelineConfiguration? {
    guard let all = try namedConfigurations() else { return nil }
    guard all.count == 1 else {
      throw UsageError(
        "one sensor is needed here; choose with --sensor: \(all.compactMap(\.name).joined(separator: ", "))")
    }
    return all[0]
  }

  /// The configurations that these options come down to, one for each sensor; nil when they name neither a file nor a chip.
  func namedConfigurations() throws -> [PipelineConfiguration]? {
    try plainConfigurations()?.map { $0.ofTool }
  }

  /// The same before the tool has its say.
  private func plainConfigurations() throws -> [PipelineConfiguration]? {
    guard !isSimulated || (bus == nil && address == nil) else {
      throw UsageError("--simulate needs no hardware; leave out \(bus == nil ? "--address" : "--bus")")
    }
    let configured = try path.map { path in
      guard let sensorName else { return try ConfigurationFile.readAll(path) }
      return [try ConfigurationFile.read(path, sensor: sensorName)]
    }
    if sensorName != nil, path == nil { throw UsageError("--sensor is for a configuration with several sensors") }
    if let configured, configured.count > 1 || sensorName != nil { return try several(configured) }
    var configuration = configured?.first
    if chips.count > 1 { return try severalChips(beside: configuration) }
    guard let source = try namedSource(configuration?.source) else { return configuration.map { [$0] } }
    configuration?.source = source
    return [configuration ?? PipelineConfiguration(source: source)]
  }

  /// The chip that the options name over what a configuration has; nil when they name none.
  private func namedSource(_ configured: PipelineConfiguration.Source?) throws -> PipelineConfiguration.Source? {
    if isSimulated || chip != nil || faultScriptPath != nil {
      var simulated = SimulatedSource()
      if case .simulated(let source) = configured {
        simulated = source
      } else if !isSimulated {
        throw UsageError(
          chip == nil
            ? "--faults is for a simulated chip; add --simulate" : "--chip chooses a simulated chip; add --simulate"
        )
      }
      if let faultScriptPath { simulated.faultScriptPath = faultScriptPath }
      if let chip { simulated.chip = chip }
      if let motion { simulated.motion = motion }
      return .simulated(simulated)
    }
    guard bus != nil || address != nil else { return nil }
    if case .hardware(var hardware) = configured {
      hardware.bus = bus ?? hardware.bus
      hardware.address = address ?? hardware.address
      return .hardware(hardware)
    }
    let usual = HardwareSource()
    return .hardware(
      try firstChip() ?? HardwareSource(bus: bus ?? usual.bus, address: address ?? usual.address))
  }

  /// The configuration of these options, or of the first chip found on any bus.
  func configuration() throws -> PipelineConfiguration { try namedConfiguration() ?? firstFound() }

  /// The configurations of these options, one for each sensor, or of the first chip found on any bus.
  func configurations() throws -> [PipelineConfiguration] { try namedConfigurations() ?? [firstFound()] }

  private func firstFound() throws -> PipelineConfiguration {
    if let found = try firstChip() { return PipelineConfiguration(source: .hardware(found)).ofTool }
    throw ToolFault(
      "no configuration given and no chip found on any I2C bus; run 'imu-rt doctor', or try 'imu-rt stream --simulate'")
  }

  /// The first chip that answers, on the bus and at the address that are named or on any.
  private func firstChip() throws -> HardwareSource? {
    let paths = try bus.map { [$0] } ?? LinuxI2CBus.list().map(\.path)
    for path in paths {
      let scan: BusScan
      // A bus that can't be opened, such as one for displays, doesn't keep the others from being asked. One that was
      // named is opened again by whoever uses it, and the fault reported then.
      do throws(I2CBusError) {
        scan = BusScan(
          try LinuxI2CBus(path: path), addresses: address.map { [$0] } ?? ChipFamily.allCases.flatMap(\.addresses))
      } catch { continue }
      if let found = scan.chips.first { return HardwareSource(bus: path, address: found.address) }
    }
    return nil
  }
}

extension PipelineConfiguration {
  /// The same as the tool runs it. The process is the tool's own, so that it locks its memory unless the file forbids it.
  fileprivate var ofTool: PipelineConfiguration {
    var configuration = self
    configuration.realtime.locksMemory = realtime.locksMemory ?? true
    return configuration
  }
}

extension RealtimeConfiguration {
  /// What the tool asks for where no file says otherwise.
  static let ofTool = RealtimeConfiguration(locksMemory: true)
}
