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
  /// Where the line is latched, the status register is read once more in the same transaction: a sample that arrived
  /// during the read leaves the line active without an edge. Safe on the sampling thread.
  @_noLocks public mutating func read(into raw: inout RawSample) -> SampleRead {
    if layout.isLatched {
      let error = port.fetch(
        from: layout.dataRegister, count: SampleLayout.dataBytes, thenFrom: layout.statusRegister, count: 1)
      if let error { return .failed(error) }
      isAnnounced = false
      decode(offset: 0, into: &raw)
      let status = port.byte(SampleLayout.dataBytes)
      return .sample(moreWaiting: status & layout.readyMask == layout.readyMask)
    }
    if let error = port.fetch(from: layout.dataRegister, count: SampleLayout.dataBytes) { return .failed(error) }
    isAnnounced = false
    decode(offset: 0, into: &raw)
    return .sample(moreWaiting: false)
  }

  /// Reads the status, and the data where that is new, for when no edge told that a sample is there.
  ///
  /// The data is left alone while it is old: reading it clears the flag of a sample that arrives meanwhile, which would
  /// be lost. Two transactions for a sample, one without. Safe on the sampling thread.
  @_noLocks public mutating func poll(into raw: inout RawSample) -> SampleRead {
    if !isAnnounced {
      if let error = port.fetch(from: layout.statusRegister, count: 1) { return .failed(error) }
      guard port.byte(0) & layout.readyMask == layout.readyMask else { return .notReady }
      // Reading the status may have cleared it; should the data not arrive, the next question must not ask again.
      isAnnounced = true
    }
    if let error = port.fetch(from: layout.dataRegister, count: SampleLayout.dataBytes) { return .failed(error) }
    isAnnounced = false
    decode(offset: 0, into: &raw)
    return .sample(moreWaiting: false)
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
