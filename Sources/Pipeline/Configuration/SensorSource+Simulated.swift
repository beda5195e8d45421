import Fusion
import IMUDrivers
import SimulatedIMU

// The one place of this module that knows the simulated chips.

extension SensorSource {
  /// A simulated chip, wired as the configuration says, on a board of its own.
  static func simulated(
    _ source: SimulatedSource, sensor: SensorConfiguration, clock: SimulationClock = .realTime
  ) throws(PipelineError) -> SensorSource {
    try simulated(source, sensor: sensor, on: SimulatedBoard(name: source.bus, clock: clock))
  }

  /// A simulated chip on a board of its own, with a wire of its own.
  private static func simulated(
    _ source: SimulatedSource, sensor: SensorConfiguration, on board: SimulatedBoard
  ) throws(PipelineError) -> SensorSource {
    let script = try faultScript(source.faultScriptPath)
    let chip = attach(source, to: board)
    let line = board.line(for: chip, activeLow: sensor.interrupt.activeLow)
    if let script { chip.follow(script) }
    return SensorSource(bus: board.bus, address: chip.address, line: line)
  }

  fileprivate static func attach(_ source: SimulatedSource, to board: SimulatedBoard) -> SimulatedChip {
    var options = ChipOptions()
    options.clockError = source.clockErrorPercent / 100
    let noise = SeededNoise(seed: 1, angularRate: 0.001, specificForce: 0.02)
    let (model, address) = (source.chip.model, source.address)
    return switch source.motion {
    case .moving: board.attach(model, address: address, motion: .moving(noise: noise), options: options)
    case .still: board.attach(model, address: address, motion: .still(noise: noise), options: options)
    case .gestures: board.attach(model, address: address, motion: .gestures(noise: noise), options: options)
    case .rotation:
      board.attach(
        model, address: address, motion: .rotation(about: SIMD3(0, 0, 1), rate: 0.5, noise: noise), options: options)
    }
  }

  fileprivate static func faultScript(_ path: String?) throws(PipelineError) -> FaultScript? {
    guard let path else { return nil }
    do throws(FaultScriptError) { return try FaultScript(path: path) } catch {
      throw .faultScript(reason: error.description)
    }
  }
}

extension PipelineConfiguration {
  /// The same configurations with the simulated chips of one bus on one simulated board in real time, so that they share
  /// the bus's time as real chips do, and with those of one line on one wire. The chips are powered now, and outlive a stop; any
  /// other source stays as it is.
  ///
  /// - Throws: ``PipelineError/faultScript(reason:)`` where a chip's script can't be read; ``PipelineError/sharedLine(reason:)``
  ///   where simulated chips of several buses share a line.
  public static func onSharedBoards(
    _ configurations: [PipelineConfiguration]
  ) throws(PipelineError) -> [PipelineConfiguration] {
    try onSharedBoards(configurations, clock: .realTime).map(\.configuration)
  }

  /// A configuration, with the chip that stands for it where that is simulated on a shared board.
  typealias Simulated = (configuration: PipelineConfiguration, board: SimulatedBoard?, chip: SimulatedChip?)

  static func onSharedBoards(
    _ configurations: [PipelineConfiguration], clock: SimulationClock
  ) throws(PipelineError) -> [Simulated] {
    var boards: [ObjectIdentifier: SimulatedBoard] = [:]
    var attached: [Simulated] = []
    for configuration in configurations {
      guard case .simulated(let simulated) = configuration.source, let bus = configuration.sharedBus else {
        attached.append((configuration, nil, nil))
        continue
      }
      let board = boards[ObjectIdentifier(bus)] ?? SimulatedBoard(name: simulated.bus, clock: clock)
      boards[ObjectIdentifier(bus)] = board
      let script = try SensorSource.faultScript(simulated.faultScriptPath)
      let chip = SensorSource.attach(simulated, to: board)
      if let script { chip.follow(script) }
      attached.append((configuration, board, chip))
    }
    // Only now that all chips are there can wires join them.
    var wired: [Simulated] = []
    for var one in attached {
      if let board = one.board, let chip = one.chip {
        let line = try wire(for: chip, one.configuration, on: board, among: attached)
        one.configuration.source = .custom(bus: board.bus, address: chip.address, line: line)
      }
      wired.append(one)
    }
    return wired
  }

