import IMUDrivers

// FIFO mode on a line that the pins of several chips pull: for chips that call once a batch. One that calls for each sample would
// hold the line while its batch gathers.

extension Acquisition {
  /// Limits of FIFO mode on a shared line, in periods.
  enum SharedFIFOLimit {
    /// How long after its last sample a batch is fetched although no edge has come.
    static var late: Double { @_noLocks get { 0.25 } }
    /// How long before that sample an edge is looked into.
    static var early: Double { @_noLocks get { 0.5 } }
    /// By how much an edge may miss the foretold time and still be the chip's own.
    static var own: Double { @_noLocks get { 1.0 / 32 } }
    /// Batches in a row whose edge is taken for another's; beyond, the edge is believed.
    static var foretoldInRow: Int { @_noLocks get { 100 } }
  }

  /// Waits for an edge or until the next batch is overdue, and looks at the FIFO.
  @_noLocks mutating func sharedFIFOStep() -> Outcome {
    let complete = batchTime
    let due = max(complete &+ UInt64(SharedFIFOLimit.late * period.nanoseconds), nextPollNanoseconds)
    let edge = onBusClock(line.wait(untilNanoseconds: mayHoldSample ? 0 : due))
    if edge.status < 0 {
      emit(.lineFailed(code: 0 &- edge.status))
      return startFIFOPolling()
    }
    if edge.status > 0 {
      hear(edge)
      let early = UInt64(SharedFIFOLimit.early * period.nanoseconds)
      if fifo.isIndexKnown, edge.lastNanoseconds &+ early < complete { return .quiet }
      mayHoldSample = false
      return takeBatch(edge)
    }
    if !mayHoldSample, isSilent(periods: UInt64(fifo.batch) &+ Limit.periodsWithoutEdge) { return startFIFOPolling() }
    mayHoldSample = false
    return takeBatch(.deadline)
  }

  /// When the last sample of the next batch is due.
  private var batchTime: UInt64 {
    @_noLocks get {
      if fifo.isIndexKnown { return fifo.grid.instant(of: fifo.nextIndex &+ UInt64(fifo.batch) &- 1) }
      return max(lastSignNanoseconds, fifo.drainedNanoseconds) &+ UInt64(fifo.batch) &* UInt64(period.nanoseconds)
    }
  }

  /// The edge of a batch that has just become complete, or none where it was rather another chip's, after which the batch's own
  /// was hidden. As long as the grid is being learnt an edge is believed if nothing has come behind the batch.
  @_noLocks mutating func ownEdge(_ edge: EdgeWait, frames: Int) -> EdgeWait {
    guard fifo.isIndexKnown, fifo.grid.isSettled else { return frames == fifo.batch ? edge : .deadline }
    let last = fifo.nextIndex &+ UInt64(fifo.batch) &- 1
    let periods = fifo.grid.lateness(of: edge.lastNanoseconds, after: last) / fifo.grid.periodNanoseconds
    if abs(periods) <= SharedFIFOLimit.own || sharedLine.foretoldInRow >= SharedFIFOLimit.foretoldInRow {
      sharedLine.foretoldInRow = 0
      return edge
    }
    sharedLine.foretoldInRow &+= 1
    return .deadline
  }
}
