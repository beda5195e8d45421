/// A recording of real motion, with the true orientation beside it where that is known.
///
/// It is read from CSV, plain or gzip, with a header. Needed columns: `time_s` (seconds, rising), `gx,gy,gz` (rad/s) and
/// `ax,ay,az` (m/s^2, specific force: +g on the axis that points up at rest). Taken if present: `mx,my,mz` (microtesla),
/// `qw,qx,qy,qz` (chip to earth, z up; `nan` where unknown), `moving` (0 or 1), `temperature_c`. Other columns are ignored. Lines that begin with # are ``notes``.
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
  /// Whether the recording has the columns of a magnetometer.
  public let hasMagnetometer: Bool
  /// Whether the recording has the columns of a reference orientation.
  public let hasReference: Bool

  /// Most bytes of a recording when unpacked.
  public static let byteLimit = 1 << 30

  /// Reads a recording from a file, compressed or not. May block; not for a sampling thread.
  public init(path: String) throws(RecordedTrialError) {
    let contents: [UInt8]
    do throws(GzipFile.Failure) {
      contents = try GzipFile.contents(path: path, limit: Self.byteLimit)
    } catch {
      throw RecordedTrialError(error, file: path)
    }
    try self.init(csv: contents, name: path)
  }

  /// Reads a recording from the bytes of a CSV file.
  /// - Parameter name: what errors call the file.
  public init(csv: [UInt8], name: String) throws(RecordedTrialError) {
    var parser = try TrialParser(csv, file: name)
    rows = try parser.rows()
    notes = parser.notes
    hasMagnetometer = parser.hasMagnetometer
    hasReference = parser.hasReference
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
