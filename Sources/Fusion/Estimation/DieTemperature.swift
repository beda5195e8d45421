/// The temperature of the chip, as far as it is told.
struct DieTemperature: Sendable, BitwiseCopyable {
  private var smoothed = OptionalCelsius(nil)
  /// True once it has changed: a sensor's last digit moves, a default and a dead sensor's word don't, and prove nothing.
  private(set) var isLive = false
  private var latest = 0.0

  /// The time constant that a thermometer's noise is smoothed with, seconds.
  private static var smoothingTime: Double { @_noLocks get { 2 } }

  @_noLocks
  init() {}

  /// The smoothed temperature in degrees Celsius; nil before the first.
  var celsius: Double? { @_noLocks get { smoothed.value } }

  /// Takes a reading in degrees Celsius. One that no working chip has, or NaN, is left out.
  @_noLocks
  mutating func take(_ reading: Double) {
    guard reading > -100, reading < 200 else { return }
    if celsius == nil {
      smoothed.value = reading
    } else if reading != latest {
      isLive = true
    }
    latest = reading
  }

  @_noLocks
  mutating func pass(seconds: Double) {
    guard let celsius else { return }
    smoothed.value = celsius + (latest - celsius) * min(1, seconds / Self.smoothingTime)
  }
}

extension DieTemperature {
  mutating func exchange(_ archive: inout StateArchive) {
    smoothed.exchange(&archive)
    archive.exchange(&isLive)
    archive.exchange(&latest)
  }
}
