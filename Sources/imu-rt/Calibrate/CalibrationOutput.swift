import IMUDrivers
import Pipeline

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The file that results go to: looked at before anything is measured, written when all is done.
struct CalibrationOutput {
  let path: String
  /// What the file says so far; nil where there is none.
  private let former: Calibration?
  /// What the file will say.
  private(set) var calibration: Calibration?

  init(path: String) throws {
    self.path = path
    if access(path, F_OK) == 0 {
      former = try CalibrationFile.read(path)
      return
    }
    former = nil
    let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
    guard access(folder, W_OK) == 0 else { throw ToolFault("can't write \(path): \(errnoText(errno))") }
  }

  /// The chip that the file belongs to so far.
  var chip: CalibratedChip? { former?.chip }

  /// Takes the file over for a chip; refuses a file of another chip.
  mutating func begin(_ chip: CalibratedChip) throws {
    do { calibration = try former?.continued(for: chip, file: path) ?? Calibration(chip: chip) } catch {
      throw ToolFault("\(error); name another file with --output")
    }
  }

  /// Puts a result in and replaces the file.
  mutating func write(_ change: (inout Calibration, _ date: String) -> Void) throws {
    guard var calibration else { throw ToolFault("\(path): no chip was found to calibrate") }
    change(&calibration, Self.date())
    try CalibrationFile.write(calibration, to: path)
    self.calibration = calibration
  }

  /// The time of day in UTC, as ISO 8601 has it.
  private static func date() -> String {
    var seconds = time(nil)
    var fields = tm()
    gmtime_r(&seconds, &fields)
    func digits(_ value: Int32) -> String { value < 10 ? "0\(value)" : "\(value)" }
    let day = "\(fields.tm_year + 1900)-\(digits(fields.tm_mon + 1))-\(digits(fields.tm_mday))"
    return "\(day)T\(digits(fields.tm_hour)):\(digits(fields.tm_min)):\(digits(fields.tm_sec))Z"
  }

  /// Where the result is, in words.
  var place: String {
    guard let chip = calibration?.chip else { return path }
    let place = [chip.bus, chip.address.map { "address \(hex($0))" }].compactMap(\.self).joined(separator: " ")
    return "in \(path), for \(chip.part)\(place.isEmpty ? "" : " at \(place)")"
  }
}
