import Fusion
import Pipeline

/// The forms in which `stream` prints samples.
enum SampleFormat: String, CaseIterable {
  /// Columns for a person to look at.
  case table
  /// One JSON object a line.
  case jsonl
  /// Comma-separated values with a header.
  case csv

  /// The names of a sample's fields, in order.
  static let fields = [
    "seq", "time_ns", "ax", "ay", "az", "gx", "gy", "gz", "temperature_c", "qw", "qx", "qy", "qz", "roll", "pitch",
    "yaw", "gravity_x", "gravity_y", "gravity_z", "user_x", "user_y", "user_z", "bias_x", "bias_y", "bias_z", "health",
    "dropped",
  ]

  /// The same where there are several sensors.
  private static let fieldsWithSensor = ["sensor"] + fields

  /// What stands above the first sample; empty for JSON Lines.
  func header(withSensor: Bool) -> String {
    switch self {
    case .table: (withSensor ? TableRow.sensorColumn("sensor") : "") + TableRow.header + "\n"
    case .jsonl: ""
    case .csv: (withSensor ? Self.fieldsWithSensor : Self.fields).joined(separator: ",") + "\n"
    }
  }

  /// An empty row for ``write(_:sensor:to:)``.
  func row(withSensor: Bool) -> SampleRow {
    SampleRow(names: self == .jsonl ? (withSensor ? Self.fieldsWithSensor : Self.fields) : nil)
  }

  /// Makes the row the line of a sample.
  ///
  /// - Parameter sensor: whose it is; nil where there is only one.
  func write(_ sample: MotionSample, sensor: String?, to row: inout SampleRow) {
    row.clear()
    switch self {
    case .table: row.addText((sensor.map { TableRow.sensorColumn($0) } ?? "") + TableRow.line(sample))
    case .jsonl:
      row.addText("{")
      Self.addValues(of: sample, sensor: sensor, to: &row)
      row.addText("}")
    case .csv: Self.addValues(of: sample, sensor: sensor, to: &row)
    }
    row.addText("\n")
  }

  /// The values in the order of ``fields``. Numbers are written so that reading them gives the same bits.
  private static func addValues(of sample: MotionSample, sensor: String?, to row: inout SampleRow) {
    if let sensor { row.addWord(sensor) }
    row.add(sample.sequence)
    row.add(sample.timeNanoseconds)
    row.add(sample.specificForce)
    row.add(sample.rotationRate)
    row.add(sample.temperatureCelsius)
    row.add(sample.orientation.w)
    row.add(sample.orientation.x)
    row.add(sample.orientation.y)
    row.add(sample.orientation.z)
    let angles = sample.angles
    row.add(angles.roll)
    row.add(angles.pitch)
    row.add(angles.yaw)
    row.add(sample.gravity)
    row.add(sample.userAcceleration)
    row.add(sample.bias)
    row.addWord(sample.health.name)
    row.add(sample.lost)
  }
}
