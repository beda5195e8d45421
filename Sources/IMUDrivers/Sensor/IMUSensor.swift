/// A started chip: identified, configured, and read one sample at a time.
///
/// Used by one thread at a time. ``start(bus:address:configuration:patienceMilliseconds:)``, ``restart(patienceMilliseconds:)`` and ``stop()`` take up to seconds and
/// allocate; ``read(into:isAnnounced:)`` belongs on the sampling thread.
public struct IMUSensor: ~Copyable {
  /// The part that was found.
  public let variant: ChipVariant
  /// What it was set to.
  public let active: ActiveConfiguration
  /// Turns its words into SI units.
  public let scale: SampleScale
  /// What was asked for.
  public let configuration: SensorConfiguration

  let layout: SampleLayout
  let fifo: FIFOLayout
  let hasFIFO: Bool
  var image: RegisterImage
  /// Whose turn it is to be looked at: a run of ``image``.
  var nextCheck = 0
  let family: ChipFamily
  var port: RegisterPort
  /// The sample that was read last.
  var last = RawSample()
  /// When ``read(into:isAnnounced:)`` last asked for data, on the bus's clock: what it brought without an edge was ready by then.
  public internal(set) var askedNanoseconds: UInt64 = 0
  /// Whether the sample that the last ``read(into:isAnnounced:)`` brought arrived during its first pair: it was not ready before.
  public internal(set) var hasArrivedMeanwhile = false
  /// Most frames that one burst brings on this adapter.
  public internal(set) var burstFrames = FIFOLayout.burstLimit
  /// Fewest frames of a batch that the bus has time for at this rate, as ``requireBusTime()`` measured.
  public internal(set) var smallestBatch = 1

  /// How long a chip may stay silent after power-up before it counts as missing.
  public static let powerUpMilliseconds: UInt64 = 2000
  /// Longest patience; more is cut to this.
  public static let longestPatienceMilliseconds: UInt64 = 60_000
  /// How often a silent chip is asked.
  static let powerUpPollMilliseconds: UInt64 = 10

  /// Finds out what is at the address, resets it and sets it up. Nothing is written before the identity matches.
  ///
  /// - Parameter patienceMilliseconds: how long a chip that does not answer is asked again, since it may have been
  ///   powered just now; at most ``longestPatienceMilliseconds``.
  public static func start(
    bus: any I2CBus, address: UInt8, configuration: SensorConfiguration,
    patienceMilliseconds: UInt64 = IMUSensor.powerUpMilliseconds
  ) throws(SensorError) -> IMUSensor {
    do throws(SensorError.Reason) {
      return try IMUSensor(
        bus: bus, address: address, configuration: configuration, patienceMilliseconds: patienceMilliseconds)
    } catch { throw SensorError(bus: bus.name, address: address, reason: error) }
  }

  private init(
    bus: any I2CBus, address: UInt8, configuration: SensorConfiguration, patienceMilliseconds: UInt64
  ) throws(SensorError.Reason) {
    guard let family = ChipFamily.at(address) else { throw .addressNotOurs }
    // A burst of the FIFO and the level behind it.
    var port = RegisterPort(
      bus: bus, address: address, readCapacity: FIFOLayout.burstLimit * FIFOLayout.frameBytes + 4)
    let setUp = try Self.setUp(
      &port, family: family, configuration: configuration, former: nil, patienceMilliseconds: patienceMilliseconds)
    (variant, active, scale, layout) = (setUp.variant, setUp.active, setUp.scale, setUp.layout)
    (fifo, image) = (setUp.fifo, setUp.image)
    hasFIFO = configuration.usesFIFO
    self.family = family
    self.configuration = configuration
    self.port = port
  }

  /// What a chip was set up as.
  private struct SetUp {
    let variant: ChipVariant
    let active: ActiveConfiguration
    let scale: SampleScale
    let layout: SampleLayout
    let fifo: FIFOLayout
    let image: RegisterImage
  }

