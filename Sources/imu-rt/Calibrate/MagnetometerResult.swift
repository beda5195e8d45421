import Fusion
import Pipeline

/// The result of magnetic fields, as it is kept and told.
enum MagnetometerResult {
  static func write(_ samples: [Vector3], to output: inout CalibrationOutput) throws -> [String] {
    let result = try MagnetometerCalibration(samples: samples)
    try output.write { calibration, date in calibration.magnetometer = .init(result, date: date) }
    let rows = [result.matrix.row1, result.matrix.row2, result.matrix.row3].map { inText($0, 4) }
    return [
      "magnetometer hard iron \(inText(result.offset, 3)), soft iron [\(rows.joined(separator: ", "))], field "
        + "\(result.fieldStrength.fixed(2)); residual \((result.residual * 100).fixed(2)) %, "
        + "condition \(result.condition.fixed(1)), \(result.sampleCount) samples"
    ]
  }
}
