import JSON5

/// Where a calibration is kept: a JSON5 file that states the chip, and every number so that it comes back bit for bit.
public enum CalibrationFile {
  /// The version of the format that is written and read.
  public static let version = 1
  /// Most bytes of a file.
  public static let byteLimit = 1 << 20

  /// Reads a file. May block; not for a sampling thread.
  ///
  /// - Throws: ``ConfigurationError`` with file, key and reason: unreadable, damaged, of another version, implausible.
  public static func read(_ path: String) throws(ConfigurationError) -> Calibration {
    let bytes: [UInt8]
    do throws(FileContents.Failure) { bytes = try FileContents.read(path, limit: byteLimit) } catch {
      throw .unreadable(file: path, reason: error.reason)
    }
    return try parse(bytes, file: path)
  }

  /// Reads a file for the chip that was found.
  ///
  /// - Throws: ``ConfigurationError``, also when it belongs to another chip.
  public static func read(_ path: String, for chip: CalibratedChip) throws(ConfigurationError) -> Calibration {
    let calibration = try read(path)
    try calibration.chip.requireFit(chip, file: path)
    return calibration
  }

  /// Replaces a file whole or not at all. May block.
  ///
  /// - Throws: ``FileWriteError``; what was there before is then still whole.
  public static func write(_ calibration: Calibration, to path: String) throws(FileWriteError) {
    try AtomicFile.replace(path, with: Array(text(calibration).utf8))
  }

  /// - Parameter file: what errors call it.
  package static func parse(_ bytes: [UInt8], file: String) throws(ConfigurationError) -> Calibration {
    let value: JSON5Value
    do throws(JSON5Fault) {
      var reader = try JSON5Reader(bytes)
      value = try reader.document()
    } catch { throw .syntax(file: file, reason: error.description) }
    guard case .object(let object) = value else {
      throw .syntax(file: file, reason: "the file must hold one object, { ... }")
    }
    var top = ConfigurationSection(file: file, prefix: "", object: object)
    // First of all: another version may have other keys.
    guard try top.integer("version", oneOf: [version]) != nil else { throw top.missing("version") }
    let calibration = try CalibrationReader.calibration(&top)
    let checksum = try top.string("checksum")
    try top.finish()
    // A file written by hand has none.
    if let checksum {
      let computed = Checksum.text(CalibrationWriter.body(calibration).utf8)
      guard checksum == computed else {
        throw top.bad(
          "checksum", "\"\(checksum)\"", "\"\(computed)\" for these values; the file is damaged or was changed by hand")
      }
    }
    return calibration
  }

  package static func text(_ calibration: Calibration) -> String {
    let body = CalibrationWriter.body(calibration)
    return """
      // Written by imu-rt calibrate. SI units (magnetometer: microtesla), chip axes; every number is exact.
      {
        version: \(version),
      \(body)  checksum: "\(Checksum.text(body.utf8))",
      }

      """
  }
}
