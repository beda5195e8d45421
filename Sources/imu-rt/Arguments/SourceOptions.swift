import Foundation
import IMUDrivers
import Pipeline

/// The options that say which chip is meant; the same for every command that needs one.
struct SourceOptions {
  var configurationPath: String?
  var isSimulated = false
  var motion = SimulatedSource.Motion.moving
  var chip = SimulatedSource.Chip.mpu6050
  var bus: String?
  var address: UInt8?

  static let help = """
      --config FILE        configuration in JSON5 (see config/)
      --simulate [MOTION]  a simulated chip instead of hardware: moving (default), still or rotation
      --chip CHIP          the chip to simulate: mpu6050 (default), lsm6ds3 or lsm6ds3tr-c
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
    case "--chip": chip = try reader.choice(of: option, from: SimulatedSource.Chip.self)
    case "--bus":
      let text = try reader.value(of: option)
      bus = Int(text) == nil ? text : "/dev/i2c-\(text)"
    case "--address": address = try reader.address(of: option)
    default: return false
    }
    return true
  }

  /// The configuration that these options come down to; nil when they name neither a file nor a chip.
  func namedConfiguration() throws -> PipelineConfiguration? {
    var configuration: PipelineConfiguration?
    if let path = configurationPath ?? Self.installedConfiguration() {
      configuration = try ConfigurationFile.read(path)
    }
    if isSimulated {
      let simulated = PipelineConfiguration.Source.simulated(SimulatedSource(chip: chip, motion: motion))
      configuration = configuration ?? PipelineConfiguration(source: simulated)
      configuration?.source = simulated
      return configuration
    }
    guard bus != nil || address != nil else { return configuration }
    var hardware = HardwareSource()
    if case .hardware(let source) = configuration?.source { hardware = source }
    if let bus { hardware.bus = bus }
    if let address { hardware.address = address }
    configuration = configuration ?? PipelineConfiguration(source: .hardware(hardware))
    configuration?.source = .hardware(hardware)
    return configuration
  }

  /// The configuration of these options, or of the first chip found on any bus.
  func configuration() throws -> PipelineConfiguration {
    if let named = try namedConfiguration() { return named }
    for adapter in try LinuxI2CBus.list() {
      let scan: BusScan
      // A bus that can't be opened, such as one for displays, doesn't keep the others from being asked.
      do throws(I2CBusError) { scan = BusScan(try LinuxI2CBus(path: adapter.path)) } catch { continue }
      guard let found = scan.chips.first else { continue }
      return PipelineConfiguration(source: .hardware(HardwareSource(bus: adapter.path, address: found.address)))
    }
    throw ToolFault(
      "no configuration given and no chip found on any I2C bus; run 'imu-rt doctor', or try 'imu-rt stream --simulate'")
  }

  /// The file that is read when none is named: IMU_RT_CONFIG, the user's, the machine's.
  private static func installedConfiguration() -> String? {
    let environment = ProcessInfo.processInfo.environment
    if let path = environment["IMU_RT_CONFIG"], !path.isEmpty { return path }
    let home = environment["HOME"].map { $0 + "/.config/imu-rt/config.json5" }
    return [home, "/etc/imu-rt/config.json5"].compactMap(\.self).first { FileManager.default.fileExists(atPath: $0) }
  }
}
