import CGPIO

/// A data-ready line on a GPIO chip of the Linux kernel, through libgpiod 1.6 or 2.x.
///
/// Edges are stamped by the kernel with CLOCK_MONOTONIC. The line is held by this object alone and given back with its
/// last use. One thread waits on it; ``level()`` may be asked from any thread.
///
/// Source: Linux kernel documentation, Documentation/userspace-api/gpio/chardev.rst.
public final class GPIOLine: DataReadyLine {
  /// The level at which the chip says that data is ready.
  public enum ActiveLevel: String, Sendable, CaseIterable {
    /// Waits for rising edges.
    case high
    /// Waits for falling edges.
    case low
  }

  /// The pull resistor in the GPIO chip. An open-drain interrupt pin needs a pull-up, here or on the board.
  public enum Bias: String, Sendable, CaseIterable {
    /// As the board's firmware left it.
    case unchanged
    case disabled
    case pullUp
    case pullDown
  }

  /// Chip and offset, such as "gpiochip0 line 17".
  public let name: String
  /// The kernel's name of the chip, such as "gpiochip0".
  public let chipName: String
  /// The chip's label, such as "pinctrl-bcm2711".
  public let chipLabel: String
  /// The line's number on its chip.
  public let offset: Int
  /// The level at which ``level()`` answers 1.
  public let activeLevel: ActiveLevel
  private let handle: LineHandle

  /// Requests a line. May block; not for the sampling thread.
  ///
  /// - Parameters:
  ///   - chip: label ("pinctrl-bcm2711"), name ("gpiochip0") or path ("/dev/gpiochip0"). A label outlives renumbering.
  ///   - line: name ("GPIO17") or offset in decimal ("17").
  ///   - consumer: what gpioinfo shows while the line is held.
  /// - Throws: ``GPIOLineError``; nothing stays requested, and nothing is tried twice.
  public init(
    chip: String, line: String, activeLevel: ActiveLevel = .high, bias: Bias = .unchanged, consumer: String = "imu-rt"
  ) throws(GPIOLineError) {
    let request = LineRequest(chip: chip, line: line, activeLevel: activeLevel, bias: bias, consumer: consumer)
    let result = request.submit()
    guard let granted = result.line else {
      throw GPIOLineError(status: result.status, asked: request, found: result.found)
    }
    handle = LineHandle(owning: granted)
    self.activeLevel = activeLevel
    chipName = result.found.chipName
    chipLabel = result.found.chipLabel
    offset = result.found.offset
    name = "\(chipName) line \(offset)"
  }

  /// Waits for edges to the active level until `deadline` (CLOCK_MONOTONIC), and takes up to 16 pending ones, as many as the
  /// kernel keeps. Safe on the sampling thread.
  @_noLocks public func wait(untilNanoseconds deadline: UInt64) -> EdgeWait {
    handle.wait(untilNanoseconds: deadline)
  }

  /// Reads the line: 1 active, 0 inactive, or -errno. Safe on the sampling thread.
  @_noLocks public func level() -> Int32 {
    let physical = handle.level()
    if physical < 0 { return physical }
    // A switch, because == would compare the raw strings.
    switch activeLevel {
    case .high: return physical
    case .low: return 1 &- physical
    }
  }
}
