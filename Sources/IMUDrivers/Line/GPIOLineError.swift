#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Why a GPIO line could not be had. The description says what to do about it.
public enum GPIOLineError: Error, Equatable, Sendable {
  /// No chip has this label, name or path; those that exist are given.
  case noChip(asked: String, existing: [GPIOChip])
  /// The chip has no line with this name or offset.
  case noLine(chip: String, asked: String)
  /// Another consumer holds the line; its name is empty where the kernel does not say.
  case busy(chip: String, offset: Int, holder: String)
  /// The chip may not be opened.
  case noPermission(chip: String)
  /// The line can't raise interrupts.
  case noEdgeDetection(chip: String, offset: Int)
  /// The request failed for another reason.
  case failed(chip: String, line: String, code: Int32)
  /// The chips in /dev could not be listed.
  case cannotList(code: Int32)

  /// - Parameter status: -errno of the request.
  init(status: Int32, asked: LineRequest, found: LineRequest.Found) {
    let chip = found.chipName.isEmpty ? asked.chip : found.chipName
    switch 0 &- status {
    // The kernel's own answers for a line without an interrupt: ENODEV through the first uAPI (libgpiod 1.6), ENXIO through the
    // second (seen with Linux 6.1).
    case ENXIO where found.offset >= 0, ENODEV where found.offset >= 0:
      self = .noEdgeDetection(chip: chip, offset: found.offset)
    case ENODEV: self = .noChip(asked: asked.chip, existing: Self.existingChips())
    case ENOENT: self = .noLine(chip: chip, asked: asked.line)
    case EBUSY: self = .busy(chip: chip, offset: found.offset, holder: found.holder)
    case EACCES, EPERM: self = .noPermission(chip: chip)
    default: self = .failed(chip: chip, line: asked.line, code: 0 &- status)
    }
  }

  /// The chips for an error's text: a listing that fails too leaves nothing to tell beyond the first error.
  private static func existingChips() -> [GPIOChip] {
    do { return try GPIOLine.listChips() } catch { return [] }
  }
}

extension GPIOLineError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .noChip(let asked, let existing):
      let chips = existing.map(\.description).joined(separator: ", ")
      return "no GPIO chip \"\(asked)\"; " + (chips.isEmpty ? "this machine has none" : "this machine has \(chips)")
    case .noLine(let chip, let asked):
      return "\(chip) has no line \"\(asked)\"; 'gpioinfo' lists its lines"
    case .busy(let chip, let offset, let holder):
      let who = holder.isEmpty ? "in use by an unnamed consumer" : "held by \"\(holder)\""
      return "\(chip) line \(offset) is \(who); release it or choose another line"
    case .noPermission(let chip):
      return "\(chip): permission denied; the node is open to group gpio: "
        + "run 'sudo usermod -aG gpio $USER' and log in again"
    case .noEdgeDetection(let chip, let offset):
      return "\(chip) line \(offset) can't raise interrupts; choose another line, or run without a data-ready line"
    case .failed(let chip, let line, let code):
      return "\(chip) line \(line): \(errnoText(code)) (errno \(code)); see 'imu-rt doctor'"
    case .cannotList(let code):
      return "/dev: cannot be listed: \(errnoText(code)) (errno \(code))"
    }
  }
}
