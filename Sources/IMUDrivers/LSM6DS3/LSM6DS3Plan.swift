/// The register values that a configuration comes down to on an LSM6DS3 or LSM6DS3TR-C. Pure.
struct LSM6DS3Plan: Equatable {
  let configuration: SensorConfiguration
  let variant: ChipVariant
  let rate: Rate
  let gyroscopeRange: GyroscopeRange
  let accelerometerRange: AccelerometerRange

  /// A row of the ODR table (DocID026899 tables 44 and 47), with the samples its filters need to settle.
  ///
  /// The settling figures up to 416 Hz are those of Linux st_lsm6dsx for this class; above, the same time of 87 ms.
  struct Rate: Equatable {
    let code: UInt8
    let hertz: Double
    let settlingSamples: Int
  }

  static let rates: [Rate] = [
    Rate(code: 1, hertz: 12.5, settlingSamples: 2), Rate(code: 2, hertz: 26, settlingSamples: 5),
    Rate(code: 3, hertz: 52, settlingSamples: 7), Rate(code: 4, hertz: 104, settlingSamples: 12),
    Rate(code: 5, hertz: 208, settlingSamples: 20), Rate(code: 6, hertz: 416, settlingSamples: 36),
    Rate(code: 7, hertz: 833, settlingSamples: 73), Rate(code: 8, hertz: 1666, settlingSamples: 145),
  ]

  /// CTRL2_G FS and FS_125 bits, and sensitivity (DocID026899 table 3).
  struct GyroscopeRange: Equatable {
    let degreesPerSecond: Int
    let bits: UInt8
    let millidegreesPerBit: Double
  }

  static let gyroscopeRanges: [GyroscopeRange] = [
    GyroscopeRange(degreesPerSecond: 125, bits: 0x02, millidegreesPerBit: 4.375),
    GyroscopeRange(degreesPerSecond: 250, bits: 0x00, millidegreesPerBit: 8.75),
    GyroscopeRange(degreesPerSecond: 500, bits: 0x04, millidegreesPerBit: 17.5),
    GyroscopeRange(degreesPerSecond: 1000, bits: 0x08, millidegreesPerBit: 35),
    GyroscopeRange(degreesPerSecond: 2000, bits: 0x0C, millidegreesPerBit: 70),
  ]

  /// CTRL1_XL FS bits, whose order is 2, 16, 4, 8 g, and sensitivity (DocID026899 tables 3 and 45).
  struct AccelerometerRange: Equatable {
    let gravities: Int
    let bits: UInt8
    let milligravityPerBit: Double
  }

  static let accelerometerRanges: [AccelerometerRange] = [
    AccelerometerRange(gravities: 2, bits: 0x00, milligravityPerBit: 0.061),
    AccelerometerRange(gravities: 4, bits: 0x08, milligravityPerBit: 0.122),
    AccelerometerRange(gravities: 8, bits: 0x0C, milligravityPerBit: 0.244),
    AccelerometerRange(gravities: 16, bits: 0x04, milligravityPerBit: 0.488),
  ]

  /// BW_XL codes of the LSM6DS3's anti-alias filter in hertz (DocID026899 table 46), widest first.
  static let antiAliasFilters: [(code: UInt8, hertz: Double)] = [(0, 400), (1, 200), (2, 100), (3, 50)]

  init(_ configuration: SensorConfiguration, variant: ChipVariant) throws(SensorError.Reason) {
    let wanted = configuration.sampleRateHertz
    // A tolerance, so that a nominal rate typed with few digits finds itself.
    guard wanted > 0, let rate = Self.rates.first(where: { $0.hertz * (1 + 1e-4) >= wanted }) else {
      throw .rate(hertz: wanted, lowest: 12.5, highest: 1666)
    }
    guard let gyroscope = Self.gyroscopeRanges.first(where: { $0.degreesPerSecond == configuration.gyroscopeRange })
    else {
      throw .range(
        sensor: "gyroscope", value: configuration.gyroscopeRange,
        allowed: Self.gyroscopeRanges.map(\.degreesPerSecond))
    }
    guard
      let accelerometer = Self.accelerometerRanges.first(where: { $0.gravities == configuration.accelerometerRange })
    else {
      throw .range(
        sensor: "accelerometer", value: configuration.accelerometerRange,
        allowed: Self.accelerometerRanges.map(\.gravities))
    }
    self.configuration = configuration
    self.variant = variant
    self.rate = rate
    gyroscopeRange = gyroscope
    accelerometerRange = accelerometer
  }

  var isTRC: Bool { variant == .lsm6ds3trc }

  /// The widest anti-alias filter of the LSM6DS3 that is not wider than half the rate; nil below 100 Hz, where LPF2 helps.
  private var antiAlias: (code: UInt8, hertz: Double)? {
    Self.antiAliasFilters.first { $0.hertz <= rate.hertz / 2 }
  }

  /// On the TR-C LPF1 follows the rate at its half (CTRL1_XL bit 1 = 0); LPF2 of both parts cuts at a ninth.
  var accelerometerBandwidthHertz: Double {
    isTRC ? rate.hertz / 2 : antiAlias?.hertz ?? rate.hertz / 9
  }

  var active: ActiveConfiguration {
    ActiveConfiguration(
      sampleRateHertz: rate.hertz, gyroscopeRange: configuration.gyroscopeRange,
      accelerometerRange: configuration.accelerometerRange,
      // The gyroscope's LPF2 follows the output rate at about a third; it can't be set apart from it.
      gyroscopeBandwidthHertz: rate.hertz / 3, accelerometerBandwidthHertz: accelerometerBandwidthHertz,
      settlingSamples: rate.settlingSamples)
  }

