import Foundation

/// What a handler of relative altitude is given.
public typealias CMAltitudeHandler = (CMAltitudeData?, (any Error)?) -> Void
/// What a handler of absolute altitude is given.
public typealias CMAbsoluteAltitudeHandler = (CMAbsoluteAltitudeData?, (any Error)?) -> Void

/// Altitude. It needs a barometer, and none is driven: not available, and it says so.
open class CMAltimeter: NSObject, @unchecked Sendable {
  // Ownership: immutable.

  private let relative = Refusal()
  private let absolute = Refusal()

  /// An altimeter.
  public override init() { super.init() }

  /// False.
  open class func isRelativeAltitudeAvailable() -> Bool { false }
  /// False.
  open class func isAbsoluteAltitudeAvailable() -> Bool { false }
  /// Nobody was asked: there is no barometer.
  open class func authorizationStatus() -> CMAuthorizationStatus { .restricted }

  /// Gives the handler one error, ``CMErrorNotAvailable``.
  open func startRelativeAltitudeUpdates(to queue: OperationQueue, withHandler handler: @escaping CMAltitudeHandler) {
    // Ownership: the handler is the caller's and not Sendable, as on the phone; this is its only call.
    nonisolated(unsafe) let handle = handler
    relative.tell(.noBarometer, executor: { work in queue.addOperation(work) }) { handle(nil, $0.asNSError) }
  }

  /// Gives the handler one error, ``CMErrorNotAvailable``.
  open func startAbsoluteAltitudeUpdates(
    to queue: OperationQueue, withHandler handler: @escaping CMAbsoluteAltitudeHandler
  ) {
    // Ownership: as above.
    nonisolated(unsafe) let handle = handler
    absolute.tell(.noBarometer, executor: { work in queue.addOperation(work) }) { handle(nil, $0.asNSError) }
  }

  /// Ends it: an error that was not told yet is told no more.
  open func stopRelativeAltitudeUpdates() { relative.withdraw() }
  /// Ends it: an error that was not told yet is told no more.
  open func stopAbsoluteAltitudeUpdates() { absolute.withdraw() }
}

/// A change of altitude. None ever comes; tests may make some.
open class CMAltitudeData: CMLogItem, @unchecked Sendable {
  /// Metres above the start.
  open var relativeAltitude: NSNumber { NSNumber(value: altitude) }
  /// Kilopascals.
  open var pressure: NSNumber { NSNumber(value: kilopascals) }
  private let altitude: Double
  private let kilopascals: Double

  /// Zeros, which mean nothing.
  public override init() {
    altitude = 0
    kilopascals = 0
    super.init()
  }

  /// The given values, for tests: metres, kilopascals, seconds.
  public convenience init(relativeAltitude: Double, pressure: Double, timestamp: TimeInterval) {
    self.init(altitude: relativeAltitude, kilopascals: pressure, seconds: timestamp)
  }

  private init(altitude: Double, kilopascals: Double, seconds: TimeInterval) {
    self.altitude = altitude
    self.kilopascals = kilopascals
    super.init(seconds: seconds)
  }

  /// Reads a change from an archive.
  public required init?(coder: NSCoder) {
    altitude = coder.decodeDouble(forKey: "relativeAltitude")
    kilopascals = coder.decodeDouble(forKey: "pressure")
    super.init(coder: coder)
  }

  open override func encode(with coder: NSCoder) {
    super.encode(with: coder)
    coder.encode(altitude, forKey: "relativeAltitude")
    coder.encode(kilopascals, forKey: "pressure")
  }
}

/// An altitude. None ever comes; tests may make some.
open class CMAbsoluteAltitudeData: CMLogItem, @unchecked Sendable {
  /// Metres above the sea.
  open var altitude: Double { values[0] }
  /// How good it is, in metres.
  open var accuracy: Double { values[1] }
  /// How fine it is, in metres.
  open var precision: Double { values[2] }
  private let values: [Double]

  /// Zeros, which mean nothing.
  public override init() {
    values = [0, 0, 0]
    super.init()
  }

  /// The given values, for tests: metres and seconds.
  public convenience init(altitude: Double, accuracy: Double, precision: Double, timestamp: TimeInterval) {
    self.init([altitude, accuracy, precision], seconds: timestamp)
  }

  private init(_ values: [Double], seconds: TimeInterval) {
    self.values = values
    super.init(seconds: seconds)
  }

  /// Reads an altitude from an archive.
  public required init?(coder: NSCoder) {
    values = coder.decodeDoubles(3, forKey: "altitude")
    super.init(coder: coder)
  }

  open override func encode(with coder: NSCoder) {
    super.encode(with: coder)
    coder.encode(values, forKey: "altitude")
  }
}
