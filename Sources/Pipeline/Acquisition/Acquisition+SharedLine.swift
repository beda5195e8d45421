import IMUDrivers

// A line that the open-drain pins of several chips pull. An edge doesn't say whose it is, and a chip that holds the line hides
// the edges of the others. So each acquisition asks its own chip at every edge that could be its own, and a little after each
// time at which its next sample is due, whether an edge came or not. Nobody waits for another's chip.

extension Acquisition {
  /// Limits of patience on a shared line.
  enum SharedLineLimit {
    /// How long after a sample is due its chip is asked although no edge has come: the time in which others are served, at most
    /// this share of a period.
    static var lateNanoseconds: UInt64 { @_noLocks get { 500_000 } }
    static var lateShare: Double { @_noLocks get { 1.0 / 16 } }
    /// Share of a period by which an edge may miss the foretold time and still be the chip's own.
    static var ownShare: Double { @_noLocks get { 1.0 / 64 } }
    /// The same while only the nominal period is known, which is up to 5 % off. What another chip's edge makes wrong by it
    /// shows at the next one that finds no sample.
    static var ownShareUnlearnt: Double { @_noLocks get { 1.0 / 16 } }
    /// Own edges after which the period is known well enough to tell others by it.
    static var learntEdges: Int { @_noLocks get { 64 } }
    /// Samples in a row whose edge is taken for another's; beyond, the edge is believed.
    static var foretoldInRow: Int { @_noLocks get { 1000 } }
    /// Share of a period before the due time from which on edges are looked into.
    static var earlyShare: Double { @_noLocks get { 0.25 } }
    /// Time between two questions to a chip whose sample is overdue, as a share of a period.
    static var againShare: Double { @_noLocks get { 0.2 } }
  }

  /// Waits for an edge or until the next sample is overdue, and asks the chip.
  @_noLocks mutating func sharedLineStep() -> Outcome {
    let edge = onBusClock(line.wait(untilNanoseconds: mayHoldSample ? 0 : nextPollNanoseconds))
    if edge.status < 0 {
      emit(.lineFailed(code: 0 &- edge.status))
      return startPolling()
    }
    if edge.status > 0 {
      hear(edge)
      return isOthers(edge) ? .quiet : look()
    }
    if mayHoldSample { return look() }
    if isSilent { return startPolling() }
    return lookUncalled()
  }

  /// Takes note of an edge, whoever made it.
  @_noLocks mutating func hear(_ edge: EdgeWait) {
    hadEdges = true
    sharedLine.edgeNanoseconds = edge.lastNanoseconds
    sharedLine.heardNanoseconds = sensor.nowNanoseconds
  }

  /// Whether no edge has come for long, from no chip: one of them holds the line for good, or it is broken.
  private var isSilent: Bool {
    @_noLocks get {
      let now = sensor.nowNanoseconds
      if now < sharedLine.settledNanoseconds { return false }
      return now &- sharedLine.heardNanoseconds > UInt64(period.nanoseconds) &* Limit.periodsWithoutEdge
    }
  }

  /// An edge while the chip is polled: the line is free again. Not so for a chip whose own pin doesn't move it.
  @_noLocks mutating func hearWhilePolling(_ edge: EdgeWait) -> Outcome {
    hear(edge)
    if sharedLine.isPinDead { return .quiet }
    isPolling = false
    emit(.edgesReturned)
    return look()
  }

  /// Asks the chip although no edge has called.
  @_noLocks mutating func lookUncalled() -> Outcome {
    let before = sequence
    let level = line.level()
    let outcome = look()
    // One that arrived while it was read may not have been there when the line was looked at.
    guard sequence != before, level >= 0, !sensor.hasArrivedMeanwhile else { return outcome }
    sharedLine.note(isActive: level == 1)
    guard sharedLine.isPinDead, !isPolling else { return outcome }
    isPolling = true
    emit(.pollingStarted(everHadEdges: sharedLine.ownEdges > 0))
    degrade()
    return outcome
  }

