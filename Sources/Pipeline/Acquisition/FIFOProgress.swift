import IMUDrivers

/// What the acquisition knows of the chip's FIFO. Samples are numbered on the chip's own grid, lost ones included.
struct FIFOProgress: BitwiseCopyable, Sendable {
  /// When which sample is due.
  var grid: SampleGrid
  /// Number of the oldest frame in the FIFO.
  var nextIndex: UInt64 = 1
  /// Number of the frame that was handed on last.
  var lastIndex: UInt64 = 0
  /// Whether ``nextIndex`` follows from counting; else only the time of the next batch tells how many frames are gone.
  var isIndexKnown = false
  /// Frames that a burst which failed may have taken.
  var doubtfulFrames = 0
  /// Whether the chip began to sample anew, so that the grid's instants are shifted.
  var isPhaseNew = true

  /// Whether the FIFO runs. It is reset before the first batch, and after each restart of the chip.
  var isOpen = false
  /// Frames of a batch.
  var batch = 1
  /// Frames known to be left after the last burst.
  var left = 0
  var framesToDiscard = 0
  /// Whether the flag was seen while a latched line was released.
  var hasOverflowed = false
  /// End of the last burst.
  var drainedNanoseconds: UInt64 = 0
  /// When an edge came last.
  var calledNanoseconds: UInt64 = 0
  /// No transfer before this time, after one that failed.
  var retryNanoseconds: UInt64 = 0
  /// Resets without a good batch since.
  var resetsInRow = 0
  /// Batches in a row whose edge didn't fit the grid, and whose edge showed frames missing.
  var misfitsInRow = 0
  var shortfallsInRow = 0
  /// Whether frames were found missing by time alone since the last edge that fits: a grid that finds more is rather wrong itself.
  var hasMissedByTime = false
  /// Whether edges have just stayed away, and the chip may have stopped with them.
  var mayHaveStopped = false
  /// Whether the next poll comes late in the period or early.
  var pollsLate = false

  var temperature: Int16 = 0
  var temperatureNanoseconds: UInt64 = 0

  @_noLocks init(nominalNanoseconds: UInt64) { grid = SampleGrid(nominalNanoseconds: nominalNanoseconds) }
}

/// One look at the FIFO: how many frames, between which times, and the edge that called.
struct FIFOLook: BitwiseCopyable, Sendable {
  var frames: Int
  /// Before and after the look.
  var asked: UInt64
  var looked: UInt64
  /// The newest edge; its status is 0 where none called.
  var edge: EdgeWait

  @_noLocks init(frames: Int, asked: UInt64, looked: UInt64, edge: EdgeWait) {
    self.frames = frames
    self.asked = asked
    self.looked = looked
    self.edge = edge
  }
}
