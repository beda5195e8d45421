import Pipeline

extension ArgumentReader {
  /// Simulated chips with commas between.
  mutating func chips(of option: String) throws -> [SimulatedSource.Chip] {
    let text = try value(of: option)
    return try text.split(separator: ",", omittingEmptySubsequences: false).map { name in
      guard let chip = SimulatedSource.Chip(rawValue: String(name)) else {
        let names = SimulatedSource.Chip.allCases.map(\.rawValue).joined(separator: ", ")
        throw UsageError("\(option) is '\(text)'; allowed: \(names)")
      }
      return chip
    }
  }
}

extension SourceOptions {
  /// Several sensors of a file, simulated where that is asked for: each in the place of its own, with the registers that
  /// its address is for.
  func several(_ configured: [PipelineConfiguration]) throws -> [PipelineConfiguration] {
    let single: [(isGiven: Bool, option: String)] = [
      (!chips.isEmpty, "--chip"), (bus != nil, "--bus"), (address != nil, "--address"),
      (faultScriptPath != nil, "--faults"),
    ]
    if let option = single.first(where: \.isGiven)?.option {
      throw UsageError(
        "\(option) is for one sensor and the configuration has several; choose with --sensor: "
          + configured.compactMap(\.name).joined(separator: ", "))
    }
    guard isSimulated else { return configured }
    return configured.map { configuration in
      var configuration = configuration
      configuration.source = simulated(configuration.source)
      return configuration
    }
  }

  private func simulated(_ source: PipelineConfiguration.Source) -> PipelineConfiguration.Source {
    var simulated = SimulatedSource()
    switch source {
    case .simulated(let configured): simulated = configured
    case .hardware(let hardware):
      (simulated.bus, simulated.address) = (hardware.bus, hardware.address)
      simulated.interrupt = hardware.interrupt
      if let chip = SimulatedSource.Chip.allCases.first(where: { $0.family.addresses.contains(hardware.address) }) {
        simulated.chip = chip
      }
    case .custom: return source
    }
    if let motion { simulated.motion = motion }
    return .simulated(simulated)
  }

  /// The chips of `--chip A,B`, on one simulated bus. A second one of a family sits at the family's second address.
  func severalChips(beside configured: PipelineConfiguration?) throws -> [PipelineConfiguration] {
    guard isSimulated else { throw UsageError("--chip chooses simulated chips; add --simulate") }
    guard faultScriptPath == nil else {
      throw UsageError("--faults is for one chip; give each its script in a configuration with 'sensors'")
    }
    let shared = SharedBus(sensorCount: chips.count)
    var taken: [UInt8] = []
    var names: [String] = []
    return try chips.map { chip in
      guard let address = chip.family.addresses.first(where: { !taken.contains($0) }) else {
        throw UsageError("--chip: a bus has two addresses for \(chip.rawValue) and its siblings, and so room for two")
      }
      taken.append(address)
      // Short enough for any second one, too.
      let name = names.contains(chip.rawValue) ? chip.rawValue.prefix(SensorName.longest - 2) + "-2" : chip.rawValue
      names.append(name)
      let source = SimulatedSource(chip: chip, motion: motion ?? .moving, address: address)
      var configuration = configured ?? PipelineConfiguration(source: .simulated(source))
      configuration.source = .simulated(source)
      (configuration.name, configuration.sharedBus) = (name, shared)
      return configuration
    }
  }
}
