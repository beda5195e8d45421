import IMUDrivers

/// Why a recording cannot be used. Lines count from 1.
public enum RecordedTrialError: Error, Equatable, Sendable {
  /// The file cannot be opened or read; the errno is positive.
  case cannotOpen(file: String, errno: Int32)
  /// The compressed data end early.
  case truncated(file: String)
  /// The compressed data are damaged, in zlib's words.
  case damaged(file: String, detail: String)
  /// The file is larger than the limit in bytes.
  case tooLarge(file: String, limit: Int)
  /// No header, or no row after it.
  case empty(file: String)
  /// The header, or an object of JSON Lines, lacks columns that are needed; what it holds instead.
  case missingColumns(file: String, line: Int, columns: [String], header: [String])
  /// The header names a column twice.
  case repeatedColumn(file: String, line: Int, column: String)
  /// A row has another number of fields than the header.
  case fieldCount(file: String, line: Int, expected: Int, found: Int)
  /// A line of JSON Lines is no object.
  case notAnObject(file: String, line: Int, reason: String)
  /// A field that must be a finite number is not.
  case notANumber(file: String, line: Int, column: String, text: String)
  /// A time is negative, too late, or not later than the one before.
  case timeNotRising(file: String, line: Int, column: String)
  /// The rows are of several sensors, and none was chosen.
  case severalSensors(file: String, names: [String])
  /// No row is of the sensor that was chosen; the names are those that there are.
  case noSensor(file: String, sensor: String, names: [String])
  /// The numbers can't be in the units that are assumed: why, and the units in which they could be.
  case unitsUnlikely(file: String, reasons: [String], units: String)
  /// Units were named for a recording of our own, which is in SI.
  case unitsKnown(file: String)

  init(_ failure: GzipFile.Failure, file: String) {
    self =
      switch failure {
      case .cannotOpen(let errno): .cannotOpen(file: file, errno: errno)
      case .truncated: .truncated(file: file)
      case .damaged(let detail): .damaged(file: file, detail: detail)
      case .tooLarge: .tooLarge(file: file, limit: RecordedTrial.byteLimit)
      }
  }
}

extension RecordedTrialError: CustomStringConvertible {
  /// One line: the file, the place, what is wrong and what would be right.
  public var description: String {
    switch self {
    case .cannotOpen(let file, let errno):
      "\(file): cannot be read: \(errnoText(errno)) (errno \(errno))"
    case .truncated(let file):
      "\(file): the compressed data end early; copy or download the file again"
    case .damaged(let file, let detail):
      "\(file): the compressed data are damaged (\(detail)); copy or download the file again"
    case .tooLarge(let file, let limit):
      "\(file): more than \(limit) bytes when unpacked"
    case .empty(let file):
      "\(file): no rows; a header line and at least one row are needed"
    case .missingColumns(let file, let line, let columns, let header):
      "\(file), line \(line): missing columns \(columns.joined(separator: ", ")); \(RecordingColumns.remedy(for: header))"
    case .repeatedColumn(let file, let line, let column):
      "\(file), line \(line): column \(column) occurs twice"
    case .fieldCount(let file, let line, let expected, let found):
      "\(file), line \(line): \(found) fields, but the header names \(expected)"
    case .notAnObject(let file, let line, let reason):
      "\(file), line \(line): \(reason)"
    case .notANumber(let file, let line, let column, let text):
      "\(file), line \(line): column \(column) must be a finite number, not \"\(text)\""
    case .timeNotRising(let file, let line, let column):
      "\(file), line \(line): \(column) must rise from row to row, from 0 to less than 1.8e10 s"
    case .severalSensors(let file, let names):
      "\(file): rows of several sensors; choose one with --sensor: \(names.joined(separator: ", "))"
    case .noSensor(let file, let sensor, let names):
      "\(file): no rows of a sensor '\(sensor)'; "
        + (names.isEmpty
          ? "no column tells sensors apart: leave --sensor out" : "there are \(names.joined(separator: ", "))")
    case .unitsUnlikely(let file, let reasons, let units):
      "\(file): m/s^2, rad/s and seconds are assumed, but \(reasons.joined(separator: "; ")). Say --units \(units), or name "
        + "what they are in; see docs/recording.md"
    case .unitsKnown(let file):
      "\(file): imu-rt wrote it, in SI units; leave --units out"
    }
  }
}
