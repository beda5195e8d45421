/// How values reach handlers.
public struct DeliveryPolicy: Sendable, Equatable {
  /// Values that wait while the handler is busy; beyond, the oldest is dropped and counted. Nil keeps all, as the phone does: a slow
  /// handler then lags more and more. At least 1.
  public var capacity: Int? {
    didSet { capacity = capacity.map { max($0, 1) } }
  }
  /// Whether a handler gets one error when its kind of data is not available at the start.
  public var reportsUnavailability: Bool

  /// A bounded delivery that reports.
  public init(capacity: Int? = 64, reportsUnavailability: Bool = true) {
    self.capacity = capacity.map { max($0, 1) }
    self.reportsUnavailability = reportsUnavailability
  }

  /// Keeps every value however slow the handler is.
  public static let unbounded = DeliveryPolicy(capacity: nil)
  /// Only the newest value waits: for displays.
  public static let latestFirst = DeliveryPolicy(capacity: 1)
}
