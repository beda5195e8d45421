/// A recording of real motion, with the true orientation beside it where that is known.
///
/// It is read from CSV, plain or gzip, with a header, or from JSON Lines with the same names. Needed columns: `time_s` (seconds,
/// rising; or `time_ms`, `time_us`, `time_ns`), `gx,gy,gz` (rad/s) and `ax,ay,az` (m/s^2, specific force: +g on the axis that points
/// up at rest), or in other units that are said. Taken if present: `mx,my,mz` (microtesla), `qw,qx,qy,qz` (chip to earth, z up; `nan`
/// where unknown), `moving` (0 or 1), `temperature_c`. Other columns are ignored. Lines that begin with # are ``notes``.
///
/// What `imu-rt stream` prints is read, too: the bias that it took out of the rates is added to them again.
public struct RecordedTrial: SampledMotionSource {
  /// One row of a recording.
  public struct Row: BitwiseCopyable, Sendable, Equatable {
    /// Seconds since the recording's own zero.
    public var timeSeconds: Double
    /// Specific force, angular rate and temperature.
    public var motion: Motion
    /// In microtesla, in chip axes; zero in a recording without magnetometer.
    public var magneticField: SIMD3<Double>
    /// The reference orientation, chip to earth; nil where the recording has none.
    public var reference: TrueOrientation?
    /// Whether the row belongs to the motion phase; true in a recording that doesn't tell.
    public var isMoving: Bool
  }

  /// The rows in order of time; at least one.
  public private(set) var rows: [Row]
  /// The lines that begin with #, without it: what a recording tells besides its rows.
  public let notes: [String]
  /// What is doubtful in it, each in one line: units that hardly can be, a last line that was cut off.
  public let remarks: [String]
  /// Whether `imu-rt stream` printed it: in device axes, calibrated, at the rate of whoever was served.
  public let isStream: Bool
  /// Whether the recording has the columns of a magnetometer.
  public let hasMagnetometer: Bool
  /// Whether the recording has the columns of a reference orientation.
  public let hasReference: Bool

  /// Most bytes of a recording when unpacked.
  public static let byteLimit = 1 << 30

  /// Reads a recording from a file, compressed or not. May block; not for a sampling thread.
  ///
  /// - Parameters:
  ///   - units: what was said of its units; the others are taken for SI, and refused where they can't be.
  ///   - sensor: whose rows are wanted, of a stream of several; nil where there is one.
  public init(
    path: String, units: RecordingUnits = RecordingUnits(), sensor: String? = nil
  ) throws(RecordedTrialError) {
    let contents: [UInt8]
    do throws(GzipFile.Failure) {
      contents = try GzipFile.contents(path: path, limit: Self.byteLimit)
    } catch {
      throw RecordedTrialError(error, file: path)
    }
    try self.init(csv: contents, name: path, units: units, sensor: sensor)
  }

  /// Reads a recording from the bytes of a file.
  /// - Parameter name: what errors call the file.
  public init(
    csv: [UInt8], name: String, units: RecordingUnits = RecordingUnits(), sensor: String? = nil
  ) throws(RecordedTrialError) {
    var parser = try TrialParser(csv, file: name, units: units, sensor: sensor)
    rows = try parser.rows()
    notes = parser.notes
    isStream = parser.columns.isStream
    hasMagnetometer = parser.columns.hasMagnetometer
    hasReference = parser.columns.hasReference
    var remarks: [String] = []
    if parser.isOwn || isStream {
      guard units.isEmpty else { throw .unitsKnown(file: name) }
      if isStream, parser.isTorn { remarks.append("\(name): its last line is cut off and left out") }
    } else {
      let doubts = UnitDoubts(rows, units: units, timeScale: parser.columns.timeScale)
      guard doubts.refusals.isEmpty else {
        throw .unitsUnlikely(
          file: name, reasons: doubts.refusals.map(\.reason),
          units: doubts.refusals.map(\.units).joined(separator: ","))
      }
      remarks += doubts.remarks.map { "\(name): \($0)" }
    }
    if let line = parser.lineTooLate {
      throw .timeNotRising(file: name, line: line, column: parser.columns.name(.time))
    }
    self.remarks = remarks
  }

  /// The same with each row's motion replaced.
  package func mapMotion(_ change: (Row) -> Motion) -> RecordedTrial {
    var changed = self
    for index in rows.indices { changed.rows[index].motion = change(rows[index]) }
    return changed
  }

  /// Number of rows.
  public var sampleCount: Int { rows.count }

  /// The row's time, rounded to the nanosecond.
  public func sampleInstant(_ index: Int) -> UInt64 { UInt64((rows[index].timeSeconds * 1e9).rounded()) }

  /// The motion of a row.
  public func sample(_ index: Int) -> Motion { rows[index].motion }
}
