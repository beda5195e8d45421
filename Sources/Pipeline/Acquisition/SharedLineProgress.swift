/// What an acquisition knows of a line that other chips pull, too.
struct SharedLineProgress: BitwiseCopyable, Sendable {
  /// Time of the newest edge, whoever made it; 0 before the first.
  var edgeNanoseconds: UInt64 = 0
  /// When an edge was heard last, or listening began.
  var heardNanoseconds: UInt64
  /// Until then no edge is missed: the other chips may not have been set up yet, and a chip that was not holds the line.
  let settledNanoseconds: UInt64
  /// When the chip was last asked for its status.
  var lookedNanoseconds: UInt64 = 0
  /// No edge is looked into before this time, after a transfer that failed.
  var retryNanoseconds: UInt64 = 0
  /// Whether the last sample came when the ones before it foretold, with its edge: then earlier edges are not the chip's.
  var isInStep = false
  /// Edges that were the chip's own, up to the number that makes the period known.
  var ownEdges = 0
  /// Samples in a row whose edge was taken for another chip's.
  var foretoldInRow = 0
  /// Samples in a row that were ready while the line was idle, and while it was active.
  var idleInRow = 0
  var activeInRow = 0
  /// Whether the chip's pin doesn't move the line.
  var isPinDead = false

  /// How long the other chips of a line may take to start: two seconds of power-up, and their setting up.
  private static var startNanoseconds: UInt64 { @_noLocks get { 3_000_000_000 } }

  @_noLocks init(startNanoseconds now: UInt64) {
    heardNanoseconds = now
    settledNanoseconds = now &+ Self.startNanoseconds
  }

  /// The chip was set up anew, and its samples come at other times.
  @_noLocks mutating func restart(nowNanoseconds now: UInt64) {
    heardNanoseconds = now
    isInStep = false
    idleInRow = 0
    activeInRow = 0
    isPinDead = false
  }

  /// Takes note of a sample that was ready, and whether the line showed it.
  ///
  /// Its chip holds the line while a sample waits, so an idle line says that the pin doesn't reach it. An active one may be
  /// another chip's doing, and many are asked for.
  @_noLocks mutating func note(isActive: Bool) {
    idleInRow = isActive ? 0 : idleInRow &+ 1
    activeInRow = isActive ? activeInRow &+ 1 : 0
    if idleInRow >= 3 { isPinDead = true }
    if activeInRow >= 20 { isPinDead = false }
  }
}