  /// - Parameter former: the part that was there before, if any: nothing is written to another.
  private static func setUp(
    _ port: inout RegisterPort, family: ChipFamily, configuration: SensorConfiguration, former: ChipVariant?,
    patienceMilliseconds: UInt64
  ) throws(SensorError.Reason) -> SetUp {
    if port.bus.isAddressInUse(port.address) { throw .addressInUse }
    let deadline = port.nowNanoseconds + min(patienceMilliseconds, longestPatienceMilliseconds) * 1_000_000
    let variant = try awaitIdentity(
      &port, family: family, unknownPart: configuration.unknownPart, isKnown: former != nil,
      patienceMilliseconds: patienceMilliseconds)
    if let former, variant != former { throw .replaced(by: variant, former: former) }
    // Who names the part that an unknown chip follows has accepted it.
    let isKnown = ChipVariant.supported.contains(variant)
    if isKnown, !variant.isExact, !configuration.acceptsSiblings { throw .siblingRefused(variant) }
    switch family {
    case .mpu6050:
      let plan = try MPU6050Plan(configuration)
      let kept = try retrying(until: deadline, &port) { port throws(SensorError.Reason) in
        try MPU6050.start(&port, variant: variant, plan: plan)
      }
      return SetUp(
        variant: variant, active: plan.active, scale: plan.scale(for: variant), layout: plan.layout,
        fifo: plan.fifoLayout(for: variant), image: plan.image(for: variant, kept: kept))
    case .lsm6ds3:
      let plan = try LSM6DS3Plan(configuration, variant: variant)
      try retrying(until: deadline, &port) { port throws(SensorError.Reason) in try LSM6DS3.start(&port, plan: plan) }
      return SetUp(
        variant: variant, active: plan.active, scale: plan.scale, layout: plan.layout, fifo: plan.fifoLayout,
        image: plan.image)
    }
  }

  /// Sets up again, within bounds, from the reset on: a write that came wrong may have reset the chip anew, or put it to sleep.
  private static func retrying<Result>(
    until deadline: UInt64, _ port: inout RegisterPort,
    _ setUp: (inout RegisterPort) throws(SensorError.Reason) -> Result
  ) throws(SensorError.Reason) -> Result {
    for _ in 1..<RegisterPort.setUpAttempts {
      do throws(SensorError.Reason) { return try setUp(&port) } catch {
        guard error.mayPass, port.nowNanoseconds < deadline else { throw error }
      }
    }
    return try setUp(&port)
  }

  /// Sets the chip up anew after a fault, with the same configuration. The same part must still be there.
  public mutating func restart(patienceMilliseconds: UInt64) throws(SensorError) {
    do throws(SensorError.Reason) {
      let setUp = try Self.setUp(
        &port, family: family, configuration: configuration, former: variant,
        patienceMilliseconds: patienceMilliseconds)
      image = setUp.image
    } catch { throw SensorError(bus: port.bus.name, address: port.address, reason: error) }
    nextCheck = 0
    last = RawSample()
    askedNanoseconds = 0
    hasArrivedMeanwhile = false
  }

  /// Says that the bus has timed out: the next time-out of a set-up shows a held data line, and is no glitch.
  @_noLocks public mutating func noteTimeout() { port.hasTimedOut = true }

  /// How often the bus was clocked free of a held data line, in set-ups and at the end.
  public var busClears: Int { port.busClears }

  /// Puts the chip to sleep. An open-drain pin, whose wire others may share, has let it go then.
  public mutating func stop() throws(SensorError) {
    do throws(BusError) {
      switch family {
      case .mpu6050: try MPU6050.stop(&port)
      case .lsm6ds3:
        try LSM6DS3.stop(&port)
        // What is left in the FIFO would hold the line.
        if hasFIFO { try port.writeRetrying(0, to: LSM6DS3Register.fifoControl5.rawValue) }
      }
      // Asleep a chip still holds its pin for a sample that nobody has read.
      if configuration.interrupt.openDrain, let error = releaseLine() { throw error }
    } catch { throw SensorError(bus: port.bus.name, address: port.address, reason: .bus(error)) }
  }

  private static func awaitIdentity(
    _ port: inout RegisterPort, family: ChipFamily, unknownPart: UnknownPart?, isKnown: Bool,
    patienceMilliseconds: UInt64
  ) throws(SensorError.Reason) -> ChipVariant {
    var identity = ChipIdentity.read(&port, family: family, isKnown: isKnown)
    let patience = min(patienceMilliseconds, longestPatienceMilliseconds)
    let deadline = port.nowNanoseconds + patience * 1_000_000
    // The clock ends the wait; the count bounds it on a bus whose clock stands still.
    let attempts = (patience + powerUpPollMilliseconds - 1) / powerUpPollMilliseconds
    for _ in 0..<attempts {
      guard identity.mayPass, port.nowNanoseconds < deadline else { break }
      if case .noAnswer(let error) = identity {
        port.prepareRetry(after: error, pauseMilliseconds: powerUpPollMilliseconds)
      } else {
        port.pause(milliseconds: powerUpPollMilliseconds)
      }
      identity = ChipIdentity.read(&port, family: family, isKnown: isKnown)
    }
    if case .unknown(let byte, _) = identity, let variant = unknownPart?.variant(identity: byte),
      variant.family == family
    {
      return variant
    }
    guard let variant = identity.variant else { throw .identity(identity, expected: family) }
    return variant
  }
}
