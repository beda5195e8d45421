import Fusion
import IMUDrivers

/// Puts a calibration into text. Swift prints a Double with the fewest digits that give the same bits when read.
enum CalibrationWriter {
  /// Everything between version and checksum.
  static func body(_ calibration: Calibration) -> String {
    var lines = ["chip: {\(chip(calibration.chip))},"]
    if let entry = calibration.gyroscope { lines += section("gyroscope", entry.date, gyroscope(entry.result)) }
    if let entry = calibration.accelerometer {
      lines += section("accelerometer", entry.date, accelerometer(entry.result))
    }
    if let entry = calibration.magnetometer {
      lines += section("magnetometer", entry.date, magnetometer(entry.result))
    }
    return lines.map { "  \($0)\n" }.joined()
  }

  private static func chip(_ chip: CalibratedChip) -> String {
    var fields = ["part: \(quoted(chip.part))", "whoAmI: \(hex(chip.identity))"]
    if let bus = chip.bus { fields.append("bus: \(quoted(bus))") }
    if let address = chip.address { fields.append("address: \(hex(address))") }
    return fields.joined(separator: ", ")
  }

  private static func section(_ name: String, _ date: String, _ fields: [String]) -> [String] {
    ["\(name): {", "  date: \(quoted(date)),"] + fields.map { "  \($0)," } + ["},"]
  }

  private static func gyroscope(_ result: GyroscopeCalibration) -> [String] {
    let state = result.thermal.state
    return [
      "bias: \(list(result.bias))", "uncertainty: \(list(result.uncertainty))", "noise: \(list(result.noise))",
      "temperature: \(result.temperatureCelsius)", "seconds: \(result.seconds)",
      "thermal: {count: \(state.count), lowest: \(state.lowest), highest: \(state.highest), "
        + "information: \(list(state.information)), level: \(list(state.level)), slope: \(list(state.slope)), "
        + "residual: \(list(state.residual))}",
    ]
  }

  private static func accelerometer(_ result: AccelerometerCalibration) -> [String] {
    [
      "offset: \(list(result.offset))", "scale: \(list(result.scale))",
      "offsetUncertainty: \(list(result.offsetUncertainty))", "scaleUncertainty: \(list(result.scaleUncertainty))",
      "residual: \(result.residual)", "condition: \(result.condition)", "poses: \(result.poseCount)",
    ]
  }

  private static func magnetometer(_ result: MagnetometerCalibration) -> [String] {
    let rows = [result.matrix.row1, result.matrix.row2, result.matrix.row3]
    return [
      "offset: \(list(result.offset))",
      "matrix: [" + rows.map { "\($0.x), \($0.y), \($0.z)" }.joined(separator: ", ") + "]",
      "fieldStrength: \(result.fieldStrength)", "residual: \(result.residual)", "condition: \(result.condition)",
      "samples: \(result.sampleCount)",
    ]
  }

  private static func list(_ vector: Vector3) -> String { "[\(vector.x), \(vector.y), \(vector.z)]" }

  /// A text in quotes, whatever is in it; JSON and JSON5 read it alike.
  static func quoted(_ text: String) -> String {
    var quoted = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": quoted += "\\" + String(scalar)
      case _ where scalar.value < 0x20 || scalar.value == 0x7F:
        let digits = String(scalar.value, radix: 16)
        quoted += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    return quoted + "\""
  }
}
