extension LSM6DS3Simulation {
  var accelerationRate: LSM6DS3Rate {
    LSM6DS3Rate(
      accelerationCode: registers[LSM6DS3Register.control1] >> 4, isSecondGeneration: traits.isSecondGeneration)
  }

  var angularRateRate: LSM6DS3Rate {
    LSM6DS3Rate(rateCode: registers[LSM6DS3Register.control2] >> 4, isSecondGeneration: traits.isSecondGeneration)
  }

  /// Makes registers do what they say after a write.
  func applyConfiguration(of register: UInt8, former: UInt8, at time: UInt64) {
    let value = registers[register]
    switch register {
    case LSM6DS3Register.control1:
      let wasOn = LSM6DS3Rate(accelerationCode: former >> 4, isSecondGeneration: traits.isSecondGeneration).isOn
      if !wasOn { junkAccelerationLeft = options.junkSamples }
      if !accelerationRate.isOn { clearWords(LSM6DS3Output.accelerationWords) }
      if former >> 4 != value >> 4 { restartClock(at: time) }
    case LSM6DS3Register.control2:
      let wasOn = LSM6DS3Rate(rateCode: former >> 4, isSecondGeneration: traits.isSecondGeneration).isOn
      if !wasOn { junkRateLeft = options.junkSamples }
      if !angularRateRate.isOn { clearWords(LSM6DS3Output.rateWords) }
      if former >> 4 != value >> 4 { restartClock(at: time) }
    case LSM6DS3Register.fifoControl3, LSM6DS3Register.fifoControl4: fifo.beginSet()
    case LSM6DS3Register.fifoControl5:
      if !LSM6DS3FIFO.isStoring(mode: value) { fifo.reset() }
      if former != value { fifo.beginSet() }
    default: break
    }
  }

  /// A sensor without power gives zeros.
  private func clearWords(_ words: Range<Int>) {
    if words == LSM6DS3Output.rateWords { sample.angularRate = .zero } else { sample.acceleration = .zero }
    output.update(words, from: sample, ready: 0, mode: registers[LSM6DS3Register.control3])
  }

  private func restartClock(at time: UInt64) {
    clockRate = accelerationRate.faster(angularRateRate)
    guard clockRate.isOn else {
      clock.stop()
      return
    }
    clock.run(hertz: clockRate.hertz, from: time)
  }

  func takeSample(_ tick: SampleClock.Tick) {
    samplesTaken += 1
    // A recording sets the pace of both sensors: each row reaches each that is on.
    let isRow = tick.row != nil
    let takesAcceleration = accelerationRate.isOn && (isRow || accelerationRate.isDue(tick.count, of: clockRate))
    let takesRate =
      angularRateRate.isOn && (isRow || angularRateRate.isDue(tick.count, of: clockRate))
      && registers[LSM6DS3Register.control4] & LSM6DS3Bits.rateSleep == 0
    var ready: UInt8 = 0
    if !sampleFaults.isFrozen {
      measure(tick, acceleration: takesAcceleration, rate: takesRate)
      sample = sampleFaults.applied(to: sample)
    }
    if takesAcceleration { ready |= settled(&junkAccelerationLeft, LSM6DS3Bits.accelerationReady) }
    if takesRate { ready |= settled(&junkRateLeft, LSM6DS3Bits.rateReady) }
    let mode = registers[LSM6DS3Register.control3]
    output.update(
      LSM6DS3Output.temperatureWords, from: sample, ready: LSM6DS3Bits.temperatureReady, mode: mode)
    if takesRate {
      output.update(LSM6DS3Output.rateWords, from: sample, ready: ready & LSM6DS3Bits.rateReady, mode: mode)
    }
    if takesAcceleration {
      output.update(
        LSM6DS3Output.accelerationWords, from: sample, ready: ready & LSM6DS3Bits.accelerationReady, mode: mode)
    }
    storeSet(tick)
    announce(ready | LSM6DS3Bits.temperatureReady, at: tick.time)
  }

  /// Counts down the samples before the filters have settled; with DRDY_MASK those are not announced.
  private func settled(_ left: inout Int, _ ready: UInt8) -> UInt8 {
    guard left > 0 else { return ready }
    left -= 1
    return registers[LSM6DS3Register.control4] & LSM6DS3Bits.maskUntilSettled != 0 ? 0 : ready
  }

  private func measure(_ tick: SampleClock.Tick, acceleration takesAcceleration: Bool, rate takesRate: Bool) {
    let motion = sampler.motion(tick)
    sample.temperature = quantised((motion.temperature - 25) * traits.temperatureScale)
    if takesAcceleration {
      let scale = 1000 / accelerationUnit / Motion.standardGravity * (hasHalfSensitivity ? 0.5 : 1)
      times(3) { axis in
        guard isAxisOn(axis, LSM6DS3Register.control9) else { return }
        let pushed = options.selfTest.lsm6ds3Acceleration(axis, mode: registers[LSM6DS3Register.control5] & 3)
        let added = (pushed + userOffset(axis)) * Motion.standardGravity
        sample.acceleration[axis] = quantised((motion.specificForce[axis] + added) * scale)
      }
      if junkAccelerationLeft > 0 { sample.acceleration = RawSample.junk(junkAccelerationLeft).acceleration }
    }
    if takesRate {
      let scale = 180 / .pi * 1000 / angularRateUnit
      times(3) { axis in
        guard isAxisOn(axis, LSM6DS3Register.control10) else { return }
        let pushed = options.selfTest.lsm6ds3AngularRate(axis, mode: (registers[LSM6DS3Register.control5] >> 2) & 3)
        sample.angularRate[axis] = quantised((motion.angularRate[axis] + pushed * .pi / 180) * scale)
      }
      if junkRateLeft > 0 { sample.angularRate = RawSample.junk(junkRateLeft).angularRate }
    }
  }

  /// In g: 2^-10 a count, or 2^-6 with USR_OFF_W of CTRL6_C (LSM6DS3TR-C data sheet, section 9.88). The first generation has none.
  private func userOffset(_ axis: Int) -> Double {
    guard traits.isSecondGeneration else { return 0 }
    let counts = Int8(bitPattern: registers[LSM6DS3Register.userOffset + UInt8(axis)])
    return Double(counts) / (registers[LSM6DS3Register.control6] & LSM6DS3Bits.coarseUserOffset != 0 ? 64 : 1024)
  }

  /// Only the first generation can switch single axes off.
  private func isAxisOn(_ axis: Int, _ register: UInt8) -> Bool {
    traits.isSecondGeneration || registers[register] & (0x08 << UInt8(axis)) != 0
  }

  /// Milli-g per count: range codes 0 to 3 are 2, 16, 4 and 8 g (datasheet, mechanical characteristics).
  private var accelerationUnit: Double {
    switch (registers[LSM6DS3Register.control1] >> 2) & 3 {
    case 0: 0.061
    case 1: 0.488
    case 2: 0.122
    default: 0.244
    }
  }

  /// Millidegrees per second and count: FS_125 comes before the code for 250, 500, 1000 and 2000 deg/s.
  private var angularRateUnit: Double {
    let control = registers[LSM6DS3Register.control2]
    if control & 0x02 != 0 { return 4.375 }
    switch (control >> 2) & 3 {
    case 0: return 8.75
    case 1: return 17.5
    case 2: return 35
    default: return 70
    }
  }
}
