/// What the header of a recording says: which column stands where, and which of our own commands wrote it.
struct RecordingColumns {
  /// A column that is read. Those from ``mx`` to ``qz`` may be unknown in a row.
  enum Column: Int, CaseIterable {
    case time, gx, gy, gz, ax, ay, az, mx, my, mz, qw, qx, qy, qz, moving, temperature, biasX, biasY, biasZ

    /// Its name in a header; that of the time has its unit in it.
    fileprivate var name: String {
      switch self {
      case .time: "time_s"
      case .temperature: "temperature_c"
      case .biasX: "bias_x"
      case .biasY: "bias_y"
      case .biasZ: "bias_z"
      default: "\(self)"
      }
    }

    var mayBeUnknown: Bool { rawValue >= Self.mx.rawValue && rawValue <= Self.qz.rawValue }
  }

  /// Columns that stand together in what `imu-rt stream` prints, and nowhere else.
  private static let streamNames: Set = [
    "seq", "time_ns", "gx", "ax", "gravity_x", "user_x", "bias_x", "bias_y", "bias_z", "health", "dropped",
  ]
  /// Units of time that a column's name may tell, from the one that is looked for first.
  private static let timeUnits = ["s", "ms", "us", "ns"]

  /// The names as they stand there.
  let names: [String]
  /// What stands in each field of a row; nil where a column is ignored.
  let fields: [Column?]
  /// Where the sensor is named, in a stream of several.
  let sensorField: Int?
  /// Whether `imu-rt stream` wrote it: rates without bias, in device axes, calibrated.
  let isStream: Bool
  let hasMagnetometer: Bool
  let hasReference: Bool
  let hasMoving: Bool
  let hasTemperature: Bool
  /// The time's unit by the column's name.
  let timeScale: RecordingUnits.Scale
  private let timeName: String

  /// - Parameter line: where the header stands, for errors.
  init(_ names: [String], file: String, line: Int) throws(RecordedTrialError) {
    self.names = names
    let timeUnit = Self.timeUnits.first { names.contains("time_\($0)") } ?? "s"
    let timeName = "time_\(timeUnit)"
    self.timeName = timeName
    timeScale = RecordingUnits.scale(timeUnit, of: .time) ?? RecordingUnits.Scale()
    isStream = Self.streamNames.isSubset(of: names)
    sensorField = isStream ? names.firstIndex(of: "sensor") : nil
    var known = Dictionary(uniqueKeysWithValues: Column.allCases.map { ($0.name, $0) })
    known["time_s"] = nil
    known[timeName] = .time
    // Of another's recording nobody knows whether its bias is out of its rates.
    if !isStream { for column in [Column.biasX, .biasY, .biasZ] { known[column.name] = nil } }
    let fields = names.map { known[$0] }
    self.fields = fields
    for (index, column) in fields.enumerated() {
      guard let column, fields[..<index].contains(column) else { continue }
      throw .repeatedColumn(file: file, line: line, column: names[index])
    }
    func missing(_ wanted: [Column]) -> [String] { wanted.filter { !fields.contains($0) }.map(\.name) }
    func fault(_ columns: [String]) -> RecordedTrialError {
      .missingColumns(file: file, line: line, columns: columns, header: names)
    }
    let needed = missing([.time, .gx, .gy, .gz, .ax, .ay, .az])
    guard needed.isEmpty else { throw fault(needed) }
    // Half a magnetometer or half a quaternion is a damaged header, not a recording without one.
    let field = missing([.mx, .my, .mz])
    let reference = missing([.qw, .qx, .qy, .qz])
    guard field.isEmpty || field.count == 3 else { throw fault(field) }
    guard reference.isEmpty || reference.count == 4 else { throw fault(reference) }
    hasMagnetometer = field.isEmpty
    // What a stream estimated is no reference.
    hasReference = reference.isEmpty && !isStream
    hasMoving = fields.contains(.moving)
    hasTemperature = fields.contains(.temperature)
  }

  /// A column's name in this header.
  func name(_ column: Column) -> String { column == .time ? timeName : column.name }

  /// The names of a header line: blanks, quotation marks and whatever another system puts there left out.
  static func names(ofHeader line: String) -> [String] {
    line.split(separator: ",", omittingEmptySubsequences: false).map {
      String($0.filter { !$0.isWhitespace && $0 != "\"" })
    }
  }

  /// What to do about a header that lacks columns.
  static func remedy(for header: [String]) -> String {
    if header.allSatisfy({ Double($0) != nil }) {
      return "there is no header; the first line must name the columns: wanted are \(wanted)"
    }
    if header.count == 1, let separator = [";", "\t", "|"].first(where: { header[0].contains($0) }) {
      return "its fields are separated by '\(separator)'; commas are wanted, and points in the numbers"
    }
    if header.contains("qw"), !header.contains("gx"), !header.contains("ax") {
      return "it holds attitudes, such as replay writes, and not the rates and forces that they are made from"
    }
    var names = header.filter { !$0.isEmpty }.joined(separator: ", ")
    if names.count > 160 { names = names.prefix(160) + "..." }
    return "the header holds \(names); wanted are \(wanted)"
  }

  private static let wanted =
    "time_s (or time_ms, time_us, time_ns), gx, gy, gz (rad/s) and ax, ay, az (m/s^2): rename the columns, and name other "
    + "units with --units; see docs/recording.md"
}
