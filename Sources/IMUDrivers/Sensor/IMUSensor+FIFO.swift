extension IMUSensor {
  /// Whether samples are read from the FIFO.
  public var usesFIFO: Bool { @_noLocks get { hasFIFO } }

  /// Whole frames that the FIFO holds.
  public var fifoCapacity: Int { @_noLocks get { fifo.capacityFrames } }

  /// Most frames of a batch: a quarter of the FIFO, so that three batches' time is left to a thread that comes late.
  public var largestBatch: Int { @_noLocks get { max(1, min(FIFOLayout.burstLimit, fifo.capacityFrames / 4)) } }

  /// Whether an edge comes with each sample; else when a batch is complete.
  public var edgesMarkSamples: Bool { @_noLocks get { fifo.marksEachSample } }

  /// Whether a line that was not served shows no further edge, although each sample has one.
  public var fifoHoldsLine: Bool { @_noLocks get { fifo.holdsLine && fifo.marksEachSample } }

  /// Looks how many frames wait. One transaction; safe on the sampling thread.
  ///
  /// A count is not trusted where the chip says that it was full. An MPU-6050's flag is left for ``drainFIFO(frames:)``,
  /// since reading it clears it; of a full FIFO its count already tells.
  @_noLocks public mutating func fifoLevel() -> FIFOState {
    switch fifo.kind {
    case .bytes:
      if let error = port.fetch(from: fifo.levelRegister, count: 2) { return .failed(error) }
      let count = Int(UInt16(bitPattern: port.bigEndianWord(at: 0)) & fifo.countMask)
      if count >= fifo.capacityBytes { return .overflow }
      return count % FIFOLayout.frameBytes == 0 ? .frames(count / FIFOLayout.frameBytes) : .misaligned
    case .words:
      if let error = port.fetch(from: fifo.levelRegister, count: 3) { return .failed(error) }
      return judgedStatus(at: 0)
    }
  }

  /// Takes frames out of the FIFO: one burst and a look at the flags behind it, in one transaction. Safe on the sampling
  /// thread.
  ///
  /// The MPU-6050's overflow flag stays set until it is read, so that this one look covers all the time since the last:
  /// what came before the count, and between count and burst. Frames are good only where the result is `frames`.
  ///
  /// - Parameter frames: not more than ``fifoLevel()`` has told, and at most ``burstFrames``.
  /// - Returns: `frames` with how many are left, as far as the chip tells (0 where it doesn't).
  @_noLocks public mutating func drainFIFO(frames: Int) -> FIFOState {
    let splitting = ReadSplitting(unitBytes: FIFOLayout.frameBytes, advancesRegister: false)
    let bytes = frames &* FIFOLayout.frameBytes
    switch fifo.kind {
    case .bytes:
      let error = port.fetch(
        from: fifo.dataRegister, count: bytes,
        thenFrom: fifo.flagRegister, count: 1, splitting: splitting)
      if let error { return .failed(error) }
      return port.byte(bytes) & fifo.overflowMask != 0 ? .overflow : .frames(0)
    case .words:
      let error = port.fetch(
        from: fifo.dataRegister, count: bytes,
        thenFrom: fifo.flagRegister, count: 3, splitting: splitting)
      if let error { return .failed(error) }
      return judgedStatus(at: bytes)
    }
  }

  /// A frame of the last ``drainFIFO(frames:)``, oldest first. The temperature stays as it is.
  @_noLocks public func frame(_ index: Int, into raw: inout RawSample) {
    let offset = index &* FIFOLayout.frameBytes
    switch fifo.kind {
    case .bytes:
      raw.accelerometerX = port.bigEndianWord(at: offset)
      raw.accelerometerY = port.bigEndianWord(at: offset &+ 2)
      raw.accelerometerZ = port.bigEndianWord(at: offset &+ 4)
      raw.gyroscopeX = port.bigEndianWord(at: offset &+ 6)
      raw.gyroscopeY = port.bigEndianWord(at: offset &+ 8)
      raw.gyroscopeZ = port.bigEndianWord(at: offset &+ 10)
    case .words:
      raw.gyroscopeX = port.littleEndianWord(at: offset)
      raw.gyroscopeY = port.littleEndianWord(at: offset &+ 2)
      raw.gyroscopeZ = port.littleEndianWord(at: offset &+ 4)
      raw.accelerometerX = port.littleEndianWord(at: offset &+ 6)
      raw.accelerometerY = port.littleEndianWord(at: offset &+ 8)
      raw.accelerometerZ = port.littleEndianWord(at: offset &+ 10)
    }
  }

  /// Reads the temperature, which is no part of the frames. One transaction; safe on the sampling thread.
  @_noLocks public mutating func readTemperature(into raw: inout RawSample) -> BusError? {
    if let error = port.fetch(from: fifo.temperatureRegister, count: 2) { return error }
    switch fifo.kind {
    case .bytes: raw.temperature = port.bigEndianWord(at: 0)
    case .words: raw.temperature = port.littleEndianWord(at: 0)
    }
    return nil
  }

  /// Notes the longest burst that the adapter takes, where an error says that one was too long for it.
  ///
  /// - Returns: whether a shorter burst is worth trying.
  @_noLocks public mutating func shortenBurst(after error: BusError) -> Bool {
    switch error.code {
    // EOPNOTSUPP is what the kernel gives for a message beyond an adapter's max_read_len; others give EMSGSIZE or EINVAL.
    case 95, 90, 22: break
    default: return false
    }
    guard burstFrames > 1 else { return false }
    burstFrames /= 2
    return true
  }

  /// FIFO_STATUS1 to 3 at a place of the last fetch.
  @_noLocks private func judgedStatus(at offset: Int) -> FIFOState {
    let flags = port.byte(offset &+ 1)
    let words = Int(UInt16(bitPattern: port.littleEndianWord(at: offset)) & fifo.countMask)
    // The count of a full FIFO may read as 0.
    if flags & fifo.overflowMask != 0 { return .overflow }
    if words == 0, flags & fifo.emptyMask == 0 { return .overflow }
    if words > 0, port.byte(offset &+ 2) != 0 { return .misaligned }
    return words % 6 == 0 ? .frames(words / 6) : .misaligned
  }
}
