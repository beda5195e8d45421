/// The units of a recording's columns, where they are not SI: what was said of them, and how a number becomes SI.
///
/// In text, as `imu-rt replay --units` takes it: `accelerometer=g,gyro=deg/s,time=ms`.
public struct RecordingUnits: Sendable, Equatable {
  /// What a recording's columns measure. In text a name may be cut short.
  public enum Quantity: String, CaseIterable, Sendable {
    case accelerometer
    case gyroscope
    case time
    case magnetometer
  }

  /// What makes a number SI (microtesla for the magnetometer): times the factor, by the divisor. Powers of ten are divisors, since they
  /// are exact so.
  struct Scale: Sendable, Equatable {
    var factor = 1.0
    var divisor = 1.0

    @inline(__always)
    func applied(to value: Double) -> Double { value * factor / divisor }
  }

  /// What is wrong with a text that should name units; the description is one line that says what is allowed.
  public struct Fault: Error, Sendable, Equatable, CustomStringConvertible {
    public let description: String
  }

  private var scales: [Quantity: Scale] = [:]

  /// Nothing said: SI, which is looked at for signs that it is not.
  public init() {}

  /// Reads units from text.
  ///
  /// - Throws: where a name or a unit is unknown, or one is named twice.
  public init(_ text: String) throws(Fault) {
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      let words = part.split(separator: "=", omittingEmptySubsequences: false)
      let names = Quantity.allCases.map(\.rawValue).joined(separator: ", ")
      guard words.count == 2, !words[0].isEmpty,
        let quantity = Quantity.allCases.first(where: { $0.rawValue.hasPrefix(words[0]) })
      else { throw Fault(description: "'\(part)' is no unit; allowed: QUANTITY=UNIT with commas between, of \(names)") }
      guard scales[quantity] == nil else { throw Fault(description: "\(quantity.rawValue) is named twice") }
      guard let scale = Self.scale(String(words[1]), of: quantity) else {
        throw Fault(description: "no unit '\(words[1])' of \(quantity.rawValue); allowed: \(quantity.allowed)")
      }
      scales[quantity] = scale
    }
  }

  /// Whether nothing was said.
  public var isEmpty: Bool { scales.isEmpty }

  /// Whether the unit was said, so that there is nothing to doubt.
  func isNamed(_ quantity: Quantity) -> Bool { scales[quantity] != nil }

  /// What makes a quantity SI: as was said, or else as given here.
  func scale(_ quantity: Quantity, else usual: Scale = Scale()) -> Scale { scales[quantity] ?? usual }

  /// The scale of a unit, which may be counted and have its sign turned; nil for what is none.
  static func scale(_ text: String, of quantity: Quantity) -> Scale? {
    // Time runs one way; everything else may be counted the other way round.
    let isTurned = quantity != .time && text.hasPrefix("-")
    let name = isTurned ? String(text.dropFirst()) : text
    var scale = scale(named: name, of: quantity)
    if name.hasPrefix(countsOf), let count = Double(name.dropFirst(countsOf.count)), count > 0, count.isFinite {
      scale = Self.scale(named: quantity.countedUnit, of: quantity)
      scale?.divisor *= count
    }
    if isTurned { scale?.factor.negate() }
    return scale
  }

  private static let countsOf = "counts/"

  private static func scale(named name: String, of quantity: Quantity) -> Scale? {
    switch (quantity, name) {
    case (.accelerometer, "m/s2"), (.accelerometer, "m/s^2"), (.gyroscope, "rad/s"), (.time, "s"),
      (.magnetometer, "uT"):
      Scale()
    case (.accelerometer, "g"): Scale(factor: Motion.standardGravity)
    case (.accelerometer, "mg"): Scale(factor: Motion.standardGravity, divisor: 1000)
    case (.gyroscope, "deg/s"), (.gyroscope, "dps"): Scale(factor: .pi, divisor: 180)
    case (.gyroscope, "mdeg/s"), (.gyroscope, "mdps"): Scale(factor: .pi, divisor: 180_000)
    case (.time, "ms"), (.magnetometer, "nT"): Scale(divisor: 1000)
    case (.time, "us"): Scale(divisor: 1e6)
    case (.time, "ns"): Scale(divisor: 1e9)
    case (.magnetometer, "mG"): Scale(divisor: 10)
    case (.magnetometer, "G"): Scale(factor: 100)
    default: nil
    }
  }
}

extension RecordingUnits.Quantity {
  /// The unit that counts are counted in: `counts/131` are 131 of them.
  fileprivate var countedUnit: String {
    switch self {
    case .accelerometer: "g"
    case .gyroscope: "deg/s"
    case .time: "s"
    case .magnetometer: "uT"
    }
  }

  fileprivate var allowed: String {
    let counts = "counts/N (N of them to 1 \(countedUnit))"
    return switch self {
    case .accelerometer: "m/s2, g, mg, \(counts); with - in front for the other sign"
    case .gyroscope: "rad/s, deg/s, mdeg/s, \(counts); with - in front for the other sign"
    case .time: "s, ms, us, ns, \(counts)"
    case .magnetometer: "uT, nT, mG, G, \(counts); with - in front for the other sign"
    }
  }
}
