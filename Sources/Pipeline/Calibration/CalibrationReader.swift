import Fusion

/// Reads a calibration's sections. Each value has a range that no working chip leaves, so that a damaged or foreign file is
/// refused with the key that shows it.
enum CalibrationReader {
  /// Rates in rad/s and their slopes: above what ``GyroscopeCalibration`` accepts, below what would hurt.
  private static let rate = -1.0...1.0
  private static let share = 0.0...1.0
  private static let temperature = -100.0...200.0
  private static let force = -10.0...10.0
  /// Counts that a Double holds exactly.
  private static let count = 0.0...9_007_199_254_740_992

  static func calibration(_ top: inout ConfigurationSection) throws(ConfigurationError) -> Calibration {
    guard var section = try top.section("chip") else { throw top.missing("chip") }
    var calibration = Calibration(chip: try chip(&section))
    if var section = try top.section("gyroscope") {
      let date = try section.required(section.string("date"), "date")
      calibration.gyroscope = .init(try gyroscope(&section), date: date)
    }
    if var section = try top.section("accelerometer") {
      let date = try section.required(section.string("date"), "date")
      calibration.accelerometer = .init(try accelerometer(&section), date: date)
    }
    if var section = try top.section("magnetometer") {
      let date = try section.required(section.string("date"), "date")
      calibration.magnetometer = .init(try magnetometer(&section), date: date)
    }
    return calibration
  }

  private static func chip(_ section: inout ConfigurationSection) throws(ConfigurationError) -> CalibratedChip {
    let part = try section.required(section.string("part"), "part")
    let identity = try section.required(section.integer("whoAmI", in: 0...255), "whoAmI")
    let bus = try section.string("bus")
    let address = try section.integer("address", in: 0...127)
    try section.finish()
    return CalibratedChip(part: part, identity: UInt8(identity), bus: bus, address: address.map { UInt8($0) })
  }

  private static func gyroscope(
    _ section: inout ConfigurationSection
  ) throws(ConfigurationError) -> GyroscopeCalibration {
    let bias = try section.vector("bias", in: rate)
    let uncertainty = try section.vector("uncertainty", in: share)
    let noise = try section.vector("noise", in: share)
    let celsius = try section.required(section.number("temperature", in: temperature), "temperature")
    let seconds = try section.required(section.number("seconds", in: 0...1e9), "seconds")
    guard var inner = try section.section("thermal") else { throw section.missing("thermal") }
    let thermal = try thermal(&inner, of: section)
    try section.finish()
    return GyroscopeCalibration(
      bias: bias, uncertainty: uncertainty, noise: noise, temperatureCelsius: celsius, seconds: seconds,
      thermal: thermal)
  }

  private static func thermal(
    _ section: inout ConfigurationSection, of gyroscope: ConfigurationSection
  ) throws(ConfigurationError) -> ThermalBias {
    let state = ThermalBias.State(
      count: try section.required(section.number("count", in: count), "count"),
      information: try section.vector("information", in: -1e9...1e9), level: try section.vector("level", in: -10...10),
      slope: try section.vector("slope", in: -10...10), residual: try section.vector("residual", in: share),
      lowest: try section.required(section.number("lowest", in: temperature), "lowest"),
      highest: try section.required(section.number("highest", in: temperature), "highest"))
    try section.finish()
    guard let thermal = ThermalBias(state: state) else {
      throw gyroscope.bad("thermal", "inconsistent", "what imu-rt calibrate wrote; the file is damaged")
    }
    return thermal
  }

  private static func accelerometer(
    _ section: inout ConfigurationSection
  ) throws(ConfigurationError) -> AccelerometerCalibration {
    let result = AccelerometerCalibration(
      offset: try section.vector("offset", in: force), scale: try section.vector("scale", in: 0.25...4),
      offsetUncertainty: try section.vector("offsetUncertainty", in: 0...10),
      scaleUncertainty: try section.vector("scaleUncertainty", in: share),
      residual: try section.required(section.number("residual", in: 0...10), "residual"),
      condition: try section.required(section.number("condition", in: 1...1e6), "condition"),
      poseCount: try section.required(section.integer("poses", in: 6...1_000_000_000), "poses"))
    try section.finish()
    return result
  }

  private static func magnetometer(
    _ section: inout ConfigurationSection
  ) throws(ConfigurationError) -> MagnetometerCalibration {
    let offset = try section.vector("offset", in: -1e6...1e6)
    let m = try section.required(section.numbers("matrix", count: 9, in: -10...10), "matrix")
    let result = MagnetometerCalibration(
      offset: offset,
      matrix: Matrix3(Vector3(m[0], m[1], m[2]), Vector3(m[3], m[4], m[5]), Vector3(m[6], m[7], m[8])),
      fieldStrength: try section.required(section.number("fieldStrength", in: 1e-6...1e6), "fieldStrength"),
      residual: try section.required(section.number("residual", in: share), "residual"),
      condition: try section.required(section.number("condition", in: 1...1e6), "condition"),
      sampleCount: try section.required(section.integer("samples", in: 1...1_000_000_000), "samples"))
    try section.finish()
    return result
  }
}

extension ConfigurationSection {
  /// A value that must be there.
  fileprivate func required<Value>(_ value: Value?, _ key: String) throws(ConfigurationError) -> Value {
    guard let value else { throw missing(key) }
    return value
  }

  /// Three numbers that must be there.
  fileprivate mutating func vector(
    _ key: String, in range: ClosedRange<Double>
  ) throws(ConfigurationError) -> Vector3 {
    let numbers = try numbers(key, count: 3, in: range)
    guard let numbers else { throw missing(key) }
    return Vector3(numbers[0], numbers[1], numbers[2])
  }
}
