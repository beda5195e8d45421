/// An MPU-6050 or one of its siblings, as seen from its pins (RM-MPU-6000A 4.2, PS-MPU-6000A 3.4).
final class MPU6050Simulation: ChipSimulation {
  /// Width of the interrupt pulse (RM section 4.17, LATCH_INT_EN = 0).
  static let pulseNanoseconds: UInt64 = 50_000
  /// How long after waking up configuration is still ignored: Linux waits 5 to 10 ms (INV_MPU6050_REG_UP_TIME_MIN).
  static let wakeNanoseconds: UInt64 = 5_000_000
  /// Typical duration of a reset here, below the 100 ms that all known drivers wait.
  static let resetNanoseconds: UInt64 = 50_000_000

  let traits: MPU6050Traits
  let sampler: MotionSampler
  let options: ChipOptions
  var registers: RegisterFile
  var clock: SampleClock
  var fifo: ByteFIFO

  // The bus interface.
  private var pointer: UInt8 = 0
  private var expectsPointer = false
  private var isAddressed = false

  // Samples.
  var sample = RawSample()
  /// Whether a sample arrived while the bus was busy and waits for the stop condition (RM section 4.18).
  private var isDataPending = false
  var junkLeft = 0
  private(set) var samplesTaken: UInt64 = 0

  // Interrupts.
  private(set) var interruptsRaised: UInt64 = 0
  var isUnsettled = true
  private var pulseEnd = UInt64.max
  private var isLatched = false

  // Power.
  private var resetEnd = UInt64.max
  private var configurableFrom: UInt64 = 0

  // Faults of the silicon.
  private var sampleFaults = SampleFaults()
  var hasHalfSensitivity = false
  private var foreignIdentity: UInt8?

  let acknowledges = true

  init(_ traits: MPU6050Traits, sampler: MotionSampler, options: ChipOptions) {
    self.traits = traits
    self.sampler = sampler
    self.options = options
    registers = MPU6050Register.file(traits, selfTest: options.selfTest)
    clock = SampleClock(recording: sampler.recording, error: options.clockError)
    fifo = ByteFIFO(capacity: traits.fifoBytes)
  }

  var nextEvent: UInt64 { min(clock.next, pulseEnd, resetEnd) }
  var nextSample: UInt64 { clock.next }
  var nextPinMove: UInt64 {
    registers[MPU6050Register.interruptEnable] != 0 || pulseEnd != .max ? nextEvent : .max
  }
  var addressedRegister: UInt8 { pointer }

  // MARK: Power

  func powerOn(at time: UInt64) {
    clearState()
    configurableFrom = 0
  }

  func powerOff() { clearState() }

  private func clearState() {
    isUnsettled = true
    registers.reset()
    clock.stop()
    fifo.reset()
    sample = RawSample()
    isDataPending = false
    isAddressed = false
    pulseEnd = .max
    isLatched = false
    resetEnd = .max
  }

  private func deviceReset(at time: UInt64) {
    let wasAddressed = isAddressed
    clearState()
    isAddressed = wasAddressed
    resetEnd = time &+ (options.resetNanoseconds ?? Self.resetNanoseconds)
  }

  // MARK: Time

  func advance() {
    isUnsettled = true
    let time = nextEvent
    if resetEnd == time { resetEnd = .max }
    if pulseEnd == time { pulseEnd = .max }
    if clock.next == time { takeSample(clock.take()) }
  }

  private func takeSample(_ tick: SampleClock.Tick) {
    samplesTaken += 1
    if !sampleFaults.isFrozen, isNoticed(tick) {
      measure(tick)
      sample = sampleFaults.applied(to: sample)
    }
    if isAddressed { isDataPending = true } else { publish() }
    var flags = MPU6050Bits.dataReady
    if storeFrame() { flags |= MPU6050Bits.fifoOverflow }
    raise(flags, at: tick.time)
  }

  /// Moves the sample into the registers that the bus sees.
  private func publish() {
    isDataPending = false
    times(MPU6050Register.dataBytes) { registers[MPU6050Register.data + UInt8($0)] = sample.mpu6050Byte($0) }
  }

  private func raise(_ flags: UInt8, at time: UInt64) {
    registers[MPU6050Register.interruptStatus] |= flags
    guard registers[MPU6050Register.interruptEnable] & flags != 0 else { return }
    interruptsRaised += 1
    isLatched = true
    pulseEnd = time &+ Self.pulseNanoseconds
  }

