/// Finds temperatures that no working chip can have, and gives the last good one in their place.
///
/// Both families work from -40 to 85 degrees Celsius (product specification 3.4 section 6.3, DocID026899 table 5); twenty more on
/// each side leave room for the offset of a cheap part.
struct TemperatureWatch: BitwiseCopyable, Sendable {
  private static var lowest: Double { @_noLocks get { -60 } }
  private static var highest: Double { @_noLocks get { 105 } }
  /// Time without one after which the next is told again.
  private static var quietNanoseconds: UInt64 { @_noLocks get { 1_000_000_000 } }

  /// The last good temperature, in degrees Celsius; 25, at which both chips are specified, before the first.
  private(set) var celsius = 25.0
  private var lastNanoseconds: UInt64 = 0

  /// What a temperature is.
  enum Verdict: BitwiseCopyable, Sendable {
    case possible
    /// Impossible; and whether that is to be told.
    case impossible(isTold: Bool)
  }

  @_noLocks init() {}

  @_noLocks mutating func take(_ value: Double, timeNanoseconds time: UInt64) -> Verdict {
    if value >= Self.lowest, value <= Self.highest {
      celsius = value
      return .possible
    }
    let isTold = lastNanoseconds == 0 || time &- lastNanoseconds > Self.quietNanoseconds
    lastNanoseconds = time
    return .impossible(isTold: isTold)
  }
}
