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

  /// What stands above the first sample; empty for JSON Lines.
  var header: String {
    switch self {
    case .table: TableRow.header + "\n"
    case .jsonl: ""
    case .csv: Self.fields.joined(separator: ",") + "\n"
    }
  }

  /// A sample as one line.
  func line(_ sample: MotionSample) -> String {
    switch self {
    case .table: TableRow.line(sample) + "\n"
    case .jsonl: jsonLine(sample)
    case .csv: Self.values(sample).joined(separator: ",") + "\n"
    }
  }

  private func jsonLine(_ sample: MotionSample) -> String {
    var line = "{"
    var separator = ""
    for (name, value) in zip(Self.fields, Self.values(sample)) {
      line += separator
      separator = ","
      line += name == "health" ? "\"\(name)\":\"\(value)\"" : "\"\(name)\":\(value)"
    }
    return line + "}\n"
  }

  /// The values in the order of ``fields``. Numbers are written so that reading them gives the same bits.
  private static func values(_ sample: MotionSample) -> [String] {
    let angles = sample.angles
    let vectors = { (vector: Vector3) in ["\(vector.x)", "\(vector.y)", "\(vector.z)"] }
    let q = sample.orientation
    return ["\(sample.sequence)", "\(sample.timeNanoseconds)"] + vectors(sample.specificForce)
      + vectors(sample.rotationRate) + ["\(sample.temperatureCelsius)", "\(q.w)", "\(q.x)", "\(q.y)", "\(q.z)"]
      + ["\(angles.roll)", "\(angles.pitch)", "\(angles.yaw)"] + vectors(sample.gravity)
      + vectors(sample.userAcceleration) + vectors(sample.bias) + [sample.health.name, "\(sample.lost)"]
  }
}
