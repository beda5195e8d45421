import IMUDrivers

// The chip is distrusted: what it was set to, what was transferred, and whether its words still move.

extension Acquisition {
  /// Time between two restarts for words that stand still: a damaged part would have the chip set up again for ever.
  private static var frozenRestartNanoseconds: UInt64 { @_noLocks get { 60_000_000_000 } }

  /// Takes a look while the chip has no sample: it may have been set to a rate at which none comes for long.
  ///
  /// - Returns: false once the chip is no longer set up as it was.
  @_noLocks mutating func checkWhileQuiet(_ now: UInt64) -> Bool {
    watch.isDue(now) ? checkConfiguration() : true
  }

  /// Looks through the whole configuration before a chip is set up again that gives no sample, or samples that can't be: it tells
  /// why, where that shows.
  @_noLocks mutating func explainRestart() { _ = looksThroughConfiguration() }

  /// Looks at the whole configuration at once.
  ///
  /// - Returns: false where the chip is not set up as it was, which is then told.
  @_noLocks mutating func looksThroughConfiguration() -> Bool {
    var looks = 0
    while looks < sensor.checks {
      guard checkConfiguration() else { return false }
      looks &+= 1
    }
    return true
  }

  /// Looks at the registers whose turn it is, and again where one of them differs.
  ///
  /// - Returns: false once the chip is no longer set up as it was.
  @_noLocks mutating func checkConfiguration() -> Bool { confirm(sensor.checkRegisters()) }

  /// The step behind a sample: a look of its own. One that fails counts as a sample whose transfers failed.
  @_noLocks mutating func configurationStep() -> Outcome {
    isLookDue = false
    let check = sensor.checkRegisters()
    if case .failed(let error) = check {
      note(error)
      return failed(error)
    }
    return confirm(check) ? .quiet : beginRecovery()
  }

  @_noLocks private mutating func confirm(_ first: RegisterCheck) -> Bool {
    var check = first
    guard case .differs(let register, _, _) = check else {
      if case .failed(let error) = check { note(error) }
      if case .asWritten = check { sensor.passCheckOn() }
      return true
    }
    // One read may be wrong; two are not.
    check = sensor.confirmCheck()
    switch check {
    case .asWritten:
      noteCorruptedRead(register)
      sensor.passCheckOn()
      return true
    case .differs(let register, let wrote, let found):
      emit(.configurationLost(register: register, wrote: wrote, found: found))
      return false
    case .failed(let error):
      note(error)
      return true
    }
  }

  /// Looks at a sample that may have been transferred wrongly, and reads it again if so.
  ///
  /// - Parameter readyNanoseconds: when the sample became ready: the registers hold it for a period from then on.
  @_noLocks mutating func confirmTransfer(_ raw: inout RawSample, readyNanoseconds: UInt64) {
    defer { jump.note(raw) }
    guard jump.isSeen(in: raw) else { return }
    // Only while the next sample is not near.
    let elapsed = Double(sensor.nowNanoseconds &- readyNanoseconds)
    guard elapsed < 0.6 * period.nanoseconds else { return }
    var again = RawSample()
    if let error = sensor.readAgain(into: &again) { return note(error) }
    if MotionWords(again).differing(from: MotionWords(raw)) == 0, again.temperature == raw.temperature { return }
    noteCorruptedRead(sensor.dataRegister)
    raw = again
  }

  @_noLocks private mutating func noteCorruptedRead(_ register: UInt8) {
    emit(.readCorrupted(register: register))
    degrade()
  }

  /// Looks whether the words still move. Where they don't, it's told, and the chip is set up again, once.
  @_noLocks mutating func watchWords(_ raw: RawSample, timeNanoseconds: UInt64) {
    switch words.take(raw, timeNanoseconds: timeNanoseconds) {
    case .nothing: return
    case .frozen(let bits): emit(.wordsFrozen(SensorWords(rawValue: bits)), timeNanoseconds: timeNanoseconds)
    case .zeros: emit(.allZero, timeNanoseconds: timeNanoseconds)
    }
    degrade()
    // What has never shown any noise was set up just now, and it didn't help.
    guard words.isNoisy, timeNanoseconds >= nextFrozenRestartNanoseconds else { return }
    nextFrozenRestartNanoseconds = timeNanoseconds &+ Self.frozenRestartNanoseconds
    wantsRestart = true
  }
}
