/// What came of reading a sample.
public enum SampleRead: BitwiseCopyable, Sendable, Equatable {
  /// A new sample.
  case sample
  /// The chip has no new sample.
  case notReady
  case failed(BusError)
}

extension IMUSensor {
  /// Reads the status register and the data behind it in one pair, 15 bytes of an MPU-6050 or 16 of an LSM6DS3, and says
  /// whether that is a new sample. Safe on the sampling thread.
  ///
  /// Neither the flag nor the data prove that alone, and no lock of the bus is relied on:
  /// - An MPU-6050's data registers stand still from the START to the STOP (register map 4.2, section 4.18), its status does not.
  ///   A sample that arrives in front of the status byte sets the flag that is cleared by that byte; the data are the old ones.
  /// - An LSM6DS3 clears its flag when the data are read (DocID026899, STATUS_REG). A sample that arrives behind the status byte
  ///   comes without a flag and leaves none.
  /// - Another program that reads the same registers takes the flag, and a transfer that fails may have.
  ///
  /// So flag and data must agree: a flag with other data than the last sample's is a new sample, the last sample's data
  /// without a flag are none. Where they disagree a second pair decides. Behind a flag it brings what the flag told of, be the
  /// data the same again (a chip at rest without noise). Without a flag in either they are new if they differ again; an LSM6DS3's
  /// in the gyroscope's words, whose flag it is: without power they are zeros for ever, while the accelerometer goes on.
  ///
  /// - Parameter isAnnounced: whether an edge says that there is one. Where none does, an LSM6DS3 is asked for its status first, in
  ///   a pair that clears nothing: else a sample that arrives during the read would leave neither flag nor edge.
  @_noLocks public mutating func read(into raw: inout RawSample, isAnnounced: Bool = true) -> SampleRead {
    let asksFirst = if case .lsm6ds3 = family { !isAnnounced } else { false }
    if asksFirst {
      if let error = port.fetch(from: layout.statusRegister, count: 1) { return .failed(error) }
      guard isReady(port.byte(0)) else { return .notReady }
    }
    var found = RawSample()
    if let error = fetchSample(into: &found) { return .failed(error) }
    let isFlagged = isReady(port.byte(0))
    hasArrivedMeanwhile = false
    if isFlagged == found.isSame(as: last) {
      let first = found
      if let error = fetchSample(into: &found) { return .failed(error) }
      hasArrivedMeanwhile = !found.isSame(as: first)
      let isProved = isFlagged || isReady(port.byte(0))
      let byRate = if case .lsm6ds3 = family { true } else { false }
      if !isProved, !found.isEvidentlyNew(since: last, byRate: byRate) { return .notReady }
    } else if !isFlagged {
      return .notReady
    }
    last = found
    raw = found
    return .sample
  }

  @_noLocks private func isReady(_ status: UInt8) -> Bool { status & layout.readyMask == layout.readyMask }

  @_noLocks private mutating func fetchSample(into raw: inout RawSample) -> BusError? {
    let lead = layout.statusLead
    askedNanoseconds = port.nowNanoseconds
    if let error = port.fetch(from: layout.statusRegister, count: lead &+ SampleLayout.dataBytes) { return error }
    decode(offset: lead, into: &raw)
    return nil
  }

  /// Reads the data registers once more, to see whether they were transferred rightly. They hold the sample until the next
  /// one is due, whose flag is left alone.
  ///
  /// - Returns: nil when done.
  @_noLocks public mutating func readAgain(into raw: inout RawSample) -> BusError? {
    if let error = port.fetch(from: layout.dataRegister, count: SampleLayout.dataBytes) { return error }
    decode(offset: 0, into: &raw)
    last = raw
    return nil
  }

  /// The first of the data registers, for messages. Safe on the sampling thread.
  public var dataRegister: UInt8 { @_noLocks get { layout.dataRegister } }

  /// Whether the chip holds its line until it is read, so that no edge comes before.
  public var holdsLine: Bool { @_noLocks get { layout.holdsLine } }

  /// The error for a chip that lets itself be set up but gives no sample.
  ///
  /// - Parameter last: the last transfer that failed, if any did.
  public func noSamples(last: BusError?) -> SensorError {
    SensorError(bus: port.bus.name, address: port.address, reason: .noSamples(last: last))
  }

  /// Lets go of a line that is held by a sample which nobody is to read any more. Not for the sampling thread.
  ///
  /// - Returns: nil when done.
  mutating func releaseLine() -> BusError? {
    var raw = RawSample()
    return fetchSample(into: &raw)
  }

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
