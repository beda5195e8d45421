/// The register values that a configuration comes down to on an MPU-6050. Pure.
struct MPU6050Plan: Equatable {
  let configuration: SensorConfiguration
  let divider: UInt8
  let filter: Filter
  let gyroscopeCode: UInt8
  let accelerometerCode: UInt8

  /// A row of the DLPF table (register map 4.2, section 4.3): code and bandwidths in hertz, all on the 1 kHz base.
  struct Filter: Equatable {
    let code: UInt8
    let accelerometerHertz: Double
    let gyroscopeHertz: Double
  }

  /// Widest first. Codes 0 and 7 are left out: their base rate is 8 kHz, which no I2C bus carries.
  static let filters: [Filter] = [
    Filter(code: 1, accelerometerHertz: 184, gyroscopeHertz: 188),
    Filter(code: 2, accelerometerHertz: 94, gyroscopeHertz: 98),
    Filter(code: 3, accelerometerHertz: 44, gyroscopeHertz: 42),
    Filter(code: 4, accelerometerHertz: 21, gyroscopeHertz: 20),
    Filter(code: 5, accelerometerHertz: 10, gyroscopeHertz: 10),
    Filter(code: 6, accelerometerHertz: 5, gyroscopeHertz: 5),
  ]
  static let narrowest = Filter(code: 6, accelerometerHertz: 5, gyroscopeHertz: 5)

  static let baseRateHertz = 1000.0
  /// Below this the narrowest filter is wider than half the output rate.
  static let lowestRateHertz = 10.0
  /// FS_SEL and AFS_SEL codes are the index (sections 4.4 and 4.5).
  static let gyroscopeRanges = [250, 500, 1000, 2000]
  static let accelerometerRanges = [2, 4, 8, 16]
  /// Sensitivities of the register map in LSB per degree per second; range/32768 differs by 0.05 %.
  static let gyroscopeBitsPerDegree = [131, 65.5, 32.8, 16.4]

  init(_ configuration: SensorConfiguration) throws(SensorError.Reason) {
    let wanted = configuration.sampleRateHertz
    guard wanted > 0, wanted <= Self.baseRateHertz else {
      throw .rate(hertz: wanted, lowest: Self.lowestRateHertz, highest: Self.baseRateHertz)
    }
    guard let gyroscope = Self.gyroscopeRanges.firstIndex(of: configuration.gyroscopeRange) else {
      throw .range(
        sensor: "gyroscope", value: configuration.gyroscopeRange, allowed: Self.gyroscopeRanges)
    }
    guard let accelerometer = Self.accelerometerRanges.firstIndex(of: configuration.accelerometerRange) else {
      throw .range(
        sensor: "accelerometer", value: configuration.accelerometerRange, allowed: Self.accelerometerRanges)
    }
    self.configuration = configuration
    // The largest divider whose rate is not below the wanted one; the tolerance keeps 1000/3 typed as 333.33 at 333.3.
    let ticks = (Self.baseRateHertz / max(wanted, Self.lowestRateHertz) * (1 + 1e-4)).rounded(.down)
    divider = UInt8(ticks - 1)
    let rate = Self.baseRateHertz / ticks
    filter =
      Self.filters.first { max($0.accelerometerHertz, $0.gyroscopeHertz) <= rate / 2 } ?? Self.narrowest
    gyroscopeCode = UInt8(gyroscope)
    accelerometerCode = UInt8(accelerometer)
  }

  /// The rate the chip will run at.
  var sampleRateHertz: Double { Self.baseRateHertz / (1 + Double(divider)) }

  var active: ActiveConfiguration {
    ActiveConfiguration(
      sampleRateHertz: sampleRateHertz, gyroscopeRange: configuration.gyroscopeRange,
      accelerometerRange: configuration.accelerometerRange, gyroscopeBandwidthHertz: filter.gyroscopeHertz,
      accelerometerBandwidthHertz: filter.accelerometerHertz, settlingSamples: MPU6050.settlingSamples)
  }

