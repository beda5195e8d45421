import IMUDrivers

// FIFO mode: the chip gathers samples, and one look and one burst bring a batch of them.

extension Acquisition {
  /// Limits of FIFO mode.
  enum FIFOLimit {
    /// Longest time a batch gathers, in seconds; a consumer that asks for values more often shortens it.
    static var batchSeconds: Double { @_noLocks get { 0.02 } }
    /// Most frames of a batch: the kernel keeps sixteen edges of a line, and they are best all seen.
    static var batchFrames: Int { @_noLocks get { 16 } }
    /// Batch while the chip's true rate is not known yet: short, so that an edge can't be taken for its neighbour.
    static var learningFrames: Int { @_noLocks get { 4 } }
    /// Frames that are dropped after the FIFO was reset: the first may be incomplete.
    static var framesAfterReset: Int { @_noLocks get { 1 } }
    /// Resets without a good batch after which the chip is set up anew.
    static var resetsInRow: Int { @_noLocks get { 4 } }
    /// Samples since the last edge for which the grid is sure to a fifth of a period: its period is within 0.02 % by then.
    static var sureSamples: UInt64 { @_noLocks get { 1000 } }
    /// Time between readings of the temperature, which is no part of the frames.
    static var temperatureNanoseconds: UInt64 { @_noLocks get { 1_000_000_000 } }
  }

  /// Waits for the next batch and takes it.
  @_noLocks mutating func fifoStep() -> Outcome {
    let now = sensor.nowNanoseconds
    if now < fifo.retryNanoseconds { sensor.pause(untilNanoseconds: fifo.retryNanoseconds) }
    guard fifo.isOpen else { return openFIFO() }
    // Come late, or a batch that the chip's threshold will not announce again.
    if fifo.left >= fifo.batch { return takeBatch(.deadline) }
    if isPolling { return fifoPollingStep() }
    gather()
    let patience = UInt64(period.nanoseconds) &* (UInt64(fifo.batch) &+ Limit.periodsWithoutEdge)
    let lastCall = max(lastSignNanoseconds, fifo.calledNanoseconds)
    let edge = line.wait(untilNanoseconds: mayHoldSample ? 0 : lastCall &+ patience)
    if edge.status > 0 {
      mayHoldSample = false
      return answer(edge)
    }
    if edge.status < 0 {
      emit(.lineFailed(code: 0 &- edge.status))
      return startFIFOPolling()
    }
    if mayHoldSample {
      // No edge is queued, so if the line is active already, only a look will tell.
      mayHoldSample = false
      return takeBatch(.deadline)
    }
    return startFIFOPolling()
  }

  /// Takes what an edge calls for.
  @_noLocks private mutating func answer(_ edge: EdgeWait) -> Outcome {
    hadEdges = true
    fifo.calledNanoseconds = sensor.nowNanoseconds
    // Times of another clock are left out by takeBatch.
    _ = onBusClock(edge)
    return takeBatch(edge)
  }

  /// Empties the FIFO and lets it begin anew.
  @_noLocks mutating func openFIFO() -> Outcome {
    // Edges from before belong to frames that are thrown away.
    if isLineWired { _ = line.wait(untilNanoseconds: 0) }
    fifo.batch = wantedBatch()
    fifo.left = 0
    fifo.isIndexKnown = false
    fifo.doubtfulFrames = 0
    fifo.hasOverflowed = false
    fifo.framesToDiscard = FIFOLimit.framesAfterReset
    if let error = sensor.resetFIFO(watermark: fifo.batch) {
      fifo.isOpen = false
      note(error)
      fifo.retryNanoseconds = sensor.nowNanoseconds &+ UInt64(period.nanoseconds)
      return failed(error)
    }
    fifo.isOpen = true
    fifo.drainedNanoseconds = sensor.nowNanoseconds
    lastSignNanoseconds = fifo.drainedNanoseconds
    nextPollNanoseconds = lastSignNanoseconds
    mayHoldSample = false
    readTemperatureIfDue(fifo.drainedNanoseconds)
    return .quiet
  }

  /// Empties the FIFO for a recording that begins a little later, whose rows are the chip's samples from then on.
  mutating func beginRecording(periodNanoseconds: UInt64) {
    fifo = FIFOProgress(nominalNanoseconds: periodNanoseconds)
    if case .needsRecovery = openFIFO() { _ = recover() }
    // No sample comes between, so the first frame is a whole one.
    fifo.framesToDiscard = 0
  }

