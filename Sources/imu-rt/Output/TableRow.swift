import Pipeline

/// A sample as a person reads it: angles in degrees, a level for each tilt, the rest in short.
enum TableRow {
  static let header =
    "    time      roll     pitch       yaw   -90  pitch  +90   -180  yaw  +180   |user|    temp  health"

  /// What stands in front of a row where there are several sensors.
  static func sensorColumn(_ name: String) -> String { name.padded(to: SensorName.longest + 1) }

  static func line(_ sample: MotionSample) -> String {
    let angles = sample.angles
    let degrees = 180 / Double.pi
    let user = sample.userAcceleration
    let motion = (user.x * user.x + user.y * user.y + user.z * user.z).squareRoot()
    var line = (Double(sample.timeNanoseconds % 10_000_000_000_000) * 1e-9).fixed(2, width: 8)
    for angle in [angles.roll, angles.pitch, angles.yaw] { line += (angle * degrees).fixed(2, width: 10) }
    line += "   " + level(angles.pitch / (.pi / 2)) + "   " + level(angles.yaw / .pi)
    line += motion.fixed(2, width: 9) + sample.temperatureCelsius.fixed(1, width: 8)
    line += "  " + sample.health.name
    if sample.lost > 0 { line += ", \(sample.lost) lost" }
    return line
  }

  /// A mark on a scale from -1 to 1.
  private static func level(_ value: Double) -> String {
    let width = 15
    let middle = width / 2
    let place = min(max(Int((value * Double(middle)).rounded()) + middle, 0), width - 1)
    var scale = [Character](repeating: "·", count: width)
    scale[middle] = "|"
    scale[place] = "█"
    return String(scale)
  }
}