  /// A wire that joins a chip to those that share its line.
  private static func wire(
    for chip: SimulatedChip, _ configuration: PipelineConfiguration, on board: SimulatedBoard, among all: [Simulated]
  ) throws(PipelineError) -> any DataReadyLine {
    guard let shared = configuration.sharedLine else {
      return board.line(for: chip, activeLow: configuration.sensor.interrupt.activeLow)
    }
    let others = all.filter { $0.configuration.sharedLine === shared }
    guard others.allSatisfy({ $0.board === board }) else {
      let names = others.compactMap(\.configuration.name).joined(separator: ", ")
      throw .sharedLine(reason: "\(names): simulated chips that share a line must be on one bus, and all be simulated")
    }
    return board.line(for: others.compactMap(\.chip), activeLow: true, bias: .pullUp)
  }

  /// The same with a simulated chip on a board in virtual time, which outlives a stop; any other source stays as it is.
  var onVirtualClock: PipelineConfiguration {
    guard case .simulated(let simulated) = source else { return self }
    var configuration = self
    do throws(PipelineError) {
      let seams = try SensorSource.simulated(simulated, sensor: sensor, clock: .virtual)
      configuration.source = .custom(bus: seams.bus, address: seams.address, line: seams.line)
    } catch {
      // A fault script that can't be read: the start tries it again, and says so.
    }
    return configuration
  }
}

extension SimulatedSource.Chip {
  fileprivate var model: ChipModel {
    switch self {
    case .mpu6050: .mpu6050
    case .lsm6ds3: .lsm6ds3
    case .lsm6ds3trc: .lsm6ds3trc
    }
  }

  /// A step of the gyroscope in rad/s at 2000 deg/s, the range of a replay: 16.4 steps a deg/s (MPU-6050 specification 6.1), or
  /// 70 mdps (LSM6DS3 datasheet table 3).
  fileprivate var angularRateStep: Double { (model.family == .mpu6050 ? 1 / 16.4 : 0.07) * .pi / 180 }

  /// A step of the accelerometer in m/s^2 at 16 g, the range of a replay: 2048 steps a g (MPU-6050 specification 6.2), or
  /// 0.488 mg (LSM6DS3 datasheet table 3).
  fileprivate var specificForceStep: Double {
    (model.family == .mpu6050 ? 1.0 / 2048 : 0.000_488) * Motion.standardGravity
  }
}

/// A recording of motion, opened for replay.
public struct ReplayRecording: Sendable {
  private let trial: RecordedTrial
  /// What the filter has to know of the chip that made the recording.
  let filterParameters: OrientationFilter.Parameters
  /// What is to be known of the file, each in one line: that it ends early, or that something is missing in it.
  public let remarks: [String]

  /// What a recording's units are said to be.
  public typealias Units = RecordingUnits

  /// Reads a recording: CSV or JSON Lines, plain or gzip, with the columns time_s, gx..gz (rad/s), ax..az (m/s^2) and, for
  /// the heading, mx..mz (microtesla); or what `imu-rt stream` printed, with the bias added to its rates again.
  ///
  /// - Parameters:
  ///   - isCorrected: whether the rows of a recording of our own (``SessionRecorder``) are corrected and turned into device
  ///     axes as its session did; otherwise they are as the chip gave them. Other recordings have nothing to correct by.
  ///   - units: what was said of its units; the others are taken for SI, and refused where they can't be.
  ///   - sensor: whose rows are wanted, of a stream of several; nil where there is one.
  public init(
    path: String, isCorrected: Bool = true, units: Units? = nil, sensor: String? = nil
  ) throws(ReplayError) {
    let trial: RecordedTrial
    do { trial = try RecordedTrial(path: path, units: units ?? Units(), sensor: sensor) } catch {
      throw .recording(error.description)
    }
    do throws(ConfigurationError) {
      let notes = try RecordingNotes(trial.notes, rows: trial.rows.count, file: path)
      remarks = trial.remarks + notes.remarks
      filterParameters =
        try notes.header?.filterParameters(isCorrected: isCorrected, file: path) ?? OrientationFilter.Parameters()
      self.trial = isCorrected ? try notes.header?.corrected(trial, file: path) ?? trial : trial
    } catch { throw .recording(error.description) }
  }

  /// Whether the recording has the columns of a magnetometer: mx, my, mz.
  public var hasMagnetometer: Bool { trial.hasMagnetometer }