  func scale(for variant: ChipVariant) -> SampleScale {
    SampleScale(
      gravityPerBit: Double(configuration.accelerometerRange) / 32768,
      degreesPerSecondPerBit: 1 / Self.gyroscopeBitsPerDegree[Int(gyroscopeCode)], temperature: variant.temperature)
  }

  var layout: SampleLayout {
    SampleLayout(
      dataRegister: MPU6050Register.accelerometerXHigh.rawValue,
      statusRegister: MPU6050Register.interruptStatus.rawValue, readyMask: MPU6050Bits.dataReady,
      holdsLine: configuration.interrupt.latched)
  }

  /// Everything after wake-up, in order. The interrupt is enabled last, when all else is in place.
  func writes(for variant: ChipVariant) -> [RegisterWrite] {
    // INT_RD_CLEAR stays 0: with it a read that ends just after a sample would clear the flag of a sample it did not bring.
    var pin: UInt8 = 0
    if configuration.interrupt.activeLow { pin |= MPU6050Bits.interruptActiveLow }
    if configuration.interrupt.openDrain { pin |= MPU6050Bits.interruptOpenDrain }
    if configuration.interrupt.latched { pin |= MPU6050Bits.interruptLatched }
    var writes = [
      // Standby bits survive a restart of the program without a reset of the chip, so they are written too.
      RegisterWrite(.powerManagement2, 0),
      RegisterWrite(.userControl, 0),
      RegisterWrite(.fifoEnable, 0),
      RegisterWrite(.configuration, filter.code),
      RegisterWrite(.sampleRateDivider, divider),
      RegisterWrite(.gyroscopeConfiguration, gyroscopeCode << 3),
      RegisterWrite(.accelerometerConfiguration, accelerometerCode << 3),
      RegisterWrite(.interruptPin, pin),
      RegisterWrite(
        .interruptEnable,
        configuration.usesFIFO ? MPU6050Bits.dataReady | MPU6050Bits.fifoOverflow : MPU6050Bits.dataReady),
    ]
    // The MPU-6500 class filters its accelerometer by a register of its own, with the same codes.
    if variant.hasAccelerometerFilterRegister {
      writes.insert(RegisterWrite(.accelerometerConfiguration2, filter.code), at: 7)
    }
    return writes
  }

  /// What is looked at again while the chip runs: all that the samples depend on.
  ///
  /// - Parameter kept: registers that are left as the factory or the reset set them.
  func image(for variant: ChipVariant, kept: [RegisterWrite]) -> RegisterImage {
    var image = RegisterImage(
      [RegisterWrite(.powerManagement1, MPU6050Bits.clockFromGyroscopeX)] + writes(for: variant) + kept)
    if configuration.usesFIFO { image.expect(fifoLayout(for: variant).start) }
    return image
  }

  /// Registers that are never written but change the samples: the offsets of both sensors, the accelerometer's with the
  /// factory's trim in them. InvenSense, "MPU Hardware Offset Registers", 1.2; the MPU-6500 class keeps its accelerometer's
  /// elsewhere (MPU-6500 register map, section 4.42).
  static func keptRegisters(of variant: ChipVariant) -> [UInt8] {
    let accelerometer: [UInt8] =
      variant.hasAccelerometerFilterRegister ? [0x77, 0x78, 0x7A, 0x7B, 0x7D, 0x7E] : Array(0x06...0x0B)
    return accelerometer + Array(0x13...0x18)
  }

  /// Decodes the 14 bytes of a sample at `offset` of the last fetch. Pure but for reading the port's memory.
  @_noLocks static func decode(_ port: borrowing RegisterPort, offset: Int, into raw: inout RawSample) {
    raw.accelerometerX = port.bigEndianWord(at: offset)
    raw.accelerometerY = port.bigEndianWord(at: offset &+ 2)
    raw.accelerometerZ = port.bigEndianWord(at: offset &+ 4)
    raw.temperature = port.bigEndianWord(at: offset &+ 6)
    raw.gyroscopeX = port.bigEndianWord(at: offset &+ 8)
    raw.gyroscopeY = port.bigEndianWord(at: offset &+ 10)
    raw.gyroscopeZ = port.bigEndianWord(at: offset &+ 12)
  }
}
