extension LSM6DS3Simulation {
  /// Data sets in their order: gyro, accelerometer, third and fourth.
  private var decimations: (rate: UInt64, acceleration: UInt64, third: UInt64, fourth: UInt64) {
    let control3 = registers[LSM6DS3Register.fifoControl3]
    let control4 = registers[LSM6DS3Register.fifoControl4]
    return (
      LSM6DS3FIFO.decimation(control3 >> 3), LSM6DS3FIFO.decimation(control3),
      LSM6DS3FIFO.decimation(control4), LSM6DS3FIFO.decimation(control4 >> 3)
    )
  }

  private var threshold: Int {
    Int(registers[LSM6DS3Register.fifoControl1])
      | Int(registers[LSM6DS3Register.fifoControl2] & traits.upperCountBits) << 8
  }

  /// STOP_ON_FTH: CTRL4_C bit 0 in the first generation, FIFO_CTRL4 bit 7 in the second.
  private var stopsOnThreshold: Bool {
    traits.isSecondGeneration
      ? registers[LSM6DS3Register.fifoControl4] & 0x80 != 0 : registers[LSM6DS3Register.control4] & 0x01 != 0
  }

  /// Words that the FIFO holds at most.
  private var limit: Int { stopsOnThreshold && threshold > 0 ? min(threshold, fifo.capacity) : fifo.capacity }

  /// Stores what the FIFO wants of a sample.
  func storeSet(_ tick: SampleClock.Tick) {
    let control = registers[LSM6DS3Register.fifoControl5]
    guard LSM6DS3FIFO.isStoring(mode: control) else { return }
    let rate = LSM6DS3Rate(fifoCode: control >> 3 & 0x0F)
    guard rate.isOn, tick.row != nil || rate.isDue(tick.count, of: clockRate) else { return }
    let sets = decimations
    let number = fifo.nextSample(period: Self.period(sets))
    if sets.rate > 0, number % sets.rate == 0 {
      times(3) { store(UInt16(bitPattern: sample.angularRate[$0])) }
    }
    if sets.acceleration > 0, number % sets.acceleration == 0 {
      times(3) { store(UInt16(bitPattern: sample.acceleration[$0])) }
    }
    if sets.third > 0, number % sets.third == 0 {
      // No sensor sits on the hub.
      times(3) { _ in store(0) }
    }
    if sets.fourth > 0, number % sets.fourth == 0 { storeFourthSet(at: tick.time) }
  }

  /// The timestamp as bytes 15:8, 23:16, none, 7:0, then a step count of 0 (TIMER_PEDO_FIFO_EN); else an absent sensor.
  private func storeFourthSet(at time: UInt64) {
    guard registers[LSM6DS3Register.fifoControl2] & 0x80 != 0 else {
      times(3) { _ in store(0) }
      return
    }
    let timestamp = timestamp(at: time)
    store(UInt16(truncatingIfNeeded: timestamp >> 8))
    store(UInt16(truncatingIfNeeded: timestamp << 8))
    store(0)
  }

  private func store(_ word: UInt16) {
    let isFIFOMode = registers[LSM6DS3Register.fifoControl5] & 0x07 == 1
    fifo.store(word, limit: limit, stopsWhenFull: isFIFOMode || stopsOnThreshold)
  }

  /// Samples after which the pattern repeats: the least common multiple of the decimations.
  private static func period(_ sets: (rate: UInt64, acceleration: UInt64, third: UInt64, fourth: UInt64)) -> UInt64 {
    func joined(_ a: UInt64, _ b: UInt64) -> UInt64 {
      if b == 0 { return a }
      var (x, y) = (a, b)
      while y > 0 { (x, y) = (y, x % y) }
      return a / x * b
    }
    return joined(joined(joined(max(sets.rate, 1), sets.acceleration), sets.third), sets.fourth)
  }

  /// Words that the next FIFO sample may bring.
  private var wordsPerSample: Int {
    let sets = decimations
    var words = 0
    if sets.rate > 0 { words += 3 }
    if sets.acceleration > 0 { words += 3 }
    if sets.third > 0 { words += 3 }
    if sets.fourth > 0 { words += 3 }
    return words
  }

  /// FIFO_STATUS1 to 4. OVER_RUN says that the FIFO is completely filled, FULL that the next sample fills it (datasheet,
  /// FIFO_STATUS2).
  func fifoStatus() -> LSM6DS3FIFO.Status {
    var flags: UInt8 = 0
    if fifo.count == 0 { flags |= LSM6DS3Bits.statusEmpty }
    if threshold > 0, fifo.count >= threshold { flags |= LSM6DS3Bits.statusThreshold }
    if fifo.count > 0, fifo.count + wordsPerSample >= limit { flags |= LSM6DS3Bits.statusFull }
    if fifo.count >= limit { flags |= LSM6DS3Bits.statusOverrun }
    return LSM6DS3FIFO.Status(
      count: fifo.count, countMask: UInt16(traits.upperCountBits) << 8 | 0xFF, flags: flags, place: fifo.place)
  }
}
