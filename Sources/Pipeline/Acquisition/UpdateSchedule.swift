/// Decides which samples fall due at an update rate: a phase accumulator on sample time, so that the mean rate is exact.
///
/// The instants lie on a grid from the first sample on; the sample nearest to an instant is taken, so that jitter of the
/// sample clock around the grid neither doubles nor skips a value.
struct UpdateSchedule: BitwiseCopyable, Sendable {
  private var hertz = 0.0
  private var anchorNanoseconds: UInt64 = 0
  private var instant: UInt64 = 0

  /// From here on every sample is due: no chip is as fast, and the count of instants stays within its 64 bits.
  private static var everySampleHertz: Double { @_noLocks get { 1e6 } }

  @_noLocks init() {}

  /// Whether the sample at `timeNanoseconds` is the one for the next instant.
  ///
  /// - Parameters:
  ///   - hertz: the wanted rate; a change takes effect with this sample. Infinite: every sample is due.
  ///   - samplePeriodNanoseconds: time to the next sample, whose half is how early a sample may be for an instant.
  @_noLocks mutating func isDue(
    timeNanoseconds: UInt64, hertz wanted: Double, samplePeriodNanoseconds: UInt64
  ) -> Bool {
    guard wanted < Self.everySampleHertz else { return true }
    // A clock that stepped back, as that of another bus after a restart may, starts the grid anew.
    if wanted != hertz || timeNanoseconds < anchorNanoseconds {
      hertz = wanted
      anchorNanoseconds = timeNanoseconds
      instant = 1
      return true
    }
    // Never earlier than half an interval: after a gap the time to the sample before is long, and says nothing of the next.
    let early = min(Double(samplePeriodNanoseconds), 1e9 / hertz) / 2
    let elapsed = Double(timeNanoseconds &- anchorNanoseconds) + early
    // The last instant that this sample is near to or past; those skipped by a gap are not made up for.
    let reached = UInt64(elapsed * hertz * 1e-9)
    guard reached >= instant else { return false }
    instant = reached &+ 1
    return true
  }
}
