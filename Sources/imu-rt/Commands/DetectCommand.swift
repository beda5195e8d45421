import IMUDrivers
import Pipeline

/// `imu-rt detect`: what is on which bus.
struct DetectCommand {
  static let help = """
    usage: imu-rt detect [--config FILE] [--bus PATH] [--address ADDRESS]

    Asks the addresses 0x68, 0x69, 0x6A and 0x6B of every I2C bus, or of the one named, for the chip's identity.
    Reads one register each and writes none. "UU" marks an address that a kernel driver holds.
    """

  private var source = SourceOptions()
  private var wantsHelp = false

  init(_ arguments: [String]) throws {
    var reader = ArgumentReader(arguments, command: "detect")
    while let argument = try reader.next() {
      if argument == "--help" {
        wantsHelp = true
      } else if argument == "--simulate" || argument == "--chip" {
        throw UsageError("detect looks at hardware; '\(argument)' belongs to 'imu-rt stream'")
      } else if try !source.take(argument, from: &reader) {
        throw reader.unknown(argument)
      }
    }
  }

  func run() throws {
    if wantsHelp { return try StandardOutput.write(Self.help + "\n") }
    let paths = try paths()
    var found = 0
    try StandardOutput.write("bus          address  WHO_AM_I  chip\n")
    for path in paths {
      let bus: LinuxI2CBus
      do throws(I2CBusError) { bus = try LinuxI2CBus(path: path) } catch {
        // With several buses one that can't be opened is only worth a note.
        guard source.bus == nil, source.configurationPath == nil else { throw error }
        note(error.description)
        continue
      }
      let scan = BusScan(bus, addresses: source.address.map { [$0] } ?? ChipFamily.allCases.flatMap(\.addresses))
      for finding in scan.findings {
        guard let line = Self.line(finding, bus: path) else { continue }
        found += 1
        try StandardOutput.write(line + "\n")
      }
    }
    if found == 0 {
      throw ToolFault("no chip answered; check power, SDA, SCL and the address pin, then 'imu-rt doctor'")
    }
  }

  private func paths() throws -> [String] {
    if let bus = source.bus { return [bus] }
    if case .hardware(let hardware) = try source.namedConfiguration()?.source { return [hardware.bus] }
    let paths = try LinuxI2CBus.list().map(\.path)
    guard !paths.isEmpty else {
      throw ToolFault(
        "/dev/i2c-*: this machine has no I2C bus; on a Raspberry Pi run 'sudo raspi-config nonint do_i2c 0', elsewhere 'sudo modprobe i2c-dev'"
      )
    }
    return paths
  }

  /// One line of the list; nil for an address where nobody answers.
  private static func line(_ finding: BusScan.Finding, bus: String) -> String? {
    let start = bus.padded(to: 13) + hex(finding.address).padded(to: 9)
    guard let identity = finding.identity else { return start + "UU".padded(to: 10) + "held by a kernel driver" }
    switch identity {
    case .exact(let variant): return start + hex(variant.identity).padded(to: 10) + variant.name
    case .sibling(let variant):
      return start + hex(variant.identity).padded(to: 10) + "\(variant.name) (sibling: read by its own table)"
    case .unknown(let byte, let name):
      return start + hex(byte).padded(to: 10) + (name.map { "\($0) (not driven by imu-rt)" } ?? "unknown")
    case .stuck(let byte): return start + hex(byte).padded(to: 10) + "bus stuck or chip without power"
    case .noAnswer(let error): return error.kind == .noAcknowledge ? nil : start + error.explanation(bus: bus)
    }
  }
}

extension String {
  /// The text with blanks behind it, at least one.
  func padded(to width: Int) -> String { self + String(repeating: " ", count: max(1, width - count)) }
}