  /// Asks the chip once whether it has a new sample, and takes it.
  @_noLocks mutating func look() -> Outcome {
    mayHoldSample = false
    let asked = sensor.nowNanoseconds
    var raw = RawSample()
    switch attempt(into: &raw) {
    case .sample:
      if sensor.hasArrivedMeanwhile { lastNothingNanoseconds = asked }
      let (ready, isOwn) = sharedReadyTime(sensor.askedNanoseconds)
      sharedLine.lookedNanoseconds = sensor.askedNanoseconds
      mayHoldSample = mayHideEdge(since: ready)
      confirmTransfer(&raw, readyNanoseconds: ready)
      let late = min(UInt64(period.nanoseconds * SharedLineLimit.lateShare), SharedLineLimit.lateNanoseconds)
      nextPollNanoseconds = ready &+ UInt64(period.nanoseconds) &+ late
      return take(raw, timeNanoseconds: ready, isStampedByEdge: isOwn)
    case .notReady:
      lastNothingNanoseconds = asked
      sharedLine.lookedNanoseconds = asked
      if asked >= nextPollNanoseconds {
        nextPollNanoseconds = asked &+ UInt64(period.nanoseconds * SharedLineLimit.againShare)
      }
      // A chip that answers but has had no new sample for long is asleep or has lost its configuration.
      let silence = asked &- lastSignNanoseconds
      guard silence > UInt64(period.nanoseconds) &* 10, silence > Limit.napNanoseconds else { return .quiet }
      explainRestart()
      return beginRecovery()
    case .failed(let error):
      nextPollNanoseconds = asked &+ UInt64(period.nanoseconds)
      sharedLine.retryNanoseconds = nextPollNanoseconds
      return failed(error)
    }
  }

  /// When the sample that was ready at a time was due, by those before it.
  @_noLocks private func foretold(_ now: UInt64) -> UInt64 {
    now > lastNanoseconds
      ? period.instant(notAfter: now, from: lastNanoseconds) : lastNanoseconds &+ UInt64(period.nanoseconds)
  }

  /// Whether an edge came too early to be the chip's own, or too soon after a failure. Where samples have been late or early,
  /// none is too early.
  @_noLocks private func isOthers(_ edge: EdgeWait) -> Bool {
    if edge.lastNanoseconds < sharedLine.retryNanoseconds { return true }
    guard sharedLine.isInStep, settlingLeft == 0 else { return false }
    let due = lastNanoseconds &+ UInt64(period.nanoseconds)
    return edge.lastNanoseconds &+ UInt64(period.nanoseconds * SharedLineLimit.earlyShare) < due
  }

  /// When a sample that was found ready became so, and whether that is the time of its own edge.
  ///
  /// It was after the chip was last found with nothing new. It was not before an edge that has come since: the chip would have
  /// held the line, and there would have been none. So the edge is the chip's own, or its sample came after it and was hidden
  /// by the chip that made it; which of the two, the samples before tell: roughly, until the period is known. Never earlier
  /// than a sample before.
  @_noLocks private mutating func sharedReadyTime(_ asked: UInt64) -> (nanoseconds: UInt64, isOwn: Bool) {
    let edge = sharedLine.edgeNanoseconds
    let isFresh = edge > sharedLine.lookedNanoseconds && edge > lastNothingNanoseconds && edge <= asked
    guard lastNanoseconds != 0 else { return (isFresh ? edge : asked, isFresh) }
    let due = foretold(asked)
    let earliest = max(lastNothingNanoseconds &+ 1, lastNanoseconds &+ UInt64(period.nanoseconds / 64))
    guard isFresh else {
      sharedLine.isInStep = false
      return (min(max(due, earliest), max(asked, earliest)), false)
    }
    // Held since the edge, while newer samples have replaced the one that made it.
    if Double(asked &- edge) > period.nanoseconds {
      if case .missedEdges = lossCause { lossCause = .late }
      return (max(period.instant(notAfter: asked, from: edge), earliest), true)
    }
    let isLearnt = sharedLine.ownEdges >= SharedLineLimit.learntEdges
    let tolerance = UInt64(
      period.nanoseconds * (isLearnt ? SharedLineLimit.ownShare : SharedLineLimit.ownShareUnlearnt))
    // The status was read a little after it was asked for.
    let isHidden = due > edge &+ tolerance && due <= asked &+ tolerance
    if isHidden, sharedLine.foretoldInRow < SharedLineLimit.foretoldInRow {
      sharedLine.foretoldInRow &+= 1
      sharedLine.isInStep = true
      return (max(due, earliest), false)
    }
    sharedLine.foretoldInRow = 0
    sharedLine.ownEdges = min(sharedLine.ownEdges &+ 1, SharedLineLimit.learntEdges)
    let error = due > edge ? due &- edge : edge &- due
    sharedLine.isInStep = Double(error) < period.nanoseconds / 8
    return (max(edge, earliest), true)
  }
}
