import IMUDrivers

extension Acquisition {
  /// Goes over to asking the chip, because edges do not come.
  @_noLocks mutating func startPolling() -> Outcome {
    isPolling = true
    emit(.pollingStarted(everHadEdges: hadEdges))
    degrade()
    if let error = sensor.forgetStatus() { note(error) }
    nextPollNanoseconds = sensor.nowNanoseconds
    // The chip's silence counts from here: it has not been asked before.
    lastSignNanoseconds = nextPollNanoseconds
    return pollingStep()
  }

  /// Waits for the next time to ask, or for an edge that comes back, whichever is first.
  @_noLocks mutating func pollingStep() -> Outcome {
    let now = sensor.nowNanoseconds
    let deadline = min(nextPollNanoseconds, now &+ Limit.napNanoseconds)
    if isLineWired {
      let edge = line.wait(untilNanoseconds: deadline)
      if edge.status > 0 {
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
    return poll()
  }

  /// Asks the chip once whether it has a new sample, and takes it.
  @_noLocks mutating func poll() -> Outcome {
    // Stamped before the transfer: the sample became ready at the latest then.
    let asked = sensor.nowNanoseconds
    var raw = RawSample()
    switch attempt(polling: true, into: &raw) {
    case .sample:
      // A little early next time, so that a chip whose clock runs fast is not missed.
      nextPollNanoseconds = asked &+ UInt64(period.nanoseconds * 0.9)
      return take(raw, timeNanoseconds: asked, isStampedByEdge: false)
    case .notReady:
      nextPollNanoseconds = asked &+ UInt64(period.nanoseconds * 0.2)
      return quietOrSilent(asked)
    case .failed(let error):
      nextPollNanoseconds = asked &+ UInt64(period.nanoseconds)
      return failed(error)
    }
  }

  /// A chip that answers but has had no new sample for long is asleep or has lost its configuration.
  @_noLocks private mutating func quietOrSilent(_ now: UInt64) -> Outcome {
    let silence = now &- lastSignNanoseconds
    guard isPolling, silence > UInt64(period.nanoseconds) &* 10, silence > Limit.napNanoseconds else { return .quiet }
    return beginRecovery()
  }
}
