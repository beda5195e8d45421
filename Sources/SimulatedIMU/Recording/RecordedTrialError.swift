import IMUDrivers

/// Why a recording cannot be used. Lines count from 1, the header's.
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
  /// The header lacks columns that are needed.
  case missingColumns(file: String, columns: [String])
  /// The header names a column twice.
  case repeatedColumn(file: String, column: String)
  /// A row has another number of fields than the header.
  case fieldCount(file: String, line: Int, expected: Int, found: Int)
  /// A field that must be a finite number is not.
  case notANumber(file: String, line: Int, column: String, text: String)
  /// A time is negative or not later than the one before.
  case timeNotRising(file: String, line: Int)

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
    case .missingColumns(let file, let columns):
      "\(file), line 1: missing columns \(columns.joined(separator: ", "))"
    case .repeatedColumn(let file, let column):
      "\(file), line 1: column \(column) occurs twice"
    case .fieldCount(let file, let line, let expected, let found):
      "\(file), line \(line): \(found) fields, but the header names \(expected)"
    case .notANumber(let file, let line, let column, let text):
      "\(file), line \(line): column \(column) must be a finite number, not \"\(text)\""
    case .timeNotRising(let file, let line):
      "\(file), line \(line): time_s must rise from row to row, from 0 to less than 1.8e10 s"
    }
  }
}
