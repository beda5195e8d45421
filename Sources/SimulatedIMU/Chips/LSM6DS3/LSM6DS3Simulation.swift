/// An LSM6DS3, LSM6DS3TR-C or one of their siblings, as seen from its pins.
final class LSM6DS3Simulation: ChipSimulation {
  /// Width of a data-ready pulse (DRDY_PULSE_CFG, LSM6DS3TR-C datasheet section 9.9).
  static let pulseNanoseconds: UInt64 = 75_000
  /// Duration of a software reset here; drivers wait for it or poll for up to 50 ms.
  static let resetNanoseconds: UInt64 = 5_000_000
  /// Duration of a boot: ST's examples wait 15 ms.
  static let bootNanoseconds: UInt64 = 15_000_000

  let traits: LSM6DS3Traits
  let sampler: MotionSampler
  let options: ChipOptions
  var registers: RegisterFile
  /// The pages behind FUNC_CFG_ACCESS: stored, without effect.
  private var functionRegisters = RegisterFile()
  var clock: SampleClock
  var output = LSM6DS3Output()
  var fifo: LSM6DS3FIFO

  // The bus interface.
  private var pointer: UInt8 = 0
  private var expectsPointer = false
  private(set) var acknowledges = true

  // Samples.
  var sample = RawSample()
  /// Rate of the sample clock as a step of the ladder of data rates; see ``LSM6DS3Rate``.
  var clockRate = LSM6DS3Rate.off
  var junkAccelerationLeft = 0
  var junkRateLeft = 0
  var samplesTaken: UInt64 = 0

  // Interrupts.
  private(set) var interruptsRaised: UInt64 = 0
  var isUnsettled = true
  private var pulseEnd = UInt64.max
  private var pulsing: (first: Bool, second: Bool) = (false, false)

  // Power and time.
  private var resetEnd = UInt64.max
  private var bootEnd = UInt64.max
  private var timestampZero: UInt64 = 0
  private(set) var clockError: Double

  // Faults of the silicon.
  var sampleFaults = SampleFaults()
  var hasHalfSensitivity = false
  private var foreignIdentity: UInt8?

  init(_ traits: LSM6DS3Traits, sampler: MotionSampler, options: ChipOptions) {
    self.traits = traits
    self.sampler = sampler
    self.options = options
    clockError = options.clockError
    registers = LSM6DS3Register.file(traits)
    functionRegisters = LSM6DS3Register.functionFile()
    clock = SampleClock(recording: sampler.recording, error: options.clockError)
    fifo = LSM6DS3FIFO(capacity: traits.fifoWords)
  }

  var nextEvent: UInt64 { min(min(clock.next, pulseEnd), min(resetEnd, bootEnd)) }
  var nextSample: UInt64 { clock.next }
  var nextPinMove: UInt64 {
    registers[LSM6DS3Register.interrupt1] | registers[LSM6DS3Register.interrupt2] != 0 || pulseEnd != .max
      ? nextEvent : .max
  }
  var addressedRegister: UInt8 { pointer }

  // MARK: Power

  func powerOn(at time: UInt64) {
    acknowledges = true
    clearState()
    timestampZero = time
  }

  func powerOff() { clearState() }

  private func clearState() {
    isUnsettled = true
    registers.reset()
    functionRegisters.reset()
    clock.stop()
    clockRate = .off
    fifo.reset()
    output = LSM6DS3Output()
    sample = RawSample()
    pulseEnd = .max
    pulsing = (false, false)
    resetEnd = .max
    bootEnd = .max
  }

  // MARK: Time

  func advance() {
    isUnsettled = true
    let time = nextEvent
    if resetEnd == time { resetEnd = .max }
    if bootEnd == time { bootEnd = .max }
    if pulseEnd == time { endPulse() }
    if clock.next == time { takeSample(clock.take()) }
  }

  private func endPulse() {
    pulseEnd = .max
    pulsing = (false, false)
  }