  func play(from start: UInt64) -> Bool {
    guard sampler.recording != nil else { return false }
    clock.play(from: start)
    isUnsettled = true
    return true
  }

  // MARK: The bus

  func begin(isRead: Bool, at time: UInt64) {
    isAddressed = true
    expectsPointer = !isRead
  }

  func end(at time: UInt64) {
    isAddressed = false
    if isDataPending { publish() }
  }

  func write(_ byte: UInt8, at time: UInt64) {
    if expectsPointer {
      pointer = byte & 0x7F
      expectsPointer = false
      return
    }
    store(byte, to: pointer, at: time)
    isUnsettled = true
    moveOn()
  }

  func read(at time: UInt64) -> UInt8 {
    let byte = load(pointer, at: time)
    if registers[MPU6050Register.interruptPin] & MPU6050Bits.clearByAnyRead != 0 { clearStatus() }
    moveOn()
    return byte
  }

  /// The address follows the bytes, but stays at the FIFO's port.
  private func moveOn() {
    if pointer != MPU6050Register.fifoData { pointer = (pointer + 1) & 0x7F }
  }

  private func load(_ register: UInt8, at time: UInt64) -> UInt8 {
    switch register {
    case MPU6050Register.interruptStatus:
      defer { clearStatus() }
      return registers[register]
    case MPU6050Register.fifoCountHigh:
      // Reading the high byte fixes both, so that the pair belongs together.
      latchFIFOCount()
      return registers[register]
    case MPU6050Register.fifoData: return loadFIFO()
    default: return peek(register, at: time)
    }
  }

  private func clearStatus() {
    isUnsettled = true
    registers[MPU6050Register.interruptStatus] = 0
    isLatched = false
  }

  func peek(_ register: UInt8, at time: UInt64) -> UInt8 {
    switch register & 0x7F {
    case MPU6050Register.power1 where resetEnd != .max: registers[register] | MPU6050Bits.deviceReset
    case MPU6050Register.identity: foreignIdentity ?? registers[register]
    default: registers[register]
    }
  }

  private func store(_ value: UInt8, to register: UInt8, at time: UInt64) {
    if resetEnd != .max { return }
    if register == MPU6050Register.power1 {
      storePower(value, at: time)
      return
    }
    // Asleep, and shortly after, the chip forgets what is written to it.
    guard !isAsleep, time >= configurableFrom else { return }
    registers.write(value, to: register)
    applyConfiguration(of: register, value, at: time)
  }

  private func storePower(_ value: UInt8, at time: UInt64) {
    if value & MPU6050Bits.deviceReset != 0 { return deviceReset(at: time) }
    let (wasAsleep, wasStopped) = (isAsleep, isClockStopped)
    registers.write(value, to: MPU6050Register.power1)
    if wasAsleep, !isAsleep { configurableFrom = time &+ Self.wakeNanoseconds }
    if wasAsleep != isAsleep || wasStopped != isClockStopped { restartClock(at: time) }
  }

  var isAsleep: Bool { registers[MPU6050Register.power1] & MPU6050Bits.sleep != 0 }

  // MARK: The pin

  func output(_ pin: InterruptPin) -> PinOutput {
    guard pin == .first else { return .released }
    let configuration = registers[MPU6050Register.interruptPin]
    let isLatching = configuration & MPU6050Bits.latch != 0
    let isActive = isLatching ? isLatched : pulseEnd != .max
    let isHigh = isActive != (configuration & MPU6050Bits.activeLow != 0)
    if configuration & MPU6050Bits.openDrain != 0, isHigh { return .released }
    return isHigh ? .high : .low
  }

  func writableBits(of register: UInt8) -> UInt8 { registers.writableBits(of: register) }

  // MARK: Faults

  func apply(_ fault: Fault, at time: UInt64) {
    isUnsettled = true
    switch fault {
    case .flip(let register, let mask):
      let (wasAsleep, wasStopped) = (isAsleep, isClockStopped)
      registers[register] ^= mask
      let setsPace = register == MPU6050Register.sampleRateDivider || register == MPU6050Register.config
      if setsPace || wasAsleep != isAsleep || wasStopped != isClockStopped { restartClock(at: time) }
    case .freeze, .freezeWord, .setWord, .zeros: sampleFaults.apply(fault, to: sample)
    case .identity(let identity): foreignIdentity = identity
    case .halfSensitivity(let halves): hasHalfSensitivity = halves
    case .clockError(let error): clock.setError(error ?? options.clockError, at: time)
    case .slipFIFO(let bytes): fifo.drop(bytes)
    default: break
    }
  }
}
