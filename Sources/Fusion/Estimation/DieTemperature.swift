/// The temperature of the chip, as far as it is told.
struct DieTemperature: Sendable, BitwiseCopyable {
  private var isKnown = false
  private var smoothed = 0.0
  /// True once it has changed: a sensor's last digit moves, a default and a dead sensor's word don't, and prove nothing.
  private(set) var isLive = false
  private var latest = 0.0

  /// The time constant that a thermometer's noise is smoothed with, seconds.
  private static var smoothingTime: Double { @_noLocks get { 2 } }

  @_noLocks
  init() {}

  /// The smoothed temperature in degrees Celsius; nil before the first. Stored apart: Swift 6.0.3 fails to compile a read of a stored
  /// optional here.
  var celsius: Double? { @_noLocks get { isKnown ? smoothed : nil } }

  /// Takes a reading in degrees Celsius. One that no working chip has, or NaN, is left out.
  @_noLocks
  mutating func take(_ reading: Double) {
    guard reading > -100, reading < 200 else { return }
    if !isKnown {
      isKnown = true
      smoothed = reading
    } else if reading != latest {
      isLive = true
    }
    latest = reading
  }

  @_noLocks
  mutating func pass(seconds: Double) {
    guard isKnown else { return }
    smoothed += (latest - smoothed) * min(1, seconds / Self.smoothingTime)
  }
}

extension DieTemperature {
  mutating func exchange(_ archive: inout StateArchive) {
    archive.exchange(&isKnown)
    archive.exchange(&smoothed)
    archive.exchange(&isLive)
    archive.exchange(&latest)
  }
}
