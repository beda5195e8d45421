import IMUDrivers

extension Acquisition {
  /// Reads the sample that the newest edge announced.
  @_noLocks mutating func serve(_ first: EdgeWait) -> Outcome {
    hadEdges = true
    mayHoldSample = false
    let lastSign = lastSignNanoseconds
    lastSignNanoseconds = sensor.nowNanoseconds
    var edge = onBusClock(first)
    if let outcome = distrust(edge) { return outcome }
    // Come late, the next sample may replace this one while it is read; then the edge to that one is the one to serve.
    let now = lastSignNanoseconds
    let isLate = now > edge.lastNanoseconds && Double(now &- edge.lastNanoseconds) > latestReadStart
    if isLate, sensor.holdsLine {
      // A line that is held shows no edge before the chip was read: count the samples that have replaced the announced one.
      if Double(now &- edge.lastNanoseconds) > period.nanoseconds {
        edge.lastNanoseconds = period.instant(notAfter: now, from: edge.lastNanoseconds)
      }
    } else if isLate {
      let next = onBusClock(line.wait(untilNanoseconds: now &+ UInt64(period.nanoseconds * 1.5)))
      if next.status > 0 {
        edge.status &+= next.status
        edge.lastNanoseconds = next.lastNanoseconds
      }
    }
    if edge.status > 1, case .missedEdges = lossCause { lossCause = .late }
    // An edge from before the last sample was taken belongs to a sample that polling has already brought.
    guard edge.lastNanoseconds > lastNanoseconds else { return passOver() }
    // Of two edges close together only the first can announce a sample.
    if lastNanoseconds != 0, Double(edge.lastNanoseconds &- lastNanoseconds) < period.nanoseconds / 2 {
      return passOver()
    }
    var raw = RawSample()
    switch attempt(isAnnounced: true, into: &raw) {
    case .sample:
      mayHoldSample = mayHideEdge(since: edge.lastNanoseconds) && line.level() == 1
      confirmTransfer(&raw, readyNanoseconds: edge.lastNanoseconds)
      return take(raw, timeNanoseconds: edge.lastNanoseconds, isStampedByEdge: true)
    case .notReady:
      // Edges that announce nothing are no sign of life.
      lastSignNanoseconds = lastSign
      return checkWhileQuiet(now) ? .quiet : beginRecovery()
    case .failed(let error): return failed(error)
    }
  }

  /// Whether the sample after the one that was ready at a time may have come while that was read, or is about to: a line that the
  /// chip holds then shows no edge for it. No chip's clock runs a quarter fast.
  @_noLocks func mayHideEdge(since ready: UInt64) -> Bool {
    sensor.holdsLine && Double(Int64(bitPattern: sensor.nowNanoseconds &- ready)) > 0.75 * period.nanoseconds
  }

  /// How long after its edge a sample's reading may begin: so that it ends before the next sample replaces it, with a
  /// reserve for the estimate of the period and for a read that takes longer than those lately; half a period at least,
  /// since not every read that overlaps the next sample is spoilt by it.
  private var latestReadStart: Double {
    @_noLocks get { max(period.nanoseconds / 2, period.nanoseconds * 0.95 - 1.5 * readNanoseconds) }
  }

  /// Leaves an edge unserved. Should the chip hold the line all the same, no other edge would come: it is asked next.
  @_noLocks private mutating func passOver() -> Outcome {
    mayHoldSample = sensor.holdsLine && line.level() == 1
    return .quiet
  }

  /// Reads a sample, trying again within bounds.
  @_noLocks mutating func attempt(isAnnounced: Bool = false, into raw: inout RawSample) -> SampleRead {
    var backOff = Limit.backOffNanoseconds
    let began = sensor.nowNanoseconds
    var result = sensor.read(into: &raw, isAnnounced: isAnnounced)
    if case .failed = result {} else { noteReadTime(sensor.nowNanoseconds &- began) }
    for _ in 1..<Limit.attempts {
      guard case .failed(let error) = result else { return result }
      note(error)
      if error.isTimeout || error.isRefused { return result }
      if error.isArbitrationLost {
        sensor.pause(untilNanoseconds: sensor.nowNanoseconds &+ backOff)
        backOff &*= 2
      }
      result = sensor.read(into: &raw, isAnnounced: isAnnounced)
    }
    if case .failed(let error) = result { note(error) }
    return result
  }

  /// Keeps the longest time of a read, forgotten within some hundred reads.
  @_noLocks private mutating func noteReadTime(_ nanoseconds: UInt64) {
    readNanoseconds = max(Double(nanoseconds), readNanoseconds * (63.0 / 64))
  }

  @_noLocks mutating func note(_ error: BusError) {
    lastError = error
    cleanSamples = 0
    emit(.transferFailed(error))
    degrade()
  }

  /// A sample whose transfers all failed. It is counted as lost by time when the next one arrives.
  @_noLocks mutating func failed(_ error: BusError) -> Outcome {
    beginLoss(.transferFailed)
    failedSamples += 1
    if error.isTimeout { timedOutSamples += 1 }
    guard failedSamples >= Limit.failedSamples || timedOutSamples >= Limit.timedOutSamples else { return .quiet }
    return beginRecovery()
  }

  /// Numbers a sample, states the gap before it, and hands it on.
  @_noLocks mutating func take(_ raw: RawSample, timeNanoseconds: UInt64, isStampedByEdge: Bool) -> Outcome {
    lastSignNanoseconds = sensor.nowNanoseconds
    isLookDue = watch.isDue(lastSignNanoseconds)
    failedSamples = 0
    timedOutSamples = 0
    if settlingLeft > 0 {
      settlingLeft -= 1
      return .quiet
    }
    fruitlessRestarts = 0
    guard timeNanoseconds > lastNanoseconds else { return .quiet }
    var lost = sequence > 0 ? 0 : missing(before: timeNanoseconds)
    if lastNanoseconds != 0 {
      let interval = timeNanoseconds &- lastNanoseconds
      lost = period.missing(intervalNanoseconds: interval)
      // A step from one kind of stamp to the other is no interval.
      if lost == 0, isStampedByEdge == isLastStampedByEdge { period.learn(intervalNanoseconds: interval) }
    }
    isLastStampedByEdge = isStampedByEdge
    return hand(raw, timeNanoseconds: timeNanoseconds, lost: lost) ? .due : .quiet
  }

  /// Numbers a sample, states what is missing before it, and puts it into the ring.
  ///
  /// - Returns: whether a value is due with it.
  @_noLocks mutating func hand(_ raw: RawSample, timeNanoseconds: UInt64, lost: UInt64) -> Bool {
    if lost > 0 { emit(.samplesLost(count: lost, cause: lossCause), timeNanoseconds: timeNanoseconds) }
    sequence &+= 1 &+ lost
    lastNanoseconds = timeNanoseconds
    lossCause = .missedEdges
    watchWords(raw, timeNanoseconds: timeNanoseconds)
    recoverHealth(wasClean: lost == 0 && words.frozen == 0)
    let isDue = schedule.isDue(
      timeNanoseconds: timeNanoseconds, hertz: rate.hertz, samplePeriodNanoseconds: UInt64(period.nanoseconds))
    push(raw, timeNanoseconds: timeNanoseconds, isDue: isDue)
    return isDue
  }
}
