/// What came of reading a sample.
public enum SampleRead: BitwiseCopyable, Sendable, Equatable {
  /// A new sample. `moreWaiting` tells that the chip already holds the next one, so its latched line may show no new edge.
  case sample(moreWaiting: Bool)
  /// The chip has no new sample.
  case notReady
  case failed(BusError)
}

extension IMUSensor {
  /// Reads the sample that a data-ready edge announced: one transaction of 14 data bytes.
  ///
  /// Where reading the data releases a latched line, the status register is read once more in the same transaction: a
  /// sample that arrived meanwhile leaves the line active without an edge. Where reading the status releases it, the
  /// status comes first, and without its flag nothing is new. Safe on the sampling thread.
  @_noLocks public mutating func read(into raw: inout RawSample) -> SampleRead {
    var isNew = true
    var moreWaiting = false
    switch layout.service {
    case .data:
      if let error = port.fetch(from: layout.dataRegister, count: SampleLayout.dataBytes) { return .failed(error) }
      decode(offset: 0, into: &raw)
    case .dataThenStatus:
      let error = port.fetch(
        from: layout.dataRegister, count: SampleLayout.dataBytes, thenFrom: layout.statusRegister, count: 1)
      if let error { return .failed(error) }
      decode(offset: 0, into: &raw)
      moreWaiting = isReady(port.byte(SampleLayout.dataBytes))
    case .statusThenData:
      let lead = layout.statusLead
      let error = port.fetch(from: layout.statusRegister, count: lead &+ SampleLayout.dataBytes)
      if let error { return .failed(error) }
      isNew = isReady(port.byte(0))
      if isNew { decode(offset: lead, into: &raw) }
    }
    isAnnounced = false
    return isNew ? .sample(moreWaiting: moreWaiting) : .notReady
  }

  /// Reads the announced sample as ``read(into:)`` does, and behind it, still in the same transaction, the configuration
  /// registers whose turn it is: a look that costs four to seven bytes on the bus and no system call. Safe on the sampling
  /// thread.
  ///
  /// - Parameter check: what the look showed, where the transaction succeeded.
  @_noLocks public mutating func read(into raw: inout RawSample, check: inout RegisterCheck) -> SampleRead {
    let (first, lead, behind): (UInt8, Int, UInt8?) =
      switch layout.service {
      case .data: (layout.dataRegister, 0, nil)
      case .dataThenStatus: (layout.dataRegister, 0, layout.statusRegister)
      case .statusThenData: (layout.statusRegister, layout.statusLead, nil)
      }
    let count = lead &+ SampleLayout.dataBytes
    let error = port.fetch(
      from: first, count: count, thenFrom: behind, thenFrom: image.register(0, of: nextCheck),
      count: image.length(of: nextCheck))
    isAnnounced = false
    if let error { return .failed(error) }
    check = judgedCheck(at: behind == nil ? count : count &+ 1)
    if lead > 0, !isReady(port.byte(0)) { return .notReady }
    decode(offset: lead, into: &raw)
    return .sample(moreWaiting: behind != nil && isReady(port.byte(count)))
  }

  /// Reads the data registers once more, to see whether they were transferred rightly. They hold the sample until the next
  /// one is due.
  ///
  /// - Returns: nil when done.
  @_noLocks public mutating func readAgain(into raw: inout RawSample) -> BusError? {
    if let error = port.fetch(from: layout.dataRegister, count: SampleLayout.dataBytes) { return error }
    decode(offset: 0, into: &raw)
    return nil
  }

  /// The first of the data registers, for messages. Safe on the sampling thread.
  public var dataRegister: UInt8 { @_noLocks get { layout.dataRegister } }

  /// Clears the bus where the seam can; see ``I2CBus/clearBus()``. Not for the sampling thread: it may allocate.
  public func clearBus() -> Bool { port.bus.clearBus() }

  /// Whether only the line's level tells, after ``read(into:)``, that the chip already holds the next sample.
  public var mustCheckLevel: Bool {
    @_noLocks get { if case .statusThenData = layout.service { true } else { false } }
  }

