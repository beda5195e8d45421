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

  /// Looks how many frames wait: one pair of two bytes (MPU-6050) or three (LSM6DS3), which changes nothing. Safe on the
  /// sampling thread.
  ///
  /// Asked before a burst it says how much to take; asked again behind it, it proves that whole frames came, whatever went over
  /// the bus between. A FIFO that was full has dropped its oldest bytes, and its size is no multiple of a frame; so has one of
  /// which a byte went astray, or from which another program took some. From then on an MPU-6050's count, to which the chip adds
  /// whole frames alone, is no multiple of twelve, and an LSM6DS3 tells the place of the next word in its frame. An MPU-6050's
  /// overflow flag is not relied on, since whoever reads it clears it.
  ///
  /// - Parameter frames: behind a burst of so many, which stay readable by ``frame(_:into:)``.
  @_noLocks public mutating func fifoLevel(behind frames: Int = 0) -> FIFOState {
    let place = frames &* FIFOLayout.frameBytes
    switch fifo.kind {
    case .bytes:
      if let error = port.fetch(from: fifo.levelRegister, count: 2, at: place) { return .failed(error) }
      let count = Int(UInt16(bitPattern: port.bigEndianWord(at: place)) & fifo.countMask)
      if count >= fifo.capacityBytes { return .overflow }
      return count % FIFOLayout.frameBytes == 0 ? .frames(count / FIFOLayout.frameBytes) : .misaligned
    case .words:
      if let error = port.fetch(from: fifo.levelRegister, count: 3, at: place) { return .failed(error) }
      let flags = port.byte(place &+ 1)
      let words = Int(UInt16(bitPattern: port.littleEndianWord(at: place)) & fifo.countMask)
      // The count of a full FIFO may read as 0.
      if flags & fifo.overflowMask != 0 { return .overflow }
      if words == 0, flags & fifo.emptyMask == 0 { return .overflow }
      if words > 0, port.byte(place &+ 2) != 0 { return .misaligned }
      return words % 6 == 0 ? .frames(words / 6) : .misaligned
    }
  }

  /// Takes frames out of the FIFO in one pair. Safe on the sampling thread.
  ///
  /// They are good only where ``fifoLevel(behind:)`` says so afterwards.
  ///
  /// - Parameter frames: not more than ``fifoLevel(behind:)`` has told, and at most ``burstFrames``.
  /// - Returns: nil when they came.
  @_noLocks public mutating func drainFIFO(frames: Int) -> BusError? {
    port.fetch(
      from: fifo.dataRegister, count: frames &* FIFOLayout.frameBytes,
      splitting: ReadSplitting(unitBytes: FIFOLayout.frameBytes, advancesRegister: false))
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

  /// Reads the temperature, which is no part of the frames. One pair; safe on the sampling thread.
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
}