  /// Announces new data: pulses where the chip pulses; levels follow the status by themselves.
  func announce(_ ready: UInt8, at time: UInt64) {
    let first = ready & enabledInterrupts(.first) != 0
    let second = ready & enabledInterrupts(.second) != 0
    guard first || second else { return }
    interruptsRaised += 1
    if isPulsing {
      pulsing = (first, second)
      pulseEnd = time &+ Self.pulseNanoseconds
    }
  }

  func play(from start: UInt64) -> Bool {
    guard sampler.recording != nil else { return false }
    clock.play(from: start)
    isUnsettled = true
    return true
  }

  // MARK: The bus

  func begin(isRead: Bool, at time: UInt64) { expectsPointer = !isRead }

  func end(at time: UInt64) { fifo.releaseStatus() }

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
    moveOn()
    return byte
  }

  /// The address follows the bytes while IF_INC is set, and goes round between the two bytes of the FIFO's port.
  private func moveOn() {
    guard registers[LSM6DS3Register.control3] & LSM6DS3Bits.autoIncrement != 0 else { return }
    switch (pointer, registers[LSM6DS3Register.control5] >> 5) {
    case (LSM6DS3Register.fifoDataHigh, _): pointer = LSM6DS3Register.fifoDataLow
    // ROUNDING: the address goes round within the acceleration, the rate, or both (DocID026899 section 6.1.1, table 60).
    case (LSM6DS3Register.data + 13, 1): pointer = LSM6DS3Register.data + 8
    case (LSM6DS3Register.data + 7, 2): pointer = LSM6DS3Register.data + 2
    case (LSM6DS3Register.data + 13, 3): pointer = LSM6DS3Register.data + 2
    default: pointer = (pointer + 1) & 0x7F
    }
  }

  private var isFunctionPage: Bool { registers[LSM6DS3Register.functionAccess] & 0x80 != 0 }

  private func load(_ register: UInt8, at time: UInt64) -> UInt8 {
    if isFunctionPage { return peek(register, at: time) }
    switch register {
    case LSM6DS3Register.data..<LSM6DS3Register.data + 14:
      let status = output.status
      defer { if output.status != status { isUnsettled = true } }
      return output.read(register - LSM6DS3Register.data, mode: registers[LSM6DS3Register.control3])
    case LSM6DS3Register.fifoStatus1:
      fifo.holdStatus(fifoStatus())
      return peek(register, at: time)
    case LSM6DS3Register.fifoDataLow:
      if hasFIFOInterrupts { isUnsettled = true }
      return fifo.readLow()
    case LSM6DS3Register.fifoDataHigh:
      if hasFIFOInterrupts { isUnsettled = true }
      return fifo.readHigh()
    default: return peek(register, at: time)
    }
  }

  func peek(_ register: UInt8, at time: UInt64) -> UInt8 {
    let register = register & 0x7F
    if isFunctionPage, register != LSM6DS3Register.functionAccess { return functionRegisters[register] }
    switch register {
    case LSM6DS3Register.identity: return foreignIdentity ?? registers[register]
    case LSM6DS3Register.control3:
      return registers[register] | (resetEnd != .max ? LSM6DS3Bits.reset : 0)
        | (bootEnd != .max ? LSM6DS3Bits.boot : 0)
    case LSM6DS3Register.status: return output.status
    case LSM6DS3Register.data..<LSM6DS3Register.data + 14: return output.peek(register - LSM6DS3Register.data)
    case LSM6DS3Register.fifoStatus1..<LSM6DS3Register.fifoDataLow:
      return (fifo.heldStatus ?? fifoStatus()).byte(register - LSM6DS3Register.fifoStatus1)
    case LSM6DS3Register.timestamp...LSM6DS3Register.timestampReset:
      return UInt8(truncatingIfNeeded: timestamp(at: time) >> (8 * UInt32(register - LSM6DS3Register.timestamp)))
    default: return registers[register]
    }
  }

  private func store(_ value: UInt8, to register: UInt8, at time: UInt64) {
    guard resetEnd == .max, bootEnd == .max else { return }
    if isFunctionPage, register != LSM6DS3Register.functionAccess {
      functionRegisters.write(value, to: register)
      return
    }
    let former = registers[register]
    registers.write(value, to: register)
    switch register {
    case LSM6DS3Register.control3 where value & LSM6DS3Bits.reset != 0:
      clearState()
      resetEnd = time &+ (options.resetNanoseconds ?? Self.resetNanoseconds)
    case LSM6DS3Register.control3 where value & LSM6DS3Bits.boot != 0: bootEnd = time &+ Self.bootNanoseconds
    case LSM6DS3Register.control4 where value & LSM6DS3Bits.busOff != 0: acknowledges = false
    case LSM6DS3Register.timestampReset where value == 0xAA: timestampZero = time
    default: applyConfiguration(of: register, former: former, at: time)
    }
  }

  // MARK: Timestamp

  /// The 24-bit counter: 25 us a count with TIMER_HR, else 6.4 ms; 0 while it is off.
  func timestamp(at time: UInt64) -> UInt32 {
    let isOn =
      traits.isSecondGeneration
      ? registers[LSM6DS3Register.control10] & 0x20 != 0 : registers[LSM6DS3Register.tapConfig] & 0x80 != 0
    guard isOn else { return 0 }
    let unit = registers[LSM6DS3Register.wakeUpDuration] & 0x10 != 0 ? 25_000.0 : 6_400_000
    let counts = Double(time &- timestampZero) * (1 + clockError) / unit
    return UInt32(UInt64(counts) & 0xFF_FFFF)
  }

  // MARK: The pins

  /// Whether data-ready comes as pulses; only the second generation can (register 0x0B bit 7).
  private var isPulsing: Bool {
    traits.isSecondGeneration && registers[LSM6DS3Register.dataReadyPulse] & 0x80 != 0
  }

  private func enabledInterrupts(_ pin: InterruptPin) -> UInt8 {
    let second = registers[LSM6DS3Register.interrupt2]
    guard pin == .first else { return second }
    // Bit 2 of INT1_CTRL is about booting, not about temperature.
    let first = registers[LSM6DS3Register.interrupt1] & ~LSM6DS3Bits.temperatureReady
    return registers[LSM6DS3Register.control4] & LSM6DS3Bits.secondOnFirst != 0 ? first | second : first
  }

  /// Whether a flag of the FIFO can move a pin.
  private var hasFIFOInterrupts: Bool {
    (registers[LSM6DS3Register.interrupt1] | registers[LSM6DS3Register.interrupt2]) & LSM6DS3Bits.fifoInterrupts != 0
  }

  func output(_ pin: InterruptPin) -> PinOutput {
    let enabled = enabledInterrupts(pin)
    // The FIFO's flags cost some arithmetic, and seldom matter.
    var isActive = enabled & LSM6DS3Bits.fifoInterrupts != 0 && enabled & fifoStatus().interrupts != 0
    if isPulsing {
      isActive = isActive || (pin == .first ? pulsing.first : pulsing.second)
    } else {
      isActive = isActive || enabled & output.status != 0
    }
    let mode = registers[LSM6DS3Register.control3]
    let isHigh = isActive != (mode & LSM6DS3Bits.activeLow != 0)
    if mode & LSM6DS3Bits.openDrain != 0, isHigh { return .released }
    return isHigh ? .high : .low
  }

  func writableBits(of register: UInt8) -> UInt8 { registers.writableBits(of: register) }

  // MARK: Faults

  func apply(_ fault: Fault, at time: UInt64) {
    isUnsettled = true
    switch fault {
    case .flip(let register, let mask):
      let former = registers[register]
      registers[register] ^= mask
      if resetEnd == .max { applyConfiguration(of: register, former: former, at: time) }
    case .freeze, .freezeWord, .setWord, .zeros: sampleFaults.apply(fault, to: sample)
    case .identity(let identity): foreignIdentity = identity
    case .halfSensitivity(let halves): hasHalfSensitivity = halves
    case .clockError(let error):
      clockError = error ?? options.clockError
      clock.setError(clockError, at: time)
    case .slipFIFO(let bytes): fifo.drop((bytes + 1) / 2)
    default: break
    }
  }
}
