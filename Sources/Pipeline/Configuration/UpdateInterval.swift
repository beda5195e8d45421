/// How often a consumer wants a value.
///
/// The bands are the guidance of the documents this follows: 10-20 Hz to find an orientation, 30-60 Hz for a game or a
/// display, 70-100 Hz for taps and shakes. A control loop may ask for more, by name and never by accident.
public struct UpdateInterval: Sendable, Equatable {
  /// The rate in hertz; infinite for every sample of the chip.
  public let hertz: Double

  private init(unclamped hertz: Double) { self.hertz = hertz }

  /// Any rate from 10 to 100 Hz; what lies outside, or is not a number, is clamped.
  public init(hertz: Double) {
    // Not a number means "as fast as allowed", as do zero and negative intervals on the phone.
    self.init(unclamped: hertz.isNaN ? 100 : min(max(hertz, 10), 100))
  }

  /// Seconds between two values, clamped to 0.01-0.1. Zero, negative and NaN mean the fastest.
  public init(seconds: Double) {
    self.init(hertz: seconds > 0 ? 1 / seconds : 100)
  }

  /// Seconds between two values; 0 for every sample.
  public var seconds: Double { 1 / hertz }

  /// 15 Hz: to find an orientation (10-20 Hz).
  public static let orientation = UpdateInterval(hertz: 15)
  /// 60 Hz: games and displays (30-60 Hz).
  public static let display = UpdateInterval(hertz: 60)
  /// 100 Hz: taps and shakes (70-100 Hz).
  public static let gesture = UpdateInterval(hertz: 100)
  /// Every sample, as fast as the chip runs.
  public static let everySample = UpdateInterval(unclamped: .infinity)

  /// A rate for a control loop: up to the chip's own. Below 10 Hz, or not a number, counts as 10 Hz.
  public static func controlLoop(hertz: Double) -> UpdateInterval {
    UpdateInterval(unclamped: hertz >= 10 ? hertz : 10)
  }

  /// The faster of two.
  public static func faster(_ a: UpdateInterval, _ b: UpdateInterval) -> UpdateInterval { a.hertz >= b.hertz ? a : b }
}
