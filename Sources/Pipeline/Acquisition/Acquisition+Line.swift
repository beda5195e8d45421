import IMUDrivers

// The line is distrusted: whether its edges come from the chip, and whose clock stamps them.

extension Acquisition {
  /// Whether edges are waited for.
  var listensToLine: Bool { @_noLocks get { isLineWired && trust.isTrusted(at: sensor.nowNanoseconds) } }

  /// An edge with times of the bus's clock.
  ///
  /// A kernel before 5.7 stamps edges with the wall clock, which may be anything and may step: such an edge counts from when it
  /// arrived.
  @_noLocks mutating func onBusClock(_ edge: EdgeWait) -> EdgeWait {
    guard edge.status > 0 else { return edge }
    let now = sensor.nowNanoseconds
    // Edges from the start of this or of another chip may have waited in the queue.
    let isOld = edge.lastNanoseconds &+ 10_000_000_000 < startNanoseconds
    guard edge.lastNanoseconds > now || isOld else { return edge }
    if !trust.hasForeignClock {
      trust.hasForeignClock = true
      emit(.edgeTimesForeign)
      degrade()
    }
    var edge = edge
    (edge.firstNanoseconds, edge.lastNanoseconds) = (now, now)
    return edge
  }

  /// Judges an edge's place among the others.
  ///
  /// - Returns: what is to be done instead of serving it; nil where it is one of the chip's.
  @_noLocks mutating func distrust(_ edge: EdgeWait) -> Outcome? {
    let fault = trust.note(
      edge: edge.lastNanoseconds, sampleNanoseconds: lastNanoseconds, periodNanoseconds: period.nanoseconds)
    return leaveLine(fault)
  }

  /// Leaves a line alone that is not the chip's, unless it is the chip that was set otherwise.
  ///
  /// - Returns: nil where nothing is wrong.
  @_noLocks mutating func leaveLine(_ fault: LineTrust.Fault) -> Outcome? {
    let keepsMissing: Bool
    switch fault {
    case .none: return nil
    case .edgesWithoutSamples: keepsMissing = false
    case .edgesKeepMissing: keepsMissing = true
    }
    if !looksThroughConfiguration() { return beginRecovery() }
    trust.ignore(from: sensor.nowNanoseconds)
    emit(.lineDistrusted(edgesKeepMissing: keepsMissing))
    degrade()
    isPolling = true
    if sensor.usesFIFO { return .due }
    nextPollNanoseconds = sensor.nowNanoseconds
    lastSignNanoseconds = nextPollNanoseconds
    return .due
  }
}
