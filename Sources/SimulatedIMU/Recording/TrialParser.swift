import JSON5

/// Turns the bytes of a recording into rows: CSV, or JSON Lines with the same names.
struct TrialParser {
  private typealias Column = RecordingColumns.Column

  /// How the first note of a recording of ours begins.
  private static let ownTitle = "# imu-rt recording"
  private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

  /// Keeps a time within what nanoseconds in 64 bits can say, with the times of day since 1970 well inside.
  private static let latestSeconds = 1.8e10

  let columns: RecordingColumns
  /// Whether `imu-rt record` wrote it.
  let isOwn: Bool
  /// The lines that begin with #, without it, in order.
  private(set) var notes: [String] = []
  /// The sensors of the rows, by first appearance; empty where no column names them.
  private(set) var sensors: [String] = []
  /// Whether the last line was torn off where a writer of ours may have been, and is left out.
  private(set) var isTorn = false
  /// The first line whose time is later than can be.
  private(set) var lineTooLate: Int?
  private let bytes: [UInt8]
  private let file: String
  private let isJSON: Bool
  private let sensor: String?
  private let time: RecordingUnits.Scale
  private let accelerometer: RecordingUnits.Scale
  private let gyroscope: RecordingUnits.Scale
  private let magnetometer: RecordingUnits.Scale
  /// The values of the current row, by column.
  private var values = [Double](repeating: 0, count: Column.allCases.count)
  /// The sensor of the current row.
  private var rowSensor = ""
  private var position: Int
  private var line: Int

  /// - Parameter sensor: whose rows are wanted; nil for those of the only one.
  init(_ bytes: [UInt8], file: String, units: RecordingUnits, sensor: String?) throws(RecordedTrialError) {
    self.file = file
    self.sensor = sensor
    // A file written on another system may begin with a byte order mark.
    position = bytes.starts(with: Self.byteOrderMark) ? Self.byteOrderMark.count : 0
    isOwn = bytes[position...].starts(with: Self.ownTitle.utf8)
    // A recording that was open when the power failed may end in zeros.
    self.bytes = isOwn && bytes.last == 0 ? Array(bytes[..<((bytes.lastIndex { $0 != 0 } ?? -1) + 1)]) : bytes
    line = 0
    isJSON = self.bytes[position...].first { !isBlank($0) && $0 != ascii("\n") } == ascii("{")
    columns =
      try isJSON
      ? Self.objectHeader(self.bytes, file: file, from: position)
      : Self.header(self.bytes, file: file, position: &position, line: &line, notes: &notes)
    time = units.scale(.time, else: columns.timeScale)
    accelerometer = units.scale(.accelerometer)
    gyroscope = units.scale(.gyroscope)
    magnetometer = units.scale(.magnetometer)
  }

  private static func header(
    _ bytes: [UInt8], file: String, position: inout Int, line: inout Int, notes: inout [String]
  ) throws(RecordedTrialError) -> RecordingColumns {
    while let text = nextLine(of: bytes, at: &position) {
      line += 1
      let header = String(decoding: text, as: UTF8.self)
      if header.hasPrefix("#") {
        notes.append(String(header.dropFirst()))
        continue
      }
      let names = RecordingColumns.names(ofHeader: header)
      guard names != [""] else { break }
      return try RecordingColumns(names, file: file, line: line)
    }
    throw .empty(file: file)
  }

  /// The names in the first object that is no event.
  private static func objectHeader(
    _ bytes: [UInt8], file: String, from start: Int
  ) throws(RecordedTrialError) -> RecordingColumns {
    var (position, line) = (start, 0)
    while let text = nextLine(of: bytes, at: &position) {
      line += 1
      guard let object = try object(text, file: file, line: line) else { continue }
      return try RecordingColumns(object.values.keys.sorted(), file: file, line: line)
    }
    throw .empty(file: file)
  }

  mutating func rows() throws(RecordedTrialError) -> [RecordedTrial.Row] {
    var rows: [RecordedTrial.Row] = []
    var lastTime = -1.0
    while position < bytes.count {
      line += 1
      guard try readRow(), isWanted() else { continue }
      let row = makeRow()
      guard row.timeSeconds > lastTime, row.timeSeconds >= 0 else {
        throw .timeNotRising(file: file, line: line, column: columns.name(.time))
      }
      // A unit may be such that a number that is there becomes none.
      guard (row.motion.specificForce + row.motion.angularRate).sum().isFinite else {
        throw .notANumber(file: file, line: line, column: "gx to az", text: "too large in these units")
      }
      if row.timeSeconds >= Self.latestSeconds, lineTooLate == nil { lineTooLate = line }
      lastTime = row.timeSeconds
      rows.append(row)
    }
    guard sensor != nil || sensors.count < 2 else { throw .severalSensors(file: file, names: sensors) }
    if let sensor, !sensors.contains(sensor) { throw .noSensor(file: file, sensor: sensor, names: sensors) }
    guard !rows.isEmpty else { throw .empty(file: file) }
    return rows
  }