  /// Whether it is what `imu-rt stream` printed: in device axes, calibrated, at the rate of whoever was served.
  public var isStream: Bool { trial.isStream }

  /// Number of rows, at least 1.
  public var count: Int { trial.rows.count }

  /// A row's time as the recording has it, in seconds.
  public func seconds(_ row: Int) -> Double { trial.rows[row].timeSeconds }

  /// A row's time in nanoseconds since the first row: a recording's own zero may be the year 1970.
  public func nanoseconds(_ row: Int) -> UInt64 { trial.sampleInstant(row) - trial.sampleInstant(0) }

  /// A row's motion.
  public func sample(_ row: Int) -> InertialSample {
    let motion = trial.rows[row].motion
    return InertialSample(
      specificForce: motion.specificForce, angularRate: motion.angularRate, temperatureCelsius: motion.temperature)
  }

  /// A row's magnetic field in microtesla, chip axes; a coordinate is NaN where the row has none.
  public func magneticField(_ row: Int) -> SIMD3<Double> { trial.rows[row].magneticField }

  /// A chip on a board in virtual time that will feel this recording.
  ///
  /// - Returns: the seams to the chip, and what starts the recording at an instant of the board's clock.
  func chip(_ chip: SimulatedSource.Chip) -> (source: SensorSource, start: (UInt64) -> Void) {
    let board = SimulatedBoard(clock: .virtual)
    let simulated = board.attach(
      chip.model,
      motion: DitheredMotion(
        TrialFromItsFirstRow(trial: trial), angularRateStep: chip.angularRateStep,
        specificForceStep: chip.specificForceStep))
    let source = SensorSource(bus: board.bus, address: simulated.address, line: board.line(for: simulated))
    return (source, { _ = simulated.startRecording(atNanoseconds: $0) })
  }
}

extension ReplayRecording {
  /// What a stepped pipeline is made of so that it feels this recording through a simulated chip, at the recording's rate.
  ///
  /// - Returns: the configuration, and what starts the recording; until then the chip feels the first row.
  package func configuration(
    through chip: SimulatedSource.Chip
  ) -> (configuration: PipelineConfiguration, start: @Sendable () -> Void) {
    let board = SimulatedBoard(clock: .virtual)
    let simulated = board.attach(chip.model, motion: TrialFromItsFirstRow(trial: trial))
    let sensor = SensorConfiguration(
      sampleRateHertz: 1e9 / medianPeriodNanoseconds, gyroscopeRange: 2000, accelerometerRange: 16)
    let source = PipelineConfiguration.Source.custom(
      bus: board.bus, address: simulated.address, line: board.line(for: simulated))
    return (PipelineConfiguration(source: source, sensor: sensor), { _ = simulated.startRecording() })
  }

  /// The middle of all intervals, in nanoseconds: what a chip that made the recording would call its period.
  var medianPeriodNanoseconds: Double {
    guard count > 1 else { return 1e7 }
    let intervals = (1..<count).map { nanoseconds($0) - nanoseconds($0 - 1) }
    return Double(intervals.sorted()[intervals.count / 2])
  }
}

extension RecordingHeader {
  /// Each row as the filter had it in the session: the same steps in the same order as ``FusionStage``.
  fileprivate func corrected(_ trial: RecordedTrial, file: String) throws(ConfigurationError) -> RecordedTrial {
    let correction = try correction(file: file)
    var temperature = TemperatureWatch()
    return trial.mapMotion { row in
      _ = temperature.take(row.motion.temperature, timeNanoseconds: 0)
      let chip = correction.applied(
        to: InertialSample(
          specificForce: row.motion.specificForce, angularRate: row.motion.angularRate,
          temperatureCelsius: temperature.celsius))
      let (force, rate) = (mounting.apply(chip.specificForce), mounting.apply(chip.angularRate))
      return Motion(
        specificForce: SIMD3(force.x, force.y, force.z), angularRate: SIMD3(rate.x, rate.y, rate.z),
        temperature: chip.temperatureCelsius)
    }
  }
}

/// A recording that begins with its first row, whatever its own zero is.
private struct TrialFromItsFirstRow: SampledMotionSource {
  let trial: RecordedTrial

  var sampleCount: Int { trial.sampleCount }
  func sampleInstant(_ index: Int) -> UInt64 { trial.sampleInstant(index) - trial.sampleInstant(0) }
  func sample(_ index: Int) -> Motion { trial.sample(index) }
}
