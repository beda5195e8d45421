/// Turns the bytes of a CSV recording into rows.
struct TrialParser {
  private enum Column: Int, CaseIterable {
    case time, gx, gy, gz, ax, ay, az, mx, my, mz, qw, qx, qy, qz, moving, temperature

    var name: String { self == .time ? "time_s" : self == .temperature ? "temperature_c" : "\(self)" }
  }

  /// How the first note of a recording of ours begins, and the note that stands for a last line that was torn off.
  static let ownTitle = " imu-rt recording"
  static let tornNote = " torn"

  /// Keeps a time within what nanoseconds in 64 bits can say, with the times of day since 1970 well inside.
  private static let latestSeconds = 1.8e10

  let hasMagnetometer: Bool
  let hasReference: Bool
  /// The lines that begin with #, without it, in order.
  private(set) var notes: [String] = []
  private let bytes: [UInt8]
  private let file: String
  /// What stands in each field of a row; nil where a column is ignored.
  private let columns: [Column?]
  private let isPresent: [Bool]
  /// The values of the current row, by column.
  private var values = [Double](repeating: 0, count: Column.allCases.count)
  private var position: Int
  private var line: Int

  init(_ bytes: [UInt8], file: String) throws(RecordedTrialError) {
    self.file = file
    // A recording that was open when the power failed may end in zeros.
    let isOwn = bytes.starts(with: "#\(Self.ownTitle)".utf8)
    self.bytes = isOwn && bytes.last == 0 ? Array(bytes[..<((bytes.lastIndex { $0 != 0 } ?? -1) + 1)]) : bytes
    position = 0
    line = 0
    var header = ""
    repeat {
      guard let text = Self.nextLine(of: self.bytes, at: &position) else { throw .empty(file: file) }
      line += 1
      header = String(decoding: text, as: UTF8.self)
      if header.hasPrefix("#") { notes.append(String(header.dropFirst())) }
    } while header.hasPrefix("#")
    // A file written on another system may end lines with CR LF or begin with a byte order mark.
    let names = header.split(separator: ",", omittingEmptySubsequences: false).map {
      String($0.filter { !$0.isWhitespace && $0 != "\u{FEFF}" })
    }
    guard names != [""] else { throw .empty(file: file) }
    let known = Dictionary(uniqueKeysWithValues: Column.allCases.map { ($0.name, $0) })
    columns = names.map { known[$0] }
    for (index, column) in columns.enumerated() {
      guard let column, columns[..<index].contains(column) else { continue }
      throw .repeatedColumn(file: file, column: column.name)
    }
    let found = columns
    func missing(_ wanted: [Column]) -> [String] { wanted.filter { !found.contains($0) }.map(\.name) }
    let needed = missing([.time, .gx, .gy, .gz, .ax, .ay, .az])
    guard needed.isEmpty else { throw .missingColumns(file: file, columns: needed) }
    // Half a magnetometer or half a quaternion is a damaged header, not a recording without one.
    let field = missing([.mx, .my, .mz])
    let reference = missing([.qw, .qx, .qy, .qz])
    guard field.isEmpty || field.count == 3 else { throw .missingColumns(file: file, columns: field) }
    guard reference.isEmpty || reference.count == 4 else { throw .missingColumns(file: file, columns: reference) }
    hasMagnetometer = field.isEmpty
    hasReference = reference.isEmpty
    isPresent = Column.allCases.map { found.contains($0) }
  }

  mutating func rows() throws(RecordedTrialError) -> [RecordedTrial.Row] {
    var rows: [RecordedTrial.Row] = []
    var lastTime = -1.0
    while position < bytes.count {
      line += 1
      guard try readRow() else { continue }
      let row = makeRow()
      guard row.timeSeconds > lastTime, row.timeSeconds >= 0, row.timeSeconds < Self.latestSeconds else {
        throw .timeNotRising(file: file, line: line)
      }
      lastTime = row.timeSeconds
      rows.append(row)
    }
    guard !rows.isEmpty else { throw .empty(file: file) }
    return rows
  }

