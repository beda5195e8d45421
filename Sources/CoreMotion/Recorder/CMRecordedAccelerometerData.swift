import Foundation

/// A sample of the accelerometer that was recorded.
open class CMRecordedAccelerometerData: CMAccelerometerData, @unchecked Sendable {
  /// A number that no other recorded sample of the folder has.
  open var identifier: UInt64 { number }
  /// When it was measured, on the wall clock as it was then.
  open var startDate: Date { date }
  private let number: UInt64
  private let date: Date

  /// Zeros, which mean nothing.
  public override init() {
    number = 0
    date = Date(timeIntervalSinceReferenceDate: 0)
    super.init()
  }

  /// The given values, for tests.
  public convenience init(
    identifier: UInt64, startDate: Date, acceleration: CMAcceleration, timestamp: TimeInterval
  ) {
    self.init(acceleration, number: identifier, date: startDate, seconds: timestamp)
  }

  private init(_ acceleration: CMAcceleration, number: UInt64, date: Date, seconds: TimeInterval) {
    self.number = number
    self.date = date
    super.init(acceleration, seconds: seconds)
  }

  /// Reads a sample from an archive.
  public required init?(coder: NSCoder) {
    number = UInt64(bitPattern: coder.decodeInt64(forKey: "identifier"))
    date = Date(timeIntervalSinceReferenceDate: coder.decodeDouble(forKey: "startDate"))
    super.init(coder: coder)
  }

  open override func encode(with coder: NSCoder) {
    super.encode(with: coder)
    coder.encode(Int64(bitPattern: number), forKey: "identifier")
    coder.encode(date.timeIntervalSinceReferenceDate, forKey: "startDate")
  }
}

/// A rotation rate that was recorded. Nothing here records any; tests may make some.
open class CMRecordedRotationRateData: CMRotationRateData, @unchecked Sendable {
  /// When it was measured.
  open var startDate: Date { date }
  private let date: Date

  /// Zeros, which mean nothing.
  public override init() {
    date = Date(timeIntervalSinceReferenceDate: 0)
    super.init()
  }

  /// The given values, for tests.
  public convenience init(startDate: Date, rotationRate: CMRotationRate, timestamp: TimeInterval) {
    self.init(rotationRate, date: startDate, seconds: timestamp)
  }

  private init(_ rotationRate: CMRotationRate, date: Date, seconds: TimeInterval) {
    self.date = date
    super.init(rotationRate, seconds: seconds)
  }

  /// Reads a rate from an archive.
  public required init?(coder: NSCoder) {
    date = Date(timeIntervalSinceReferenceDate: coder.decodeDouble(forKey: "startDate"))
    super.init(coder: coder)
  }

  open override func encode(with coder: NSCoder) {
    super.encode(with: coder)
    coder.encode(date.timeIntervalSinceReferenceDate, forKey: "startDate")
  }
}
