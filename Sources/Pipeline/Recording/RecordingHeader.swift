import Fusion
import IMUDrivers
import JSON5

/// What a recording says of itself on the line above its columns: which chip, how it was set up, and all that a replay needs to
/// give the same attitudes.
struct RecordingHeader: Sendable, Equatable {
  /// The version of the format that is written and read.
  static let version = 1

  var mounting = Mounting.aligned
  /// The calibration in the text of its file; nil where the session had none.
  var calibration: String?
  /// From where on the filter takes values for cut off; rad/s and m/s^2.
  var gyroscopeLimit: Double
  var accelerometerLimit: Double
  /// What the chip's bias can be without calibration, rad/s at 25 degrees Celsius and for each degree.
  var biasTolerance = OrientationFilter.Parameters().biasTolerance
  var biasPerDegree = OrientationFilter.Parameters().biasPerDegree
  /// Everything else, for people and programs: the fields of a JSON object.
  var description: [String] = []

  /// The text as a JSON object on one line.
  var json: String {
    let axes = mounting.axes.map(CalibrationWriter.quoted).joined(separator: ",")
    let calibration = calibration.map(CalibrationWriter.quoted) ?? "null"
    var fields = ["\"version\":\(Self.version)"]
    fields += description
    fields.append("\"mounting\":[\(axes)]")
    fields.append("\"calibration\":\(calibration)")
    fields.append("\"gyroscope_limit\":\(gyroscopeLimit)")
    fields.append("\"accelerometer_limit\":\(accelerometerLimit)")
    fields.append("\"zero_rate_tolerance\":\(biasTolerance)")
    fields.append("\"zero_rate_per_degree\":\(biasPerDegree)")
    return "{" + fields.joined(separator: ",") + "}"
  }

  init(mounting: Mounting, calibration: Calibration?, parameters: OrientationFilter.Parameters) {
    self.mounting = mounting
    self.calibration = calibration.map { CalibrationFile.text($0) }
    gyroscopeLimit = parameters.gyroscopeLimit
    accelerometerLimit = parameters.accelerometerLimit
    biasTolerance = parameters.biasTolerance
    biasPerDegree = parameters.biasPerDegree
  }

  /// Reads a header.
  ///
  /// - Throws: ``ConfigurationError`` that names file and key.
  init(_ text: String, file: String) throws(ConfigurationError) {
    let value: JSON5Value
    do throws(JSON5Fault) {
      var reader = try JSON5Reader(Array(text.utf8))
      value = try reader.document()
    } catch { throw .syntax(file: file, reason: "the recording's header: \(error.reason)") }
    guard case .object(let object) = value else {
      throw .syntax(file: file, reason: "the recording's header must be one object, { ... }")
    }
    var section = ConfigurationSection(file: file, prefix: "header.", object: object)
    guard try section.integer("version", oneOf: [Self.version]) != nil else { throw section.missing("version") }
    // Other keys are for people, and for versions to come.
    calibration = try section.string("calibration")
    let allowed = "three chip axes that make a right-handed frame, such as [\"+x\", \"+y\", \"+z\"]"
    guard let axes = try section.triple("mounting", allowed: allowed) else { throw section.missing("mounting") }
    guard let mounting = Mounting(x: axes.0, y: axes.1, z: axes.2) else {
      throw section.bad("mounting", "\(axes)", allowed)
    }
    self.mounting = mounting
    guard let gyroscopeLimit = try section.number("gyroscope_limit", in: 0.01...1e4) else {
      throw section.missing("gyroscope_limit")
    }
    guard let accelerometerLimit = try section.number("accelerometer_limit", in: 0.1...1e5) else {
      throw section.missing("accelerometer_limit")
    }
    (self.gyroscopeLimit, self.accelerometerLimit) = (gyroscopeLimit, accelerometerLimit)
    // Older recordings have neither; they count as an MPU-6050's, as they did then.
    if let tolerance = try section.number("zero_rate_tolerance", in: 1e-4...100) { biasTolerance = tolerance }
    if let perDegree = try section.number("zero_rate_per_degree", in: 1e-6...10) { biasPerDegree = perDegree }
  }

  /// What the session did to each sample before the filter saw it.
  ///
  /// - Throws: ``ConfigurationError`` where the calibration in it is damaged.
  func correction(file: String) throws(ConfigurationError) -> InertialCorrection {
    guard let calibration else { return InertialCorrection() }
    return try CalibrationFile.parse(Array(calibration.utf8), file: "\(file), its calibration").correction
  }

  /// The filter's parameters in the session.
  ///
  /// - Parameter isCorrected: whether the rows are corrected by the session's calibration.
  /// - Throws: ``ConfigurationError`` where the calibration in it is damaged.
  func filterParameters(isCorrected: Bool, file: String) throws(ConfigurationError) -> OrientationFilter.Parameters {
    var parameters = OrientationFilter.Parameters()
    parameters.gyroscopeLimit = gyroscopeLimit
    parameters.accelerometerLimit = accelerometerLimit
    parameters.limitBias(tolerance: biasTolerance, perDegree: biasPerDegree)
    if isCorrected { parameters.calibrate(by: try correction(file: file)) }
    return parameters
  }
}
