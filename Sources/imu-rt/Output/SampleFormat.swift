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

  /// A sample as one line.
  ///
  /// - Parameter sensor: whose it is; nil where there is only one.
  func line(_ sample: MotionSample, sensor: String?) -> String {
    switch self {
    case .table: (sensor.map { TableRow.sensorColumn($0) } ?? "") + TableRow.line(sample) + "\n"
    case .jsonl: "{" + Self.values(sample, sensor: sensor, named: true) + "}\n"
    case .csv: Self.values(sample, sensor: sensor, named: false) + "\n"
    }
  }

  /// The values in the order of ``fields``, with commas between. Numbers are written so that reading them gives the same bits.
  private static func values(_ sample: MotionSample, sensor: String?, named: Bool) -> String {
    var row = SampleRow(names: named ? (sensor == nil ? fields : fieldsWithSensor) : nil)
    if let sensor { row.addWord(sensor) }
    row.add(sample.sequence)
    row.add(sample.timeNanoseconds)
    row.add(sample.specificForce)
    row.add(sample.rotationRate)
    row.add(sample.temperatureCelsius)
    for part in [sample.orientation.w, sample.orientation.x, sample.orientation.y, sample.orientation.z] {
      row.add(part)
    }
    let angles = sample.angles
    for angle in [angles.roll, angles.pitch, angles.yaw] { row.add(angle) }
    for vector in [sample.gravity, sample.userAcceleration, sample.bias] { row.add(vector) }
    row.addWord(sample.health.name)
    row.add(sample.lost)
    return row.text
  }
}
