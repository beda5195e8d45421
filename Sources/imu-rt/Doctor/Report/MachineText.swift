import IMUDrivers
import Pipeline

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The machine as far as it matters to a chip: program, kernel, board, GPIO chips, and each bus with what answers on it. Neither its
/// name nor a serial number.
enum MachineText {
  /// - Parameter scanned: the buses whose addresses are asked; nil for all.
  static func text(scanned: [String]?) -> String {
    var lines = ["program: imu-rt \(Tool.version)", kernel]
    lines.append("system: \(system ?? "not stated")")
    lines.append("board: \(SystemText.line("/proc/device-tree/model") ?? "not stated by a device tree")")
    lines.append("processors: \(sysconf(Int32(_SC_NPROCESSORS_ONLN)))")
    lines += gpio
    do throws(I2CBusError) {
      let adapters = try LinuxI2CBus.list()
      let others = (scanned ?? []).filter { path in !adapters.contains { $0.path == path } }
      if adapters.isEmpty { lines.append("I2C buses: none has a node in /dev") }
      for path in adapters.map(\.path) + others { lines += bus(path, isScanned: scanned?.contains(path) ?? true) }
    } catch { lines.append("I2C buses: \(error)") }
    return lines.map { $0.singleLine + "\n" }.joined()
  }

  private static var kernel: String {
    var names = utsname()
    uname(&names)
    // SAFETY: uname ends each text with a null byte within its field.
    let machine = withUnsafeBytes(of: &names.machine) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    let release = SystemText.line("/proc/sys/kernel/osrelease") ?? "not stated"
    return "kernel: \(release), \(machine)"
  }

  /// What the distribution calls itself, such as "Debian GNU/Linux 13 (trixie)" (os-release(5)).
  private static var system: String? {
    let bytes = FileContents.small("/etc/os-release") ?? []
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
    return lines.first { $0.hasPrefix("PRETTY_NAME=") }.map { $0.dropFirst(12).filter { $0 != "\"" } }
  }

  private static var gpio: [String] {
    var lines = ["libgpiod: \(GPIOLine.libraryVersion)"]
    do throws(GPIOLineError) {
      let chips = try GPIOLine.listChips()
      if chips.isEmpty { lines.append("GPIO chips: none") }
      for chip in chips {
        let count = chip.lineCount.map { "\($0) lines" } ?? "may not be opened"
        lines.append("GPIO chip \(chip): \(count)")
      }
    } catch { lines.append("GPIO chips: \(error)") }
    return lines
  }

  private static func bus(_ path: String, isScanned: Bool) -> [String] {
    let adapter = AdapterDescription(path: path)
    var lines = [
      "", "\(path): \(adapter.name ?? "no name in sysfs")", "  driver: \(adapter.driver ?? "not stated")",
      "  clock by the device tree: \(adapter.clockHertz.map { "\($0) Hz" } ?? "not stated")",
    ]
    guard isScanned else { return lines + ["  not asked: the configuration names another bus"] }
    let bus: LinuxI2CBus
    do throws(I2CBusError) { bus = try LinuxI2CBus(path: path) } catch { return lines + ["  \(error)"] }
    let mask = String(bus.functionality.rawValue, radix: 16)
    lines.append("  functions: 0x\(mask): \(bus.functionality.names.joined(separator: ", "))")
    lines.append("  transfers: \(bus.transferKind.rawValue)")
    for finding in BusScan(bus).findings {
      lines.append("  " + (DetectCommand.line(finding, bus: path) ?? "\(path) \(hex(finding.address)): nobody answers"))
    }
    return lines
  }
}