  private func makeRow() -> RecordedTrial.Row {
    func value(_ column: Column) -> Double { values[column.rawValue] }
    let reference = TrueOrientation(w: value(.qw), x: value(.qx), y: value(.qy), z: value(.qz))
    let isKnown = hasReference && (reference.w + reference.x + reference.y + reference.z).isFinite
    return RecordedTrial.Row(
      timeSeconds: value(.time),
      motion: Motion(
        specificForce: SIMD3(value(.ax), value(.ay), value(.az)),
        angularRate: SIMD3(value(.gx), value(.gy), value(.gz)),
        temperature: isPresent[Column.temperature.rawValue] ? value(.temperature) : 25),
      magneticField: SIMD3(value(.mx), value(.my), value(.mz)),
      reference: isKnown ? reference : nil,
      isMoving: isPresent[Column.moving.rawValue] ? value(.moving) != 0 : true)
  }

  /// The line that begins at a position, which is moved behind it; nil at the end.
  private static func nextLine(of bytes: [UInt8], at position: inout Int) -> ArraySlice<UInt8>? {
    guard position < bytes.count else { return nil }
    let start = position
    var end = start
    while end < bytes.count, bytes[end] != ascii("\n") { end += 1 }
    position = min(end + 1, bytes.count)
    return bytes[start..<end]
  }

  /// Reads one line into ``values``; false for one that is no row: blank, a note, or torn off where a writer may have been.
  private mutating func readRow() throws(RecordedTrialError) -> Bool {
    guard let text = Self.nextLine(of: bytes, at: &position) else { return false }
    let start = text.startIndex
    var end = text.endIndex
    if text.first == ascii("#") {
      notes.append(String(decoding: text.dropFirst(), as: UTF8.self))
      return false
    }
    if notes.first?.hasPrefix(Self.ownTitle) == true, end == bytes.count {
      // Each line that our recorder has written whole ends with a line feed.
      notes.append(Self.tornNote)
      return false
    }
    while end > start, isBlank(bytes[end - 1]) { end -= 1 }
    guard end > start else { return false }
    var field = 0
    var fieldStart = start
    for index in start...end where index == end || bytes[index] == ascii(",") {
      if field < columns.count, let column = columns[field] {
        values[column.rawValue] = try number(bytes[fieldStart..<index], column)
      }
      field += 1
      fieldStart = index + 1
    }
    guard field == columns.count else {
      throw .fieldCount(file: file, line: line, expected: columns.count, found: field)
    }
    return true
  }

  private func number(_ untrimmed: ArraySlice<UInt8>, _ column: Column) throws(RecordedTrialError) -> Double {
    var field = untrimmed.drop(while: isBlank)
    while let last = field.last, isBlank(last) { field = field.dropLast() }
    if let value = shortDecimal(field) { return value }
    let text = String(decoding: field, as: UTF8.self)
    // A reference or a magnetic field may be unknown in a row; rate and force may not.
    let mayBeUnknown = column.rawValue >= Column.mx.rawValue && column.rawValue <= Column.qz.rawValue
    guard let value = Double(text), value.isFinite || (mayBeUnknown && value.isNaN) else {
      throw .notANumber(file: file, line: line, column: column.name, text: text)
    }
    return value
  }

  /// Reads a plain decimal of up to 15 digits, which is exact: integer and power of ten are both exact as Double, so
  /// their quotient is rounded once (Clinger, "How to read floating point numbers accurately", 1990). Nil for anything else.
  private func shortDecimal(_ field: ArraySlice<UInt8>) -> Double? {
    var digits = 0
    var integer: Int64 = 0
    var scale = 1.0
    var hasPoint = false
    var index = field.startIndex
    let isNegative = index < field.endIndex && field[index] == ascii("-")
    if isNegative { index += 1 }
    while index < field.endIndex {
      let byte = field[index]
      index += 1
      if byte == ascii("."), !hasPoint {
        hasPoint = true
      } else if byte >= ascii("0"), byte <= ascii("9"), digits < 15 {
        integer = integer * 10 + Int64(byte - ascii("0"))
        digits += 1
        if hasPoint { scale *= 10 }
      } else {
        return nil
      }
    }
    guard digits > 0 else { return nil }
    let value = Double(integer) / scale
    return isNegative ? -value : value
  }
}

/// Whether a byte is white space within a line; a carriage return before the line's end is, too.
@inline(__always)
private func isBlank(_ byte: UInt8) -> Bool { byte == ascii(" ") || byte == ascii("\t") || byte == ascii("\r") }

/// The byte of an ASCII character.
@inline(__always)
private func ascii(_ character: Unicode.Scalar) -> UInt8 { UInt8(truncatingIfNeeded: character.value) }
