import IMUDrivers
import Pipeline

/// Looks at the GPIO chips and at the data-ready line.
enum LineChecks {
  /// - Parameters:
  ///   - line: the line that is meant; nil looks at the chips alone.
  ///   - activeLow: the level the chip signals with.
  static func run(_ line: HardwareSource.InterruptLine?, activeLow: Bool) -> [Check] {
    var checks = [Check(title: "libgpiod \(GPIOLine.libraryVersion)", outcome: .good)]
    do throws(GPIOLineError) {
      let chips = try GPIOLine.listChips()
      let names = chips.map(\.description).joined(separator: ", ")
      checks.append(
        chips.isEmpty
          ? Check(
            title: "/dev/gpiochip*",
            outcome: .warning(remedy: "no GPIO chip, so no data-ready edges; the chip is polled instead"))
          : Check(title: "GPIO chips: \(names)", outcome: .good))
    } catch { checks.append(Check(title: "GPIO", outcome: .warning(remedy: error.description))) }
    guard let line else { return checks }
    let title = "data-ready \(line.chip) \(line.line)"
    do throws(GPIOLineError) {
      let granted = try GPIOLine(
        chip: line.chip, line: line.line, activeLevel: activeLow ? .low : .high, bias: line.bias)
      checks.append(Check(title: "\(title): \(granted.name)", outcome: .good))
    } catch { checks.append(Check(title: title, outcome: .fault(remedy: error.description))) }
    return checks
  }
}
