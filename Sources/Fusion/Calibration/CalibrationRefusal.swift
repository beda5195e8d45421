/// Why a calibration was refused. The description is one line that says what to do.
public enum CalibrationRefusal: Error, Sendable, Equatable, CustomStringConvertible {
  /// A sensor, for messages.
  public enum Sensor: String, Sendable {
    case gyroscope
    case accelerometer
    case magnetometer
  }

  /// Less data than an honest result needs, in seconds.
  case tooShort(seconds: Double, needed: Double)
  /// More data than are kept, in seconds.
  case tooLong(limit: Double)
  /// Fewer samples than an honest result needs.
  case tooFew(count: Int, needed: Int)
  /// A value is NaN or infinite.
  case notFinite
  /// A time is not later than the one before.
  case timeNotRising
  /// It was moved; the time counts in seconds from the first sample.
  case moved(Sensor, atSeconds: Double)
  /// The noise (root of the variance) is above that of any chip at rest: rad/s or m/s^2.
  case tooNoisy(Sensor, noise: Double, limit: Double)
  /// The mean rate is above any bias, in rad/s.
  case turning(rate: Double, limit: Double)
  /// The mean specific force is no gravity, in m/s^2, so that rest can't be told.
  case noGravity(force: Double)
  /// The poses leave offset or scale undetermined; these would settle it, given as the axis that points up.
  case posesMissing([ChipDirection], condition: Double)
  /// The field was not felt in enough directions; empty when all axes were covered but not evenly.
  case directionsMissing([ChipDirection], condition: Double)
  /// The values lie on no ellipsoid.
  case noEllipsoid(Sensor)
  /// What is left after the fit, as a share of gravity or of the field.
  case residual(Sensor, share: Double, limit: Double)
  /// A result that no working chip has.
  case implausible(Sensor, String)
  /// The temperature has not changed enough to tell a slope, in degrees Celsius.
  case temperatureRange(found: Double, needed: Double)

  public var description: String {
    switch self {
    case .tooShort(let seconds, let needed):
      "\(decimal(seconds, 2)) s of data, but \(decimal(needed, 2)) s are needed"
    case .tooLong(let limit): "more than \(decimal(limit, 0)) s of data; use a part of it"
    case .tooFew(let count, let needed): "\(count) samples, but \(needed) are needed"
    case .notFinite: "a value is not a finite number"
    case .timeNotRising: "a time is not later than the one before"
    case .moved(let sensor, let seconds):
      "moved at \(decimal(seconds, 2)) s, as the \(sensor.rawValue) shows; lay the chip down and leave it alone"
    case .tooNoisy(let sensor, let noise, let limit): noisy(sensor, noise, limit)
    case .turning(let rate, let limit):
      "it turns at \(inDegrees(rate)) deg/s, more than any bias (\(inDegrees(limit))); lay the chip down"
    case .noGravity(let force):
      "the accelerometer shows \(decimal(force, 2)) m/s^2 instead of gravity, so rest can't be told; check the chip"
    case .posesMissing(let poses, let condition):
      "the poses don't determine offset and scale (\(conditionText(condition))); "
        + "missing, by the axis that points up: \(list(poses))"
    case .directionsMissing(let directions, let condition):
      "the directions don't determine the ellipsoid (\(conditionText(condition))); turn the chip "
        + (directions.isEmpty ? "evenly about all axes" : "until the field has pointed along \(list(directions))")
    case .noEllipsoid(let sensor): "the \(sensor.rawValue)'s values lie on no ellipsoid; something disturbed it"
    case .residual(let sensor, let share, let limit):
      "what is left after the \(sensor.rawValue)'s fit is \(decimal(share * 100, 2)) %, above \(decimal(limit * 100, 2)) %; "
        + "something disturbed it"
    case .implausible(let sensor, let what): "the \(sensor.rawValue)'s result is implausible: \(what)"
    case .temperatureRange(let found, let needed):
      "the temperature has changed by \(decimal(found, 1)) degrees so far; a slope needs \(decimal(needed, 1))"
    }
  }

  private func noisy(_ sensor: Sensor, _ noise: Double, _ limit: Double) -> String {
    let values =
      sensor == .gyroscope
      ? "\(inDegrees(noise)) deg/s, at rest below \(inDegrees(limit))"
      : "\(decimal(noise, 3)) m/s^2, at rest below \(decimal(limit, 3))"
    return "the \(sensor.rawValue) shakes by \(values); lay the chip down, away from vibration"
  }

  private func inDegrees(_ rate: Double) -> String { decimal(rate / radiansPerDegree, 2) }

  private func list(_ directions: [ChipDirection]) -> String {
    directions.map(\.rawValue).joined(separator: ", ")
  }

  private func conditionText(_ condition: Double) -> String {
    condition.isFinite ? "condition \(decimal(condition, 0))" : "no unique solution"
  }
}

/// A number for people, with at most so many digits behind the point.
func decimal(_ value: Double, _ digits: Int) -> String {
  var scale = 1.0
  for _ in 0..<digits { scale *= 10 }
  let rounded = (value * scale).rounded() / scale
  guard digits == 0, abs(rounded) < 1e15 else { return "\(rounded)" }
  return "\(Int(rounded))"
}
