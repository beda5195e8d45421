extension MPU6050Simulation {
  /// Data bytes by FIFO_EN bit, in order of their registers: acceleration, temperature, gyro x, y, z (RM section 4.6).
  private static let sources: [(bit: UInt8, first: Int, count: Int)] = [
    (0x08, 0, 6), (0x80, 6, 2), (0x40, 8, 2), (0x20, 10, 2), (0x10, 12, 2),
  ]

  var isFIFOOn: Bool { registers[MPU6050Register.userControl] & MPU6050Bits.fifoOn != 0 }

  /// Appends the enabled parts of the sample.
  /// - Returns: whether bytes were lost.
  func storeFrame() -> Bool {
    let enabled = registers[MPU6050Register.fifoEnable]
    guard isFIFOOn, enabled & 0xF8 != 0 else { return false }
    let stops = traits.hasFIFOMode && registers[MPU6050Register.config] & MPU6050Bits.fifoStopsWhenFull != 0
    var isLost = false
    times(Self.sources.count) { index in
      let source = Self.sources[index]
      guard enabled & source.bit != 0 else { return }
      times(source.count) { offset in
        if stops, fifo.count == fifo.capacity {
          isLost = true
        } else if fifo.push(sample.mpu6050Byte(source.first + offset)) {
          isLost = true
        }
      }
    }
    return isLost
  }

  /// A byte at the port. While switched off, the FIFO can be neither filled nor read (RM section 4.27).
  func loadFIFO() -> UInt8 { isFIFOOn ? fifo.pop() : fifo.stale }

  func latchFIFOCount() {
    registers[MPU6050Register.fifoCountHigh] = UInt8(truncatingIfNeeded: fifo.count >> 8)
    registers[MPU6050Register.fifoCountLow] = UInt8(truncatingIfNeeded: fifo.count)
  }
}
