import IMUDrivers

extension Acquisition {
  /// Gives the chip up for the moment; the next steps come to ``recover()``.
  @_noLocks mutating func beginRecovery() -> Outcome {
    beginLoss(.chipDown)
    isDown = true
    wantsRestart = false
    markRecovering()
    let pause = fruitlessRestarts >= Limit.fruitlessRestarts ? Limit.retryNanoseconds : 0
    nextRecoveryNanoseconds = sensor.nowNanoseconds &+ pause
    if pause > 0 { return .due }
    return .needsRecovery
  }

  /// A faulted chip stays faulted while it is tried again, so that one loss is told once.
  @_noLocks private mutating func markRecovering() {
    if case .faulted = health { return }
    change(to: .recovering)
  }

  /// Resets the chip and sets it up again. Called between steps; may allocate, takes up to half a second.
  ///
  /// Where it fails the acquisition is faulted and the next try comes a second later, for as long as it runs. So it is with a
  /// chip that can be set up but gives no sample, until it gives one.
  ///
  /// - Returns: why it failed; nil when the chip is back.
  mutating func recover() -> SensorError? {
    markRecovering()
    if let error = restart() {
      change(to: .faulted)
      nextRecoveryNanoseconds = sensor.nowNanoseconds &+ Limit.retryNanoseconds
      return error
    }
    let now = sensor.nowNanoseconds
    isDown = false
    fruitlessRestarts += 1
    settlingLeft = sensor.active.settlingSamples
    words.restart()
    jump = LoneJump()
    failedSamples = 0
    timedOutSamples = 0
    cleanSamples = 0
    mayHoldSample = true
    trust.restart()
    isPolling = !listensToLine
    fifo.isOpen = false
    fifo.isPhaseNew = true
    fifo.resetsInRow = 0
    fifo.retryNanoseconds = 0
    lastSignNanoseconds = now
    nextPollNanoseconds = now
    sharedLine.restart(nowNanoseconds: now)
    emit(.chipRestarted)
    guard fruitlessRestarts > Limit.fruitlessRestarts else {
      change(to: .degraded)
      return nil
    }
    change(to: .faulted)
    return sensor.noSamples(last: lastError)
  }

  /// Sets the chip up again, and tells of a data line that was held on the way.
  private mutating func restart() -> SensorError? {
    let clears = sensor.busClears
    if timedOutSamples > 0 { sensor.noteTimeout() }
    var failure: SensorError?
    do throws(SensorError) {
      try sensor.restart(patienceMilliseconds: Limit.restartPatienceMilliseconds)
    } catch { failure = error }
    if sensor.busClears > clears { emit(.busCleared) }
    return failure
  }

  /// Notes that samples may be missing from now on, and why.
  @_noLocks mutating func beginLoss(_ cause: PipelineEvent.LossCause) {
    lossCause = cause
    guard sequence == 0, firstLossNanoseconds == 0 else { return }
    firstLossNanoseconds = sensor.nowNanoseconds &+ UInt64(Double(settlingLeft) * period.nanoseconds)
  }

  /// Samples that were due, and not delivered, between what was delivered last and a time.
  @_noLocks func missing(before now: UInt64) -> UInt64 {
    let since = sequence > 0 ? lastNanoseconds : firstLossNanoseconds
    return since == 0 || now <= since ? 0 : UInt64(Double(now &- since) / period.nanoseconds + 0.5)
  }

  /// States what is missing at the end, which no sample will show any more, and puts the chip to sleep, trying again within
  /// bounds; a chip that does not answer any more can't be.
  mutating func finish() {
    if lossCause != .missedEdges {
      let lost = missing(before: sensor.nowNanoseconds)
      if lost > 0 { emit(.samplesLost(count: lost, cause: lossCause)) }
    }
    for _ in 0..<Limit.attempts {
      do throws(SensorError) {
        try sensor.stop()
        return
      } catch { continue }
    }
  }

  /// Notes trouble that does not keep samples from arriving.
  @_noLocks mutating func degrade() {
    cleanSamples = 0
    if case .running = health { change(to: .degraded) }
  }

  /// Counts a sample towards health.
  @_noLocks mutating func recoverHealth(wasClean: Bool) {
    switch health {
    case .starting: change(to: isLineWired && isPolling ? .degraded : .running)
    case .running: if !wasClean { degrade() }
    case .degraded:
      cleanSamples = wasClean ? cleanSamples + 1 : 0
      if cleanSamples >= Limit.cleanSamples, !(isLineWired && isPolling) { change(to: .running) }
    case .faulted, .recovering: change(to: .degraded)
    }
  }

  @_noLocks private mutating func change(to next: Health) {
    if next.isSame(as: health) { return }
    emit(.healthChanged(from: health, to: next))
    health = next
  }

  /// Puts an event into the ring, behind the samples before it.
  @_noLocks mutating func emit(_ kind: PipelineEvent.Kind) { emit(kind, timeNanoseconds: sensor.nowNanoseconds) }

  /// Puts an event with a time of its own into the ring.
  @_noLocks mutating func emit(_ kind: PipelineEvent.Kind, timeNanoseconds: UInt64) {
    hasEvent = true
    let event = PipelineEvent(kind: kind, timeNanoseconds: timeNanoseconds, sequence: sequence)
    if entries.push(RingEntry(.event(event))) { return }
    // No count is lost with an event that does not fit.
    if case .samplesLost(let count, _) = kind { refusedByRing &+= count } else { refusedEvents &+= 1 }
  }

  /// Puts a sample into the ring. What a full ring refuses is stated before the next sample that fits.
  @_noLocks mutating func push(_ raw: RawSample, timeNanoseconds: UInt64, isDue: Bool) {
    if refusedByRing > 0 || refusedEvents > 0 {
      // Room for both statements and the sample, or the sample waits for none of them.
      guard entries.count &+ 3 <= entries.capacity else {
        refusedByRing &+= 1
        return
      }
      emit(.samplesLost(count: refusedByRing, cause: .ringFull), timeNanoseconds: timeNanoseconds)
      if refusedEvents > 0 { emit(.eventsLost(count: refusedEvents), timeNanoseconds: timeNanoseconds) }
      refusedByRing = 0
      refusedEvents = 0
    }
    let entry = RingEntry(
      .sample(raw, sequence: sequence, timeNanoseconds: timeNanoseconds, health: health, isDue: isDue))
    if !entries.push(entry) { refusedByRing = 1 }
  }
}
