/// Which clock a simulated board runs on.
public enum SimulationClock: Sendable, Equatable {
  /// Time moves only by transfers, pauses and waits: the same calls give the same bytes and the same times.
  ///
  /// The clock starts at one second, so that no valid time is 0.
  case virtual
  /// CLOCK_MONOTONIC: the chips sample while the program does something else, and waits sleep.
  case realTime
}
