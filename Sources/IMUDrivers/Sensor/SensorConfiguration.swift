/// What is asked of a chip; what it really does is in ``ActiveConfiguration``.
public struct SensorConfiguration: Sendable, Equatable {
  /// Wanted output data rate in hertz. The chip runs at its smallest rate that is not below.
  public var sampleRateHertz: Double
  /// Gyroscope full scale in degrees per second: 250, 500, 1000 or 2000 (125 too on the LSM6DS3 family).
  public var gyroscopeRange: Int
  /// Accelerometer full scale in g: 2, 4, 8 or 16.
  public var accelerometerRange: Int
  /// How the interrupt pin signals a sample.
  public var interrupt: InterruptPin
  /// Whether a sibling or clone with the same sample registers is taken.
  public var acceptsSiblings: Bool
  /// The part whose table is used for a chip of an unknown identity; nil refuses it. It counts only where the address is
  /// one of the part's family, and never for 0x00 and 0xFF, which no chip answers.
  public var unknownPart: UnknownPart?
  /// Whether samples gather in the chip's FIFO, to be read in batches, instead of being read one by one from the data
  /// registers.
  public var usesFIFO: Bool

  /// Electrical form of the data-ready signal.
  public struct InterruptPin: Sendable, Equatable {
    public var activeLow: Bool
    public var openDrain: Bool
    /// Holds the line until the sample is read, where the chip offers a choice. A pulse suits edge events better.
    public var latched: Bool

    public init(activeLow: Bool = false, openDrain: Bool = false, latched: Bool = false) {
      self.activeLow = activeLow
      self.openDrain = openDrain
      self.latched = latched
    }
  }

  public init(
    sampleRateHertz: Double = 200, gyroscopeRange: Int = 2000, accelerometerRange: Int = 8,
    interrupt: InterruptPin = InterruptPin(), acceptsSiblings: Bool = true, usesFIFO: Bool = false,
    unknownPart: UnknownPart? = nil
  ) {
    self.sampleRateHertz = sampleRateHertz
    self.gyroscopeRange = gyroscopeRange
    self.accelerometerRange = accelerometerRange
    self.interrupt = interrupt
    self.acceptsSiblings = acceptsSiblings
    self.usesFIFO = usesFIFO
    self.unknownPart = unknownPart
  }
}

/// What a chip was set to, read back from its registers.
public struct ActiveConfiguration: Sendable, Equatable {
  /// Nominal output data rate in hertz. The chip's own clock may be off by several percent.
  public let sampleRateHertz: Double
  public let gyroscopeRange: Int
  public let accelerometerRange: Int
  /// Bandwidth of the gyroscope's low-pass filter in hertz, at most half the output data rate.
  public let gyroscopeBandwidthHertz: Double
  /// Bandwidth of the accelerometer's low-pass filter in hertz, at most half the output data rate.
  public let accelerometerBandwidthHertz: Double
  /// Samples after the start that a chip's filters have not settled for; to be dropped.
  public let settlingSamples: Int

  /// Time between two samples at the nominal rate, in nanoseconds.
  public var periodNanoseconds: UInt64 { UInt64((1e9 / sampleRateHertz).rounded()) }
}
