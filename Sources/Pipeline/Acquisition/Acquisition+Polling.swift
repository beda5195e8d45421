import IMUDrivers

extension Acquisition {
  /// Goes over to asking the chip, because edges do not come.
  @_noLocks mutating func startPolling() -> Outcome {
    if let outcome = leaveLine(trust.notePolling(at: sensor.nowNanoseconds)) { return outcome }
    isPolling = true
    emit(.pollingStarted(everHadEdges: hadEdges))
    degrade()
    nextPollNanoseconds = sensor.nowNanoseconds
    // The chip's silence counts from here: it has not been asked before.
    lastSignNanoseconds = nextPollNanoseconds
    return pollingStep()
  }

  /// Waits for the next time to ask, or for an edge that comes back, whichever is first.
  @_noLocks mutating func pollingStep() -> Outcome {
    let now = sensor.nowNanoseconds
    let deadline = min(nextPollNanoseconds, now &+ Limit.napNanoseconds)
    if listensToLine {
      let edge = line.wait(untilNanoseconds: deadline)
      if edge.status > 0 {
        if isLineShared { return hearWhilePolling(onBusClock(edge)) }
        isPolling = false
        emit(.edgesReturned)
        return serve(edge)
      }
      // A line that fails does so at once; the pause keeps the rate of polling.
      if edge.status < 0 { sensor.pause(untilNanoseconds: deadline) }
    } else {
      sensor.pause(untilNanoseconds: deadline)
    }
    guard sensor.nowNanoseconds >= nextPollNanoseconds else { return .quiet }
    return isLineShared ? lookUncalled() : poll()
  }

  /// Asks the chip once whether it has a new sample, and takes it.
  @_noLocks mutating func poll() -> Outcome {
    let asked = sensor.nowNanoseconds
    var raw = RawSample()
    switch attempt(into: &raw) {
    case .sample:
      if sensor.hasArrivedMeanwhile { lastNothingNanoseconds = asked }
      let ready = readyTime(sensor.askedNanoseconds)
      nextPollNanoseconds = pollPhase.noteSample(
        ready: ready, asked: sensor.askedNanoseconds, period: period.nanoseconds)
      confirmTransfer(&raw, readyNanoseconds: ready)
      return take(raw, timeNanoseconds: ready, isStampedByEdge: false)
    case .notReady:
      lastNothingNanoseconds = asked
      nextPollNanoseconds = pollPhase.noteNothing(asked: asked, period: period.nanoseconds)
      if !checkWhileQuiet(asked) { return beginRecovery() }
      return quietOrSilent(asked)
    case .failed(let error):
      nextPollNanoseconds = asked &+ UInt64(period.nanoseconds)
      return failed(error)
    }
  }

  /// When a polled sample became ready: where the grid of the samples before it says, within what the questions tell. It
  /// was after the last answer that nothing was new, and at the latest when its data were asked for.
  ///
  /// The time of the question alone would jump by the pauses between questions, and a gap's length be told wrong by it.
  @_noLocks private func readyTime(_ asked: UInt64) -> UInt64 {
    let last = max(lastNanoseconds, pollPhase.readyNanoseconds)
    guard last != 0, asked > last else { return asked }
    let expected = period.instant(notAfter: asked, from: last)
    return min(max(expected, lastNothingNanoseconds &+ 1), asked)
  }

  /// A chip that answers but has had no new sample for long is asleep or has lost its configuration.
  @_noLocks private mutating func quietOrSilent(_ now: UInt64) -> Outcome {
    let silence = now &- lastSignNanoseconds
    guard isPolling, silence > UInt64(period.nanoseconds) &* 10, silence > Limit.napNanoseconds else { return .quiet }
    explainRestart()
    return beginRecovery()
  }
}
