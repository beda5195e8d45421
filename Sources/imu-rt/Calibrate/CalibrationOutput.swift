import Foundation
import IMUDrivers
import Pipeline

/// The file that results go to: looked at before anything is measured, written when all is done.
struct CalibrationOutput {
  let path: String
  /// What the file says so far; nil where there is none.
  private let former: Calibration?
  /// What the file will say.
  private(set) var calibration: Calibration?

  init(path: String) throws {
    self.path = path
    if FileManager.default.fileExists(atPath: path) {
      former = try CalibrationFile.read(path)
      return
    }
    former = nil
    let folder = URL(filePath: path).deletingLastPathComponent().path
    guard FileManager.default.fileExists(atPath: folder) else {
      throw ToolFault("can't write \(path): \(errnoText(ENOENT))")
    }
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
    change(&calibration, Date.now.formatted(.iso8601))
    try CalibrationFile.write(calibration, to: path)
    self.calibration = calibration
  }

  /// Where the result is, in words.
  var place: String {
    guard let chip = calibration?.chip else { return path }
    let place = [chip.bus, chip.address.map { "address \(hex($0))" }].compactMap(\.self).joined(separator: " ")
    return "in \(path), for \(chip.part)\(place.isEmpty ? "" : " at \(place)")"
  }
}
