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
  /// sample that arrived meanwhile leaves the line active without an edge. Safe on the sampling thread.
  @_noLocks public mutating func read(into raw: inout RawSample) -> SampleRead {
    switch layout.service {
    case .data:
      if let error = port.fetch(from: layout.dataRegister, count: SampleLayout.dataBytes) { return .failed(error) }
      decode(offset: 0, into: &raw)
      return .sample(moreWaiting: false)
    case .dataThenStatus:
      let error = port.fetch(
        from: layout.dataRegister, count: SampleLayout.dataBytes, thenFrom: layout.statusRegister, count: 1)
      if let error { return .failed(error) }
      decode(offset: 0, into: &raw)
      return .sample(moreWaiting: port.byte(SampleLayout.dataBytes) & layout.readyMask == layout.readyMask)
    case .statusThenData:
      let lead = layout.statusLead
      let error = port.fetch(from: layout.statusRegister, count: lead &+ SampleLayout.dataBytes)
      if let error { return .failed(error) }
      guard port.byte(0) & layout.readyMask == layout.readyMask else { return .notReady }
      decode(offset: lead, into: &raw)
      return .sample(moreWaiting: false)
    }
  }

  /// Whether only the line's level tells, after ``read(into:)``, that the chip already holds the next sample.
  public var mustCheckLevel: Bool {
    @_noLocks get { if case .statusThenData = layout.service { true } else { false } }
  }

  /// Clears what the status register says of samples that were read without it, so that ``poll(into:)`` tells new ones.
  ///
  /// - Returns: nil when done.
  @_noLocks public mutating func forgetStatus() -> BusError? { port.fetch(from: layout.statusRegister, count: 1) }

  /// Asks the status register, and reads the sample only if it is a new one, for when no edge told. Two transactions.
  ///
  /// One burst over both would do, if the next sample never came in the middle of it: the flags of a sample whose data
  /// were only half read would be cleared, and it would never be told as new. Safe on the sampling thread.
  @_noLocks public mutating func poll(into raw: inout RawSample) -> SampleRead {
    if let error = port.fetch(from: layout.statusRegister, count: 1) { return .failed(error) }
    guard port.byte(0) & layout.readyMask == layout.readyMask else { return .notReady }
    if let error = port.fetch(from: layout.dataRegister, count: SampleLayout.dataBytes) { return .failed(error) }
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
