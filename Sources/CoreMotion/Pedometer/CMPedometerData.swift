import Foundation

/// Steps within a time.
open class CMPedometerData: NSObject, NSCopying, NSSecureCoding, @unchecked Sendable {
  // Ownership: immutable.

  /// When the counting began.
  open var startDate: Date { values.startDate }
  /// Until when it counts.
  open var endDate: Date { values.endDate }
  /// How many steps.
  open var numberOfSteps: NSNumber { NSNumber(value: values.steps) }
  /// Metres walked. Nil: the length of a step follows from who walks, which a chip can't know.
  open var distance: NSNumber? { nil }
  /// Floors climbed. Nil: they need a barometer.
  open var floorsAscended: NSNumber? { nil }
  /// Floors gone down. Nil: they need a barometer.
  open var floorsDescended: NSNumber? { nil }
  /// Seconds a metre. Nil, as ``distance`` is.
  open var currentPace: NSNumber? { nil }
  /// Steps a second at the moment; nil when there are none.
  open var currentCadence: NSNumber? { values.cadence.map { NSNumber(value: $0) } }
  /// Seconds a metre since the start. Nil, as ``distance`` is.
  open var averageActivePace: NSNumber? { nil }

  private struct Values {
    var startDate = Date(timeIntervalSinceReferenceDate: 0)
    var endDate = Date(timeIntervalSinceReferenceDate: 0)
    var steps = 0
    var cadence: Double?
  }

  private let values: Values

  /// No steps, which means nothing.
  public override init() {
    values = Values()
    super.init()
  }

  /// The given values, for tests. The cadence is in steps a second.
  public convenience init(startDate: Date, endDate: Date, numberOfSteps: Int, cadence: Double?) {
    self.init(Values(startDate: startDate, endDate: endDate, steps: numberOfSteps, cadence: cadence))
  }

  // What makes data of values is a convenience: see CMLogItem.
  private init(_ values: Values) {
    self.values = values
    super.init()
  }

  /// Reads data from an archive.
  public required init?(coder: NSCoder) {
    let cadence = coder.decodeDouble(forKey: "cadence")
    values = Values(
      startDate: Date(timeIntervalSinceReferenceDate: coder.decodeDouble(forKey: "startDate")),
      endDate: Date(timeIntervalSinceReferenceDate: coder.decodeDouble(forKey: "endDate")),
      steps: coder.decodeInteger(forKey: "steps"), cadence: cadence > 0 ? cadence : nil)
    super.init()
  }

  /// Archives are secure: no class is made by a name from the archive.
  public static var supportsSecureCoding: Bool { true }

  /// Writes the data to an archive. Archives are for this module: another system's are not read.
  open func encode(with coder: NSCoder) {
    coder.encode(values.startDate.timeIntervalSinceReferenceDate, forKey: "startDate")
    coder.encode(values.endDate.timeIntervalSinceReferenceDate, forKey: "endDate")
    coder.encode(values.steps, forKey: "steps")
    // Named, since Swift 6.0 takes the expression for an object.
    let cadence: Double = values.cadence ?? 0
    coder.encode(cadence, forKey: "cadence")
  }

  /// The data itself, since it never changes.
  open func copy(with zone: NSZone? = nil) -> Any { self }
}

/// What a walker did.
public enum CMPedometerEventType: Int, Sendable {
  /// Stopped walking.
  case pause
  /// Walks again.
  case resume
}

/// That a walker paused or resumed.
open class CMPedometerEvent: NSObject, NSCopying, NSSecureCoding, @unchecked Sendable {
  // Ownership: immutable.

  /// When.
  open var date: Date { eventDate }
  /// What.
  open var type: CMPedometerEventType { eventType }
  private let eventDate: Date
  private let eventType: CMPedometerEventType

  /// A pause at the reference date, which means nothing.
  public override init() {
    eventDate = Date(timeIntervalSinceReferenceDate: 0)
    eventType = .pause
    super.init()
  }

  /// The given event, for tests.
  public convenience init(date: Date, type: CMPedometerEventType) { self.init(type, on: date) }

  // As above.
  private init(_ type: CMPedometerEventType, on date: Date) {
    eventDate = date
    eventType = type
    super.init()
  }

  /// Reads an event from an archive; nil where its type is none.
  public required init?(coder: NSCoder) {
    guard let type = CMPedometerEventType(rawValue: coder.decodeInteger(forKey: "type")) else { return nil }
    eventDate = Date(timeIntervalSinceReferenceDate: coder.decodeDouble(forKey: "date"))
    eventType = type
    super.init()
  }

  /// Archives are secure: no class is made by a name from the archive.
  public static var supportsSecureCoding: Bool { true }

  /// Writes the event to an archive. Archives are for this module: another system's are not read.
  open func encode(with coder: NSCoder) {
    coder.encode(eventDate.timeIntervalSinceReferenceDate, forKey: "date")
    coder.encode(eventType.rawValue, forKey: "type")
  }

  /// The event itself, since it never changes.
  open func copy(with zone: NSZone? = nil) -> Any { self }
}
