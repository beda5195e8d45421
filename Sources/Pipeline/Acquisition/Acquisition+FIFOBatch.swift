import IMUDrivers

extension Acquisition {
  /// Looks how many frames wait and takes them, as many as one burst brings.
  ///
  /// - Parameter edge: the edge that called; none where its status is 0.
  @_noLocks mutating func takeBatch(_ edge: EdgeWait) -> Outcome {
    let asked = sensor.nowNanoseconds
    switch lookAtFIFO() {
    case .failed(let error): return failedBatch(error)
    case .overflow: return resetFIFO(.fifoOverflow)
    case .misaligned: return resetFIFO(.fifoSlip)
    case .frames(let frames):
      guard frames > 0 else { return nothingWaits(asked) }
      locate(FIFOLook(frames: frames, asked: asked, looked: sensor.nowNanoseconds, edge: edge))
      return drain(frames)
    }
  }

  /// Takes frames that are known to wait.
  @_noLocks private mutating func drain(_ waiting: Int) -> Outcome {
    let frames = min(waiting, sensor.burstFrames)
    let error = sensor.drainFIFO(frames: frames)
    let now = sensor.nowNanoseconds
    fifo.drainedNanoseconds = now
    if let error {
      note(error)
      if sensor.shortenBurst(after: error) {
        mayHoldSample = true
        nextPollNanoseconds = now
        return .quiet
      }
      fifo.isIndexKnown = false
      fifo.doubtfulFrames = frames
      return failedBatch(error)
    }
    if sensor.fifoHoldsLine,
      let error = sensor.releaseFIFOLine(behind: frames, hasOverflowed: &fifo.hasOverflowed)
    {
      note(error)
    }
    switch lookAtFIFO(behind: frames) {
    case .failed(let error):
      // They are out of the FIFO, and nothing proves them whole.
      fifo.nextIndex &+= UInt64(frames)
      return failedBatch(error)
    // What overflowed or slipped in between is thrown away whole.
    case .overflow: return resetFIFO(.fifoOverflow)
    case .misaligned: return resetFIFO(.fifoSlip)
    case .frames(let left):
      if fifo.hasOverflowed { return resetFIFO(.fifoOverflow) }
      fifo.left = sensor.edgesMarkSamples ? waiting &- frames : left
      // A latched line that is active again may have shown no edge.
      mayHoldSample = sensor.fifoHoldsLine && line.level() == 1
      lastSignNanoseconds = now
      failedSamples = 0
      timedOutSamples = 0
      fifo.resetsInRow = 0
      let outcome = takeFrames(frames, latestNanoseconds: now)
      // Only now: these use the memory that the frames came in.
      readTemperatureIfDue(now)
      adaptBatch()
      isLookDue = watch.isDue(now)
      return outcome
    }
  }

  /// Looks at the FIFO, trying again within bounds: a look changes nothing.
  ///
  /// - Parameter frames: behind a burst of so many.
  @_noLocks private mutating func lookAtFIFO(behind frames: Int = 0) -> FIFOState {
    var backOff = Limit.backOffNanoseconds
    var state = sensor.fifoLevel(behind: frames)
    // A count read while the chip writes a frame would be a moment's; one that stays is none.
    if case .misaligned = state { state = sensor.fifoLevel(behind: frames) }
    for _ in 1..<Limit.attempts {
      guard case .failed(let error) = state else { return state }
      note(error)
      if error.isTimeout || error.isRefused { return state }
      if error.isArbitrationLost {
        sensor.pause(untilNanoseconds: sensor.nowNanoseconds &+ backOff)
        backOff &*= 2
      }
      state = sensor.fifoLevel(behind: frames)
    }
    if case .failed(let error) = state { note(error) }
    return state
  }

  /// A batch whose transfers failed. It waits in the FIFO, as far as it goes, and is asked for again a period later.
  @_noLocks private mutating func failedBatch(_ error: BusError) -> Outcome {
    let next = sensor.nowNanoseconds &+ UInt64(period.nanoseconds)
    fifo.retryNanoseconds = next
    nextPollNanoseconds = next
    mayHoldSample = true
    return failed(error)
  }

  /// An empty FIFO. A chip that has filled nothing for long is asleep or has lost its configuration.
  @_noLocks private mutating func nothingWaits(_ asked: UInt64) -> Outcome {
    fifo.left = 0
    // The line may be held by a sample whose burst failed after it had brought the data.
    if sensor.fifoHoldsLine, let error = sensor.releaseFIFOLine(hasOverflowed: &fifo.hasOverflowed) { note(error) }
    nextPollNanoseconds = asked &+ UInt64(period.nanoseconds / 2)
    if !checkWhileQuiet(asked) { return beginRecovery() }
    let silence = asked &- lastSignNanoseconds
    let patience = UInt64(period.nanoseconds) &* (UInt64(fifo.batch) &+ 10)
    guard asked > lastSignNanoseconds, silence > patience, silence > Limit.napNanoseconds else { return .quiet }
    // A chip that calls but fills nothing samples: its FIFO was switched off.
    if fifo.calledNanoseconds > lastSignNanoseconds, fifo.resetsInRow == 0 { return resetFIFO(.fifoSlip) }
    explainRestart()
    return beginRecovery()
  }

  /// Reads the temperature now and then. The frames are safe already: a reading that fails costs only its age.
  @_noLocks mutating func readTemperatureIfDue(_ now: UInt64) {
    let due = fifo.temperatureNanoseconds &+ FIFOLimit.temperatureNanoseconds
    guard fifo.temperatureNanoseconds == 0 || now >= due else { return }
    fifo.temperatureNanoseconds = now
    var raw = RawSample()
    if let error = sensor.readTemperature(into: &raw) { return note(error) }
    fifo.temperature = raw.temperature
  }

  /// Numbers, stamps and hands on the frames of the last burst.
  @_noLocks private mutating func takeFrames(_ frames: Int, latestNanoseconds: UInt64) -> Outcome {
    var isDue = false
    var raw = RawSample()
    raw.temperature = fifo.temperature
    var frame = 0
    while frame < frames {
      sensor.frame(frame, into: &raw)
      frame &+= 1
      let index = fifo.nextIndex
      fifo.nextIndex &+= 1
      if fifo.framesToDiscard > 0 || settlingLeft > 0 {
        fifo.framesToDiscard = max(0, fifo.framesToDiscard - 1)
        settlingLeft = max(0, settlingLeft - 1)
        continue
      }
      fruitlessRestarts = 0
      // Never later than the burst that brought it, never earlier than the one before it.
      let stamp = min(fifo.grid.instant(of: index), latestNanoseconds)
      let earliest = lastNanoseconds &+ UInt64(period.nanoseconds / 64)
      let lost = sequence > 0 ? index &- fifo.lastIndex &- 1 : missing(before: stamp)
      fifo.lastIndex = index
      if hand(raw, timeNanoseconds: max(stamp, earliest), lost: lost) { isDue = true }
    }
    return isDue ? .due : .quiet
  }
}
