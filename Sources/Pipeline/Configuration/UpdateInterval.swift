/// How often a consumer wants a value.
///
/// The bands are the guidance of the documents this follows: 10-20 Hz to find an orientation, 30-60 Hz for a game or a
/// display, 70-100 Hz for taps and shakes. Slower, down to a value in many hours, is what loggers ask for. A control loop may ask
/// for more, by name and never by accident.
///
/// The first value comes with the first sample, each further one a whole interval after it, at an exact mean rate.
public struct UpdateInterval: Sendable, Equatable {
  /// The rate in hertz: infinite for every sample, 0 for the first value alone.
  public let hertz: Double
  /// Seconds between two values, as they were asked for: 0 for every sample, infinite for the first value alone.
  public let seconds: Double

  /// The fastest rate that is given without being asked for by name.
  private static let fastestHertz = 100.0
  /// Values are published at least this often, whatever is asked for: the ring between the threads holds less than a second at the
  /// fastest chip's rate, and pull has to find soon that a chip has gone silent.
  private static let leastPublicationHertz = 10.0

  private init(hertz: Double, seconds: Double) {
    self.hertz = hertz
    self.seconds = seconds
  }

  /// Any rate up to 100 Hz, to which a faster one is clamped. What is not above 0 means the fastest, as zero and negative intervals do
  /// on the phone, and so does what is not a number.
  public init(hertz: Double) {
    let hertz = hertz > 0 ? min(hertz, Self.fastestHertz) : Self.fastestHertz
    self.init(hertz: hertz, seconds: 1 / hertz)
  }

  /// Seconds between two values, 0.01 or more; less is clamped to 0.01. What is not above 0 and what is not a number mean the fastest;
  /// an infinite interval brings the first value alone.
  public init(seconds: Double) {
    let seconds = seconds > 0 ? max(seconds, 1 / Self.fastestHertz) : 1 / Self.fastestHertz
    self.init(hertz: 1 / seconds, seconds: seconds)
  }

  /// 15 Hz: to find an orientation (10-20 Hz).
  public static let orientation = UpdateInterval(hertz: 15)
  /// 60 Hz: games and displays (30-60 Hz).
  public static let display = UpdateInterval(hertz: 60)
  /// 100 Hz: taps and shakes (70-100 Hz).
  public static let gesture = UpdateInterval(hertz: 100)
  /// Every sample, as fast as the chip runs.
  public static let everySample = UpdateInterval(hertz: .infinity, seconds: 0)

  /// A rate for a control loop: up to the chip's own. What is not above 0, or not a number, counts as 100 Hz.
  public static func controlLoop(hertz: Double) -> UpdateInterval {
    let hertz = hertz > 0 ? hertz : fastestHertz
    return UpdateInterval(hertz: hertz, seconds: 1 / hertz)
  }

  /// The faster of two.
  public static func faster(_ a: UpdateInterval, _ b: UpdateInterval) -> UpdateInterval { a.hertz >= b.hertz ? a : b }

  /// How often values are published for this interval: as often as it says, or at a whole multiple that is not below 10 Hz, so that a
  /// value is there for each of its instants.
  var publicationHertz: Double {
    guard hertz < Self.leastPublicationHertz else { return hertz }
    let multiple = (Self.leastPublicationHertz / hertz).rounded(.up)
    return multiple.isFinite ? multiple * hertz : Self.leastPublicationHertz
  }
}
