import IMUDrivers
import Pipeline

/// Looks at the I2C buses and at what is on them.
enum BusChecks {
  /// - Parameter source: the chip that is meant; nil looks at every bus.
  static func run(_ source: HardwareSource?) -> [Check] {
    if let source { return one(path: source.bus, addresses: [source.address], isWanted: true) }
    let adapters: [I2CAdapter]
    do throws(I2CBusError) { adapters = try LinuxI2CBus.list() } catch {
      return [Check(title: "I2C", outcome: .fault(remedy: error.description))]
    }
    guard !adapters.isEmpty else {
      return [
        Check(
          title: "/dev/i2c-*",
          outcome: .fault(
            remedy:
              "no I2C bus; on a Raspberry Pi run 'sudo raspi-config nonint do_i2c 0', elsewhere 'sudo modprobe i2c-dev'"
          ))
      ]
    }
    let addresses = ChipFamily.allCases.flatMap(\.addresses)
    var checks = adapters.flatMap { one(path: $0.path, addresses: addresses, isWanted: false) }
    if !checks.contains(where: { $0.title.contains("WHO_AM_I") }) {
      checks.append(
        Check(
          title: "chip", outcome: .fault(remedy: "none answered on any bus; check power, SDA, SCL and the address pin"))
      )
    }
    return checks
  }

  private static func one(path: String, addresses: [UInt8], isWanted: Bool) -> [Check] {
    let bus: LinuxI2CBus
    do throws(I2CBusError) { bus = try LinuxI2CBus(path: path) } catch {
      return [Check(title: path, outcome: .fault(remedy: "\(error.description.dropping(prefix: "\(path): "))"))]
    }
    var checks = [Check(title: "\(path): \(bus.transferKind.rawValue)", outcome: .good)]
    if let clock = clockCheck(path) { checks.append(clock) }
    for finding in BusScan(bus, addresses: addresses).findings {
      if let check = chipCheck(finding, path: path, isWanted: isWanted) { checks.append(check) }
    }
    return checks
  }

  /// The bus clock as the device tree has it; nil where the machine has none.
  private static func clockCheck(_ path: String) -> Check? {
    guard let hertz = AdapterDescription(path: path).clockHertz else { return nil }
    let title = "\(path): clock \(hertz / 1000) kHz"
    guard hertz < 400_000 else { return Check(title: title, outcome: .good) }
    return Check(
      title: title,
      outcome: .warning(
        remedy:
          "a sample takes \(18 * 9 * 1000 / max(hertz / 1000, 1)) us; put 'dtparam=i2c_arm_baudrate=400000' into config.txt"
      ))
  }

  private static func chipCheck(_ finding: BusScan.Finding, path: String, isWanted: Bool) -> Check? {
    let place = "\(path) address \(hex(finding.address))"
    guard let identity = finding.identity else {
      return Check(
        title: place,
        outcome: .fault(remedy: "held by a kernel driver; 'sudo modprobe -r inv_mpu6050_i2c st_lsm6dsx_i2c'"))
    }
    if let variant = identity.variant {
      return Check(title: "\(place): \(variant.name), WHO_AM_I \(hex(variant.identity))", outcome: .good)
    }
    if !isWanted, case .noAnswer = identity { return nil }
    let family = ChipFamily.at(finding.address) ?? .mpu6050
    let error = SensorError(
      bus: path, address: finding.address, reason: .identity(identity, expected: family))
    let outcome = Check.Outcome.fault(remedy: error.description.dropping(prefix: "\(place): "))
    return Check(title: place, outcome: isWanted ? outcome : .warning(remedy: error.description))
  }
}

extension StringProtocol {
  /// The text without a prefix, if it has it.
  func dropping(prefix: String) -> String { hasPrefix(prefix) ? String(dropFirst(prefix.count)) : String(self) }
}