  /// Throws away what the FIFO holds, since it can't be told what it is.
  @_noLocks mutating func resetFIFO(_ cause: PipelineEvent.LossCause) -> Outcome {
    beginLoss(cause)
    emit(.fifoReset(cause))
    degrade()
    fifo.resetsInRow += 1
    if !checkWhileQuiet(sensor.nowNanoseconds) { return beginRecovery() }
    guard fifo.resetsInRow > FIFOLimit.resetsInRow else { return openFIFO() }
    explainRestart()
    return beginRecovery()
  }

  /// Frames that a batch is to have: what gathers between two values for the fastest consumer, within what the FIFO, the
  /// kernel's queue of edges and the bus allow.
  @_noLocks private func wantedBatch() -> Int {
    let seconds = batchSeconds > 0 ? batchSeconds : min(1 / rate.hertz, FIFOLimit.batchSeconds)
    // A little more than a whole number, so that ten periods of a tenth are ten.
    var frames = Int(min(seconds * 1e9 / period.nanoseconds + 0.05, 1000))
    frames = min(min(frames, FIFOLimit.batchFrames), sensor.largestBatch)
    // A line that is held shows one edge a batch, of which it would not be known yet which sample's it is.
    if !fifo.grid.isSettled { frames = min(frames, sensor.fifoHoldsLine ? 1 : FIFOLimit.learningFrames) }
    return max(frames, max(1, min(sensor.smallestBatch, sensor.largestBatch)))
  }

  /// Follows consumers' wishes and what has been learnt.
  @_noLocks mutating func adaptBatch() {
    let wanted = wantedBatch()
    guard wanted != fifo.batch else { return }
    if let error = sensor.setWatermark(wanted) { return note(error) }
    fifo.batch = wanted
  }

  /// Sleeps while samples gather, where each has an edge: none needs a wake-up of its own.
  @_noLocks private func gather() {
    guard sensor.edgesMarkSamples, fifo.batch > 1, !mayHoldSample, fifo.isIndexKnown else { return }
    let due = fifo.grid.instant(of: fifo.nextIndex &+ UInt64(fifo.batch) &- 1)
    let now = sensor.nowNanoseconds
    // A little later than the last sample of the batch, so that its edge is among those that wait. A line that is held has
    // shown its edge; then it's the time that must be clear.
    let share = sensor.fifoHoldsLine ? 0.3 : 0.125
    let end = min(
      due &+ UInt64(period.nanoseconds * share), now &+ UInt64(Double(fifo.batch) * period.nanoseconds * 1.5))
    if end > now { sensor.pause(untilNanoseconds: end) }
  }

  // MARK: Without edges

  @_noLocks private mutating func startFIFOPolling() -> Outcome {
    // Whichever way the edges went, the chip may have gone with them.
    fifo.mayHaveStopped = true
    if let outcome = leaveLine(trust.notePolling(at: sensor.nowNanoseconds)) { return outcome }
    isPolling = true
    emit(.pollingStarted(everHadEdges: hadEdges))
    degrade()
    return takeBatch(.deadline)
  }

  /// Looks when a batch should be complete, or serves an edge that comes back before.
  @_noLocks private mutating func fifoPollingStep() -> Outcome {
    let now = sensor.nowNanoseconds
    var due = nextPollNanoseconds
    if fifo.isIndexKnown {
      // Early and late in the period by turns: so its bounds show on both sides.
      let share = fifo.pollsLate ? 0.7 : 0.3
      let last = fifo.grid.instant(of: fifo.nextIndex &+ UInt64(fifo.batch) &- 1)
      due = max(due, last &+ UInt64(share * period.nanoseconds))
    } else if fifo.grid.isAnchored, !fifo.isPhaseNew {
      // Midway between two samples, so that there is no doubt which of them have been taken.
      let earliest = max(now, due)
      due = fifo.grid.instant(of: fifo.grid.index(nearest: earliest)) &+ UInt64(period.nanoseconds / 2)
      if due < earliest { due = due &+ UInt64(period.nanoseconds) }
    }
    let deadline = min(due, now &+ Limit.napNanoseconds)
    if listensToLine {
      let edge = line.wait(untilNanoseconds: deadline)
      if edge.status > 0 {
        isPolling = false
        emit(.edgesReturned)
        return answer(edge)
      }
      // A line that fails does so at once; the pause keeps the rate of polling.
      if edge.status < 0 { sensor.pause(untilNanoseconds: deadline) }
    } else {
      sensor.pause(untilNanoseconds: deadline)
    }
    guard sensor.nowNanoseconds >= due else { return .quiet }
    fifo.pollsLate = !fifo.pollsLate
    return takeBatch(.deadline)
  }
}