  /// Whether the row is of the sensor that is wanted, or of the first where none was named.
  private mutating func isWanted() -> Bool {
    guard columns.sensorField != nil else { return true }
    if !sensors.contains(rowSensor) { sensors.append(rowSensor) }
    return rowSensor == sensor ?? sensors[0]
  }

  private func makeRow() -> RecordedTrial.Row {
    func value(_ column: Column) -> Double { values[column.rawValue] }
    func vector(_ x: Column, _ y: Column, _ z: Column, _ scale: RecordingUnits.Scale) -> SIMD3<Double> {
      SIMD3(scale.applied(to: value(x)), scale.applied(to: value(y)), scale.applied(to: value(z)))
    }
    let reference = TrueOrientation(w: value(.qw), x: value(.qx), y: value(.qy), z: value(.qz))
    let isKnown = columns.hasReference && (reference.w + reference.x + reference.y + reference.z).isFinite
    var rate = vector(.gx, .gy, .gz, gyroscope)
    // What a stream took out of the sensor's rates.
    if columns.isStream { rate += SIMD3(value(.biasX), value(.biasY), value(.biasZ)) }
    return RecordedTrial.Row(
      timeSeconds: time.applied(to: value(.time)),
      motion: Motion(
        specificForce: vector(.ax, .ay, .az, accelerometer), angularRate: rate,
        temperature: columns.hasTemperature ? value(.temperature) : 25),
      magneticField: vector(.mx, .my, .mz, magnetometer),
      reference: isKnown ? reference : nil,
      isMoving: columns.hasMoving ? value(.moving) != 0 : true)
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

  /// Reads one line into ``values``; false for one that is no row: blank, a note, an event, or torn off where a writer may
  /// have been.
  private mutating func readRow() throws(RecordedTrialError) -> Bool {
    guard let text = Self.nextLine(of: bytes, at: &position) else { return false }
    let start = text.startIndex
    var end = text.endIndex
    if text.first == ascii("#") {
      notes.append(String(decoding: text.dropFirst(), as: UTF8.self))
      return false
    }
    if isOwn || columns.isStream, end == bytes.count {
      // Each line that we have written whole ends with a line feed.
      isTorn = true
      return false
    }
    if isJSON { return try readObject(text) }
    while end > start, isBlank(bytes[end - 1]) { end -= 1 }
    guard end > start else { return false }
    var field = 0
    var fieldStart = start
    var isQuoted = false
    for index in start...end {
      if index < end, bytes[index] == ascii("\"") { isQuoted.toggle() }
      guard index == end || (bytes[index] == ascii(",") && !isQuoted) else { continue }
      if field < columns.fields.count {
        if let column = columns.fields[field] {
          values[column.rawValue] = try number(bytes[fieldStart..<index], column)
        } else if field == columns.sensorField {
          rowSensor = String(decoding: bytes[fieldStart..<index], as: UTF8.self)
        }
      }
      field += 1
      fieldStart = index + 1
    }
    guard field == columns.fields.count else {
      throw .fieldCount(file: file, line: line, expected: columns.fields.count, found: field)
    }
    return true
  }

  /// The object of a line; nil for a blank line and an event.
  private static func object(
    _ text: ArraySlice<UInt8>, file: String, line: Int
  ) throws(RecordedTrialError) -> JSON5Object? {
    guard text.contains(where: { !isBlank($0) }) else { return nil }
    do throws(JSON5Fault) {
      var reader = try JSON5Reader(Array(text))
      if case .object(let object) = try reader.document() { return object.values["event"] == nil ? object : nil }
    } catch { throw .notAnObject(file: file, line: line, reason: error.reason) }
    throw .notAnObject(file: file, line: line, reason: "a line must be one object, { ... }")
  }

  private mutating func readObject(_ text: ArraySlice<UInt8>) throws(RecordedTrialError) -> Bool {
    guard let object = try Self.object(text, file: file, line: line) else { return false }
    for (index, name) in columns.names.enumerated() {
      if index == columns.sensorField, case .string(let sensor) = object.values[name] { rowSensor = sensor }
      guard let column = columns.fields[index] else { continue }
      guard let value = object.values[name] else {
        throw .missingColumns(file: file, line: line, columns: [name], header: object.values.keys.sorted())
      }
      guard case .number(let number) = value, number.isFinite || (column.mayBeUnknown && number.isNaN) else {
        throw .notANumber(file: file, line: line, column: name, text: value.text)
      }
      values[column.rawValue] = number
    }
    return true
  }

  private func number(_ untrimmed: ArraySlice<UInt8>, _ column: Column) throws(RecordedTrialError) -> Double {
    var field = untrimmed.drop { isBlank($0) || $0 == ascii("\"") }
    while let last = field.last, isBlank(last) || last == ascii("\"") { field = field.dropLast() }
    if let value = shortDecimal(field) { return value }
    let text = String(decoding: field, as: UTF8.self)
    // A reference or a magnetic field may be unknown in a row; rate and force may not.
    guard let value = Double(text), value.isFinite || (column.mayBeUnknown && value.isNaN) else {
      throw .notANumber(file: file, line: line, column: columns.name(column), text: text)
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