  /// Whether the chip holds its line until it is read, so that no edge comes before.
  public var holdsLine: Bool {
    @_noLocks get { if case .data = layout.service { false } else { true } }
  }

  /// The error for a chip that lets itself be set up but gives no sample.
  ///
  /// - Parameter last: the last transfer that failed, if any did.
  public func noSamples(last: BusError?) -> SensorError {
    SensorError(bus: port.bus.name, address: port.address, reason: .noSamples(last: last))
  }

  /// Clears what the status register says of samples that were read without it, so that ``poll(into:)`` tells new ones.
  ///
  /// - Returns: nil when done.
  @_noLocks public mutating func forgetStatus() -> BusError? {
    isAnnounced = false
    return port.fetch(from: layout.statusRegister, count: 1)
  }

  /// Reads the status, and the data where that is new, for when no edge told that a sample is there.
  ///
  /// Two transactions for a sample, since a sample may arrive during one burst for both. An MPU-6050 then announces it in
  /// the status while the data registers still hold the one before, until the stop condition (register map 4.2, section
  /// 4.18); an LSM6DS3 clears its flag with the old data. Safe on the sampling thread.
  @_noLocks public mutating func poll(into raw: inout RawSample) -> SampleRead {
    if !isAnnounced {
      if let error = port.fetch(from: layout.statusRegister, count: 1) { return .failed(error) }
      guard isReady(port.byte(0)) else { return .notReady }
      // Reading the status may have cleared it; should the data not arrive, the next question must not ask again.
      isAnnounced = true
    }
    pollNanoseconds = port.nowNanoseconds
    if let error = port.fetch(from: layout.dataRegister, count: SampleLayout.dataBytes) { return .failed(error) }
    isAnnounced = false
    decode(offset: 0, into: &raw)
    return .sample(moreWaiting: false)
  }

  /// Asks the status first and reads the sample only where it's new: for a line that other chips pull, too, whose edges don't
  /// say whose they are. The chip must hold its line. Safe on the sampling thread.
  ///
  /// One transaction where the data registers stand still while they are read (MPU-6050); else two, for the reason that
  /// ``poll(into:)`` gives, and a look at the next sample's flag behind the second.
  @_noLocks public mutating func readIfReady(into raw: inout RawSample) -> SampleRead {
    if case .statusThenData = layout.service {
      pollNanoseconds = port.nowNanoseconds
      return read(into: &raw)
    }
    if !isAnnounced {
      if let error = port.fetch(from: layout.statusRegister, count: 1) { return .failed(error) }
      guard isReady(port.byte(0)) else { return .notReady }
      // Should the data not arrive, the next question must not ask again: a burst that failed may have cleared the flag.
      isAnnounced = true
    }
    pollNanoseconds = port.nowNanoseconds
    return read(into: &raw)
  }

  /// Lets go of a line that is held by a sample which nobody is to read any more. Not for the sampling thread.
  ///
  /// - Returns: nil when done.
  mutating func releaseLine() -> BusError? {
    if let error = forgetStatus() { return error }
    var raw = RawSample()
    return readAgain(into: &raw)
  }

  @_noLocks private func isReady(_ status: UInt8) -> Bool { status & layout.readyMask == layout.readyMask }

  /// Nanoseconds on the clock of the chip's bus. Safe on the sampling thread.
  public var nowNanoseconds: UInt64 { @_noLocks get { port.nowNanoseconds } }

  /// Leaves the bus idle until a deadline on its clock. Safe on the sampling thread.
  @_noLocks public func pause(untilNanoseconds deadline: UInt64) { port.pause(untilNanoseconds: deadline) }

  @_noLocks private func decode(offset: Int, into raw: inout RawSample) {
    switch family {
    case .mpu6050: MPU6050Plan.decode(port, offset: offset, into: &raw)
    case .lsm6ds3: LSM6DS3Plan.decode(port, offset: offset, into: &raw)
    }
  }
}
