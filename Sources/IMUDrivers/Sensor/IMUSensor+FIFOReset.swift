extension IMUSensor {
  /// Empties the FIFO and lets it begin anew with a whole frame, in the chip's own order: stop, reset, and enable last.
  ///
  /// A constant number of transactions (six or seven), however fast the chip fills it. What else makes frames what they are is
  /// written again, too, so that flipped bits do not last. Safe on the sampling thread.
  ///
  /// Source: register map 4.2 section 4.27 with Linux inv_mpu6050's order; ST DocID026899 section 6 (bypass empties).
  ///
  /// - Parameter watermark: frames that make the LSM6DS3's edge.
  /// - Returns: nil when done.
  @_noLocks public mutating func resetFIFO(watermark: Int) -> BusError? {
    if let error = put(fifo.stop) { return error }
    // Releases a latched line, and takes the overflow flag with it, so that it tells of the FIFO as it is from now on.
    if fifo.marksEachSample {
      if let error = port.fetch(from: fifo.flagRegister, count: 1) { return error }
    } else if let error = setWatermark(watermark) {
      return error
    }
    return put(fifo.start)
  }

  /// Sets the number of frames that make the LSM6DS3's edge. Two transactions; none where each sample has an edge. Safe on
  /// the sampling thread.
  @_noLocks public mutating func setWatermark(_ frames: Int) -> BusError? {
    if fifo.marksEachSample { return nil }
    // At most 32 frames, 192 words: the upper register is always 0, and so is the TR-C's FIFO_TEMP_EN in it.
    let words = UInt8(truncatingIfNeeded: frames &* 6)
    if let error = port.put(words, to: fifo.thresholdLow) { return error }
    image.expect(words, in: fifo.thresholdLow)
    return port.put(0, to: fifo.thresholdHigh)
  }

  /// Releases a latched line. Safe on the sampling thread.
  ///
  /// - Parameters:
  ///   - frames: behind a burst of so many, which stay readable.
  ///   - hasOverflowed: set where the flag, which this clears, was set.
  @_noLocks public mutating func releaseFIFOLine(behind frames: Int = 0, hasOverflowed: inout Bool) -> BusError? {
    let place = frames &* FIFOLayout.frameBytes
    if let error = port.fetch(from: fifo.flagRegister, count: 1, at: place) { return error }
    if port.byte(place) & fifo.overflowMask != 0 { hasOverflowed = true }
    return nil
  }

  @_noLocks private mutating func put(_ steps: FIFOLayout.Steps) -> BusError? {
    if let error = port.put(steps.first.value, to: steps.first.register) { return error }
    if let error = port.put(steps.second.value, to: steps.second.register) { return error }
    guard let third = steps.third else { return nil }
    return port.put(third.value, to: third.register)
  }
}
