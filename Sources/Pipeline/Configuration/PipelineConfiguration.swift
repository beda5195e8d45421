import IMUDrivers

/// Everything a pipeline is started with. Nothing is opened before ``MotionPipeline/start()``.
public struct PipelineConfiguration: Sendable {
  /// Where samples come from.
  public var source: Source
  /// How the chip is set up.
  public var sensor: SensorConfiguration
  /// How samples are read from the chip.
  public var readout: Readout
  /// How the chip sits in the device.
  public var mounting: Mounting
  /// How often pull sees a new value; push consumers bring their own interval.
  public var updateInterval: UpdateInterval
  /// What is asked of the kernel for the two threads.
  public var realtime: RealtimeConfiguration
  /// Age in seconds after which a pulled value counts as stale and becomes nil; never before the time of two values has passed.
  public var staleAfterSeconds: Double
  /// The file with the chip's calibration (``CalibrationFile``); nil runs without. A file that does not fit the chip, or is
  /// damaged, keeps the pipeline from starting.
  public var calibrationPath: String?
  /// What tells this sensor from others of the same program, such as "front": names its threads. Nil for the only one.
  /// ``SensorName/isValid(_:)`` says what a name may be.
  public var name: String?
  /// The bus's time where other pipelines use the same bus; nil for a bus of one's own.
  public var sharedBus: SharedBus?
  /// The data-ready line where the pins of other pipelines' chips are wired to the same GPIO; nil for a line of one's own. The pin
  /// must be open-drain, active-low and latched then, the readout not the FIFO, and a start is refused otherwise.
  public var sharedLine: SharedLine?
  /// What records the session, from the first sample to the stop; nil for nothing. It takes one session: a second start with the
  /// same one is refused.
  public var recorder: SessionRecorder?

  /// A chip and the wires to it.
  public enum Source: Sendable {
    /// A chip on an I2C bus of this machine.
    case hardware(HardwareSource)
    /// A simulated chip, in real time.
    case simulated(SimulatedSource)
    /// A bus and a line of one's own: a mock, a bridge, another transport. Nil polls the chip.
    case custom(bus: any I2CBus, address: UInt8, line: (any DataReadyLine)?)
  }

  public init(
    source: Source, sensor: SensorConfiguration = SensorConfiguration(), readout: Readout = .automatic,
    mounting: Mounting = .aligned, updateInterval: UpdateInterval = .gesture,
    realtime: RealtimeConfiguration = RealtimeConfiguration(),
    staleAfterSeconds: Double = 0.5, calibrationPath: String? = nil, name: String? = nil, sharedBus: SharedBus? = nil,
    sharedLine: SharedLine? = nil
  ) {
    self.source = source
    self.sensor = sensor
    self.readout = readout
    self.mounting = mounting
    self.updateInterval = updateInterval
    self.realtime = realtime
    self.staleAfterSeconds = staleAfterSeconds
    self.calibrationPath = calibrationPath
    self.name = name
    self.sharedBus = sharedBus
    self.sharedLine = sharedLine
  }
}

/// How samples are read from the chip.
public enum Readout: String, Sendable, CaseIterable {
  /// From the FIFO where the chip's rate exceeds 200 Hz (the LSM6DS3's step next to 200 is 208), from the registers below and
  /// on a line that several chips share.
  case automatic
  /// In batches from the chip's FIFO: fewer transfers and wake-ups; a value is up to a batch late.
  case fifo
  /// One by one from the data registers, each right after its edge.
  case registers

  /// The rate above which ``automatic`` means the FIFO.
  public static let fifoAboveHertz = 200.0

  /// Whether a chip of a family that is set up so is read from its FIFO.
  ///
  /// - Throws: a rate or a range that the family does not have.
  func usesFIFO(_ sensor: SensorConfiguration, on family: ChipFamily) throws(SensorError.Reason) -> Bool {
    switch self {
    case .automatic:
      let hertz = try sensor.plannedSampleRateHertz(on: family)
      return sensor.usesFIFO || hertz > Self.fifoAboveHertz
    case .fifo: return true
    case .registers: return false
    }
  }
}

/// A chip on an I2C bus of this machine.
public struct HardwareSource: Sendable, Equatable {
  /// Path of the adapter, such as "/dev/i2c-1".
  public var bus: String
  /// 7-bit address.
  public var address: UInt8
  /// Where the chip's interrupt pin is wired to; nil polls the chip.
  public var interrupt: InterruptLine?

  public init(bus: String = "/dev/i2c-1", address: UInt8 = 0x68, interrupt: InterruptLine? = nil) {
    self.bus = bus
    self.address = address
    self.interrupt = interrupt
  }

  /// A line of a GPIO chip.
  public struct InterruptLine: Sendable, Equatable {
    /// Label, name or path of the chip.
    public var chip: String
    /// Name or offset of the line.
    public var line: String
    public var bias: GPIOLine.Bias

    public init(chip: String, line: String, bias: GPIOLine.Bias = .unchanged) {
      self.chip = chip
      self.line = line
      self.bias = bias
    }
  }
}

/// A simulated chip, in real time.
public struct SimulatedSource: Sendable, Equatable {
  public enum Chip: String, Sendable, CaseIterable {
    case mpu6050
    case lsm6ds3
    case lsm6ds3trc = "lsm6ds3tr-c"
  }

  public enum Motion: String, Sendable, CaseIterable {
    /// Roll, pitch and yaw swing at rates of their own.
    case moving
    /// Lies flat and does not move.
    case still
    /// Turns about the vertical axis at 0.5 rad/s.
    case rotation
    /// Is tapped, lifted, shaken, carried and dropped, over and over.
    case gestures
  }

  public var chip: Chip
  public var motion: Motion
  /// How far the chip's clock is off, in percent; positive runs fast.
  public var clockErrorPercent: Double
  /// Path of a fault script (docs/faults.md): what goes wrong with the chip, counted from its power-up; nil for nothing.
  public var faultScriptPath: String?
  /// What the bus is called. Simulated chips of one program with the same name are on one bus and share its time
  /// (``PipelineConfiguration/onSharedBoards(_:)``).
  public var bus: String
  /// 7-bit address; nil for the chip's usual one.
  public var address: UInt8?

  /// The GPIO line that its pin stands for; simulated chips of one bus with the same line are on one wire. Nil for one of its own.
  public var interrupt: HardwareSource.InterruptLine?

  /// What the bus of a simulated chip is called where nothing else is said.
  public static let usualBus = "simulated I2C bus"

  public init(
    chip: Chip = .mpu6050, motion: Motion = .moving, clockErrorPercent: Double = 0, faultScriptPath: String? = nil,
    bus: String = SimulatedSource.usualBus, address: UInt8? = nil, interrupt: HardwareSource.InterruptLine? = nil
  ) {
    self.chip = chip
    self.motion = motion
    self.clockErrorPercent = clockErrorPercent
    self.faultScriptPath = faultScriptPath
    self.bus = bus
    self.address = address
    self.interrupt = interrupt
  }
}
