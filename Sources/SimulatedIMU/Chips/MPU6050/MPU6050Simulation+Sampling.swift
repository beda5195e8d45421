extension MPU6050Simulation {
  /// CLKSEL 4 and 5 await an external clock that no board here has, 7 stops the clock (RM section 4.28).
  var isClockStopped: Bool {
    switch registers[MPU6050Register.power1] & 0x07 {
    case 4, 5, 7: true
    default: false
    }
  }

  /// Base rate of the filters: 8 kHz with the low-pass filter off (0 or 7), else 1 kHz (RM section 4.3).
  private var baseHertz: Double {
    let filter = registers[MPU6050Register.config] & 0x07
    return filter == 0 || filter == 7 ? 8000 : 1000
  }

  private var divider: UInt64 { 1 + UInt64(registers[MPU6050Register.sampleRateDivider]) }

  /// Makes registers do what they say after a write.
  /// - Parameter value: the byte as written, with bits that read as 0.
  func applyConfiguration(of register: UInt8, _ value: UInt8, at time: UInt64) {
    switch register {
    case MPU6050Register.sampleRateDivider, MPU6050Register.config:
      restartClock(at: time)
    case MPU6050Register.userControl:
      // FIFO_RESET works while FIFO_EN is 0 (RM section 4.27). SIG_COND_RESET also clears the sample registers.
      if value & MPU6050Bits.fifoReset != 0, value & MPU6050Bits.fifoOn == 0 { fifo.reset() }
      if value & MPU6050Bits.signalReset != 0 { resetSignalPath(at: time, clearsRegisters: true) }
    case MPU6050Register.signalPathReset:
      // This reset leaves the sample registers as they are (RM section 4.25).
      if value & 0x07 != 0 { resetSignalPath(at: time, clearsRegisters: false) }
    default: break
    }
  }

  /// Samples begin one period after `time`, or end, as the power registers say.
  func restartClock(at time: UInt64) {
    if isAsleep || isClockStopped {
      clock.stop()
      return
    }
    if clock.next == .max { junkLeft = options.junkSamples }
    clock.run(hertz: baseHertz / Double(divider), from: time)
  }

  private func resetSignalPath(at time: UInt64, clearsRegisters: Bool) {
    if clearsRegisters {
      sample = RawSample()
      times(MPU6050Register.dataBytes) { registers[MPU6050Register.data + UInt8($0)] = 0 }
    }
    restartClock(at: time)
    junkLeft = options.junkSamples
  }

  /// Whether anybody can tell that a sample was measured. At 8 kHz, until it is told otherwise, the chip overtakes each reader of its
  /// registers several times; without FIFO and interrupts, one in a millisecond is as good. An emulated machine, which simulates
  /// in real time too, would not keep up with all.
  func isNoticed(_ tick: SampleClock.Tick) -> Bool {
    baseHertz < 8000 || junkLeft > 0 || isFIFOOn || registers[MPU6050Register.interruptEnable] != 0
      || isAccelerationDue(tick)
  }

  /// Takes a sample; axes in standby and a switched-off thermometer keep their last value.
  func measure(_ tick: SampleClock.Tick) {
    if junkLeft > 0 {
      junkLeft -= 1
      sample = .junk(junkLeft)
      return
    }
    let motion = sampler.motion(tick)
    let standby = registers[MPU6050Register.power2]
    // 16384 LSB/g at 2 g and 131 LSB/(deg/s) at 250 deg/s, halved by each range code (PS sections 6.1 and 6.2).
    let gyroRange = Int(registers[MPU6050Register.gyroConfig] >> 3) & 3
    let accelRange = Int(registers[MPU6050Register.accelConfig] >> 3) & 3
    let gyroScale = Self.gyroScales(gyroRange) * 180 / .pi
    let accelScale = 16384 / Double(1 << accelRange) / Motion.standardGravity * (hasHalfSensitivity ? 0.5 : 1)
    let takesAcceleration = isAccelerationDue(tick)
    times(3) { axis in
      if standby & (0x04 >> UInt8(axis)) == 0 {
        sample.angularRate[axis] = quantised(
          motion.angularRate[axis] * gyroScale + (pushedRate(axis) + offsetRate(axis)) * Self.gyroScales(gyroRange))
      }
      if takesAcceleration, standby & (0x20 >> UInt8(axis)) == 0 {
        sample.acceleration[axis] = quantised(
          (motion.specificForce[axis] + pushedForce(axis) + offsetForce(axis)) * accelScale)
      }
    }
    if registers[MPU6050Register.power1] & MPU6050Bits.temperatureOff == 0 {
      sample.temperature = quantised((motion.temperature - traits.temperatureAtZero) * traits.temperatureScale)
    }
  }

  /// What the offset registers add, in deg/s: 32.8 counts each (InvenSense, "MPU Hardware Offset Registers", 1.2).
  private func offsetRate(_ axis: Int) -> Double {
    Double(word(at: MPU6050Register.gyroscopeOffset + 2 * UInt8(axis))) / 32.8
  }

  /// What the offset registers add, in m/s^2: 2048 counts a g. Bit 0 means something else, and the factory's trim is 0 here.
  private func offsetForce(_ axis: Int) -> Double {
    let counts = word(at: MPU6050Register.accelerometerOffset(axis, traits)) & ~1
    return Double(counts) / 2048 * Motion.standardGravity
  }

  private func word(at register: UInt8) -> Int16 {
    Int16(bitPattern: UInt16(registers[register]) << 8 | UInt16(registers[register + 1]))
  }

  /// What the self-test bits 7 to 5 of GYRO_CONFIG add, in deg/s (RM section 4.4).
  private func pushedRate(_ axis: Int) -> Double {
    guard registers[MPU6050Register.gyroConfig] & (0x80 >> UInt8(axis)) != 0 else { return 0 }
    return traits.hasFIFOMode ? options.selfTest.mpu6500AngularRate(axis) : options.selfTest.mpu6050AngularRate(axis)
  }

  /// What the self-test bits 7 to 5 of ACCEL_CONFIG add, in m/s^2 (RM section 4.5).
  private func pushedForce(_ axis: Int) -> Double {
    guard registers[MPU6050Register.accelConfig] & (0x80 >> UInt8(axis)) != 0 else { return 0 }
    let response = options.selfTest
    let gravities = traits.hasFIFOMode ? response.mpu6500Acceleration(axis) : response.mpu6050Acceleration(axis)
    return gravities * Motion.standardGravity
  }

  /// LSB per degree per second, as the product specification rounds them (PS section 6.1).
  private static func gyroScales(_ range: Int) -> Double {
    switch range {
    case 0: 131
    case 1: 65.5
    case 2: 32.8
    default: 16.4
    }
  }

  /// The accelerometer gives at most 1000 samples a second; above that its words repeat (RM section 4.2).
  private func isAccelerationDue(_ tick: SampleClock.Tick) -> Bool {
    guard tick.row == nil, baseHertz == 8000 else { return true }
    // A new one whenever a whole millisecond of the chip's own time has passed since the tick before.
    return tick.count == 1 || tick.count * divider / 8 != (tick.count - 1) * divider / 8
  }
}

extension RawSample {
  /// A byte of the data registers: acceleration, temperature, rate, high bytes first.
  func mpu6050Byte(_ index: Int) -> UInt8 {
    let word =
      switch index / 2 {
      case 0...2: acceleration[index / 2]
      case 3: temperature
      default: angularRate[index / 2 - 4]
      }
    return UInt8(truncatingIfNeeded: index % 2 == 0 ? word >> 8 : word)
  }
}
