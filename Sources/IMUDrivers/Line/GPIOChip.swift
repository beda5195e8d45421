import CGPIO

/// A GPIO chip found on this machine.
public struct GPIOChip: Sendable, Hashable, CustomStringConvertible {
  /// The kernel's name, such as "gpiochip0".
  public let name: String
  /// Its label, such as "pinctrl-bcm2711"; empty where the chip may not be opened.
  public let label: String
  /// How many lines it has; nil where the chip may not be opened.
  public let lineCount: Int?

  public var description: String { label.isEmpty ? name : "\(name) (\(label))" }
}

extension GPIOLine {
  /// Most chips that ``listChips()`` tells of.
  private static let listLimit = 64

  /// The version of libgpiod this program was built against, such as "1.6.3".
  public static var libraryVersion: String { String(cString: cgpio_library_version()) }

  /// The GPIO chips of this machine. Not for the sampling thread.
  ///
  /// - Throws: ``GPIOLineError/cannotList(code:)`` where /dev can't be read.
  public static func listChips() throws(GPIOLineError) -> [GPIOChip] {
    var found = [cgpio_chip_info](repeating: cgpio_chip_info(), count: listLimit)
    let count = cgpio_list_chips(&found, Int32(listLimit))
    if count < 0 { throw .cannotList(code: 0 &- count) }
    return found.prefix(Int(count)).map { chip in
      GPIOChip(
        name: text(of: chip.name), label: text(of: chip.label), lineCount: chip.lines < 0 ? nil : Int(chip.lines))
    }
  }
}
