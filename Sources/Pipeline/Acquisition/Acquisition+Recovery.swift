import IMUDrivers

extension Acquisition {
  /// Gives the chip up for the moment; the next steps come to ``recover()``.
  @_noLocks func beginRecovery() -> Outcome {
    lossCause = .chipDown
    change(to: .recovering)
    nextRecoveryNanoseconds = sensor.nowNanoseconds
    return .needsRecovery
  }

  /// Resets the chip and sets it up again. Called between steps; may allocate, takes up to half a second.
  ///
  /// Where it fails the acquisition is faulted and the next try comes a second later, for as long as it runs.
  ///
  /// - Returns: why it failed; nil when the chip is back.
  func recover() -> SensorError? {
    change(to: .recovering)
    do throws(SensorError) {
      try sensor.restart(patienceMilliseconds: Limit.restartPatienceMilliseconds)
    } catch {
      change(to: .faulted)
      nextRecoveryNanoseconds = sensor.nowNanoseconds &+ Limit.retryNanoseconds
      return error
    }
    let now = sensor.nowNanoseconds
    settlingLeft = sensor.active.settlingSamples
    failedSamples = 0
    timedOutSamples = 0
    cleanSamples = 0
    mayHoldSample = true
    isPolling = !isLineWired
    lastSignNanoseconds = now
    nextPollNanoseconds = now
    emit(.chipRestarted)
    change(to: .degraded)
    return nil
  }

  /// Notes trouble that does not keep samples from arriving.
  @_noLocks func degrade() {
    cleanSamples = 0
    if health == .running { change(to: .degraded) }
  }

  /// Counts a sample towards health.
  @_noLocks func recoverHealth(wasClean: Bool) {
    switch health {
    case .starting: change(to: isLineWired && isPolling ? .degraded : .running)
    case .running: if !wasClean { degrade() }
    case .degraded:
      cleanSamples = wasClean ? cleanSamples + 1 : 0
      if cleanSamples >= Limit.cleanSamples, !(isLineWired && isPolling) { change(to: .running) }
    case .faulted, .recovering: break
    }
  }

  @_noLocks private func change(to next: Health) {
    guard next != health else { return }
    emit(.healthChanged(from: health, to: next))
    health = next
  }

  /// Puts an event into the ring, behind the samples before it.
  @_noLocks func emit(_ kind: PipelineEvent.Kind, timeNanoseconds: UInt64? = nil) {
    hasEvent = true
    let event = PipelineEvent(
      kind: kind, timeNanoseconds: timeNanoseconds ?? sensor.nowNanoseconds, sequence: sequence)
    if !entries.push(RingEntry(.event(event))) { refusedEvents &+= 1 }
  }

  /// Puts a sample into the ring. What a full ring refuses is stated before the next sample that fits.
  @_noLocks func push(_ raw: RawSample, timeNanoseconds: UInt64, isDue: Bool) {
    if refusedByRing > 0, entries.count &+ 2 <= entries.capacity {
      let count = refusedByRing
      refusedByRing = 0
      emit(.samplesLost(count: count, cause: .ringFull), timeNanoseconds: timeNanoseconds)
    }
    let entry = RingEntry(
      .sample(raw, sequence: sequence, timeNanoseconds: timeNanoseconds, health: health, isDue: isDue))
    if refusedByRing > 0 || !entries.push(entry) { refusedByRing &+= 1 }
  }
}
