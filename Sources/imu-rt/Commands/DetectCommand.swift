import IMUDrivers
import Pipeline

/// `imu-rt detect`: what is on which bus.
struct DetectCommand: Command {
  static let name = "detect"
  static let help = """
    usage: imu-rt detect [options]

    Asks the addresses 0x68, 0x69, 0x6A and 0x6B of every I2C bus, or of the one named, for the chip's identity.
    Reads one register each and writes none. "UU" marks an address that a kernel driver holds.
    Only a page of an LSM6DS3 that an ended program left open over its identity is closed.

      --config FILE        only the bus that this configuration names
      --bus PATH           only this I2C bus, such as /dev/i2c-1 (or just 1)
      --address ADDRESS    only 0x68, 0x69, 0x6A or 0x6B
      --quiet              no heading, and no notes on buses that can't be opened
      --help, --version    this text; the version
    """

  private var source = SourceOptions()
  private var isQuiet = false

  init(_ arguments: [String]) throws {
    var reader = ArgumentReader(arguments, command: "detect")
    while let argument = try reader.next() {
      if argument == "--quiet" {
        isQuiet = true
      } else if argument == "--simulate" || argument == "--chip" {
        throw UsageError("detect looks at hardware; '\(argument)' belongs to 'imu-rt stream'")
      } else if try !source.take(argument, from: &reader) {
        throw reader.unknown(argument)
      }
    }
  }

  func run() throws {
    let paths = try paths()
    var lines: [String] = []
    var failures: [I2CBusError] = []
    for path in paths {
      do throws(I2CBusError) {
        let addresses = source.address.map { [$0] } ?? ChipFamily.allCases.flatMap(\.addresses)
        lines += BusScan(try LinuxI2CBus(path: path), addresses: addresses).findings.compactMap {
          Self.line($0, bus: path)
        }
      } catch { failures.append(error) }
    }
    if let first = failures.first {
      // With several buses one that can't be opened is only worth a note.
      guard failures.count < paths.count else { throw first }
      if !isQuiet { for failure in failures { note(failure.description) } }
    }
    guard !lines.isEmpty else {
      let place = paths.joined(separator: ", ")
      throw ToolFault("\(place): no chip answered; check power, SDA, SCL and the address pin, then 'imu-rt doctor'")
    }
    if !isQuiet { lines.insert("bus          address  WHO_AM_I  chip", at: 0) }
    try StandardOutput.write(lines.map { $0 + "\n" }.joined())
  }

  /// The buses to look at, at least one.
  private func paths() throws -> [String] {
    if let bus = source.bus { return [bus] }
    if source.configurationPath != nil, let named = try source.namedConfigurations() {
      var buses: [String] = []
      for case .hardware(let hardware) in named.map(\.source) where !buses.contains(hardware.bus) {
        buses.append(hardware.bus)
      }
      if !buses.isEmpty { return buses }
    }
    let paths = try LinuxI2CBus.list().map(\.path)
    guard !paths.isEmpty else {
      throw ToolFault(
        "/dev/i2c-*: this machine has no I2C bus; on a Raspberry Pi run 'sudo raspi-config nonint do_i2c 0', elsewhere 'sudo modprobe i2c-dev'"
      )
    }
    return paths
  }

  /// One line of the list; nil for an address where nobody answers.
  static func line(_ finding: BusScan.Finding, bus: String) -> String? {
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