  var scale: SampleScale {
    SampleScale(
      gravityPerBit: accelerometerRange.milligravityPerBit / 1000,
      degreesPerSecondPerBit: gyroscopeRange.millidegreesPerBit / 1000, temperature: variant.temperature)
  }

  /// The LSM6DS3 holds its line until the data is read; the TR-C can pulse it.
  ///
  /// A sample counts as new by the flag that drives the line, the gyroscope's. A sample that arrives between the bytes of
  /// a read may leave one sensor's flag set and the other's cleared: asking for both would overlook an active line.
  var layout: SampleLayout {
    SampleLayout(
      dataRegister: LSM6DS3Register.temperatureLow.rawValue, statusRegister: LSM6DS3Register.status.rawValue,
      readyMask: LSM6DS3Bits.gyroscopeDataReady,
      holdsLine: !isTRC || configuration.interrupt.latched,
      pageRegister: LSM6DS3Register.functionAccess.rawValue, incrementRegister: LSM6DS3Register.control3.rawValue)
  }

  private var control3: UInt8 {
    var value = LSM6DS3Bits.blockDataUpdate | LSM6DS3Bits.addressIncrement
    if configuration.interrupt.activeLow { value |= LSM6DS3Bits.activeLow }
    if configuration.interrupt.openDrain { value |= LSM6DS3Bits.openDrain }
    return value
  }

  /// Everything after the reset, in order. The output rates come last: they start the sampling.
  var writes: [RegisterWrite] {
    var writes = [
      RegisterWrite(.functionAccess, 0),
      RegisterWrite(.control3, control3),
      RegisterWrite(.fifoControl5, 0),
      RegisterWrite(.control5, 0),
      RegisterWrite(.control6, 0),
      RegisterWrite(.control7, 0),
      // What another program may leave on: events on our pin, the sensor hub, a slower rate in rest.
      RegisterWrite(.interrupt2, 0),
      RegisterWrite(.masterConfiguration, 0),
      RegisterWrite(.tapConfiguration, 0),
      RegisterWrite(.wakeUpThreshold, 0),
      RegisterWrite(.eventRouting1, 0),
    ]
    var accelerometer = rate.code << 4 | accelerometerRange.bits
    if isTRC {
      // LPF1 on the gyroscope at the top rate, where LPF2 alone is wider than half of it.
      writes += [
        RegisterWrite(.dataReadyPulse, configuration.interrupt.latched ? 0 : LSM6DS3Bits.dataReadyPulsed),
        RegisterWrite(.control4, rate.code >= 8 ? LSM6DS3Bits.gyroscopeLowPass1 : 0),
        RegisterWrite(.control8, 0),
        RegisterWrite(.control9, LSM6DS3Bits.dataEnableOnAllAxes),
        RegisterWrite(.control10, 0),
        RegisterWrite(.userOffsetX, 0), RegisterWrite(.userOffsetY, 0), RegisterWrite(.userOffsetZ, 0),
      ]
    } else {
      accelerometer |= antiAlias?.code ?? 3
      writes += [
        RegisterWrite(.dataReadyPulse, 0),
        RegisterWrite(.control4, LSM6DS3Bits.bandwidthSelectedByHand),
        RegisterWrite(.control8, antiAlias == nil ? LSM6DS3Bits.accelerometerLowPass2 : 0),
        RegisterWrite(.control9, LSM6DS3Bits.allAxes),
        RegisterWrite(.control10, LSM6DS3Bits.allAxes),
      ]
    }
    if configuration.usesFIFO { writes += fifoWrites }
    return writes + [
      // Both sensors run at one rate, so the gyroscope's data-ready alone marks the sample: one edge each. With the FIFO
      // the edge marks a batch.
      RegisterWrite(
        .interrupt1, configuration.usesFIFO ? LSM6DS3Bits.fifoThreshold : LSM6DS3Bits.gyroscopeDataReady),
      RegisterWrite(.accelerometerControl, accelerometer),
      RegisterWrite(.gyroscopeControl, rate.code << 4 | gyroscopeRange.bits),
    ]
  }

  /// What is looked at again while the chip runs: all that the samples depend on.
  var image: RegisterImage {
    guard configuration.usesFIFO else { return RegisterImage(writes) }
    // The threshold's value comes with the first batch.
    var image = RegisterImage(writes + [RegisterWrite(.fifoControl1, 0), RegisterWrite(.fifoControl2, 0)])
    image.expect(fifoLayout.start)
    return image
  }

  /// Decodes the 14 bytes of a sample at `offset` of the last fetch. Pure but for reading the port's memory.
  @_noLocks static func decode(_ port: borrowing RegisterPort, offset: Int, into raw: inout RawSample) {
    raw.temperature = port.littleEndianWord(at: offset)
    raw.gyroscopeX = port.littleEndianWord(at: offset &+ 2)
    raw.gyroscopeY = port.littleEndianWord(at: offset &+ 4)
    raw.gyroscopeZ = port.littleEndianWord(at: offset &+ 6)
    raw.accelerometerX = port.littleEndianWord(at: offset &+ 8)
    raw.accelerometerY = port.littleEndianWord(at: offset &+ 10)
    raw.accelerometerZ = port.littleEndianWord(at: offset &+ 12)
  }
}

extension RegisterWrite {
  init(_ register: LSM6DS3Register, _ value: UInt8) {
    self.init(register: register.rawValue, value: value)
  }
}
