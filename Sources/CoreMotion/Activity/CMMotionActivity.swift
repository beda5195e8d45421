import Foundation

/// How sure a verdict is.
public enum CMMotionActivityConfidence: Int, Sendable {
  /// Not sure.
  case low
  /// Fairly sure.
  case medium
  /// Sure.
  case high
}

/// What the carrier of the device does. One flag at most is set here; ``unknown`` where nothing fits.
open class CMMotionActivity: CMLogItem, @unchecked Sendable {
  /// How sure it is.
  open var confidence: CMMotionActivityConfidence { values.confidence }
  /// Since when.
  open var startDate: Date { values.startDate }
  /// Nothing below fits.
  open var unknown: Bool { values.kind == .unknown }
  /// The device does not move.
  open var stationary: Bool { values.kind == .stationary }
  /// Its carrier walks.
  open var walking: Bool { values.kind == .walking }
  /// Its carrier runs.
  open var running: Bool { values.kind == .running }
  /// False: a ride can't be told from other motion by this chip alone.
  open var automotive: Bool { false }
  /// False, as ``automotive`` is.
  open var cycling: Bool { false }

  /// The kinds of activity.
  public enum Kind: Int, Sendable {
    /// Nothing else fits.
    case unknown
    /// The device does not move.
    case stationary
    /// Its carrier walks.
    case walking
    /// Its carrier runs.
    case running
  }

  private struct Values {
    var kind = Kind.unknown
    var confidence = CMMotionActivityConfidence.low
    var startDate = Date(timeIntervalSinceReferenceDate: 0)
  }

  private let values: Values

  /// Unknown, which means nothing.
  public override init() {
    values = Values()
    super.init()
  }

  /// The given activity, for tests.
  public convenience init(
    _ kind: Kind, confidence: CMMotionActivityConfidence, startDate: Date, timestamp: TimeInterval
  ) {
    self.init(Values(kind: kind, confidence: confidence, startDate: startDate), seconds: timestamp)
  }

  private init(_ values: Values, seconds: TimeInterval) {
    self.values = values
    super.init(seconds: seconds)
  }

  /// Reads an activity from an archive.
  public required init?(coder: NSCoder) {
    values = Values(
      kind: Kind(rawValue: coder.decodeInteger(forKey: "kind")) ?? .unknown,
      confidence: CMMotionActivityConfidence(rawValue: coder.decodeInteger(forKey: "confidence")) ?? .low,
      startDate: Date(timeIntervalSinceReferenceDate: coder.decodeDouble(forKey: "startDate")))
    super.init(coder: coder)
  }

  open override func encode(with coder: NSCoder) {
    super.encode(with: coder)
    coder.encode(values.kind.rawValue, forKey: "kind")
    coder.encode(values.confidence.rawValue, forKey: "confidence")
    coder.encode(values.startDate.timeIntervalSinceReferenceDate, forKey: "startDate")
  }
}
