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

  /// A simulated chip on a board that others may be on, too.
  fileprivate static func simulated(
    _ source: SimulatedSource, sensor: SensorConfiguration, on board: SimulatedBoard
  ) throws(PipelineError) -> SensorSource {
    let script = try faultScript(source.faultScriptPath)
    var options = ChipOptions()
    options.clockError = source.clockErrorPercent / 100
    let noise = SeededNoise(seed: 1, angularRate: 0.001, specificForce: 0.02)
    let (model, address) = (source.chip.model, source.address)
    let chip =
      switch source.motion {
      case .moving: board.attach(model, address: address, motion: .moving(noise: noise), options: options)
      case .still: board.attach(model, address: address, motion: .still(noise: noise), options: options)
      case .gestures: board.attach(model, address: address, motion: .gestures(noise: noise), options: options)
      case .rotation:
        board.attach(
          model, address: address, motion: .rotation(about: SIMD3(0, 0, 1), rate: 0.5, noise: noise), options: options)
      }
    let line = board.line(for: chip, activeLow: sensor.interrupt.activeLow)
    if let script { chip.follow(script) }
    return SensorSource(bus: board.bus, address: chip.address, line: line)
  }

  private static func faultScript(_ path: String?) throws(PipelineError) -> FaultScript? {
    guard let path else { return nil }
    do throws(FaultScriptError) { return try FaultScript(path: path) } catch {
      throw .faultScript(reason: error.description)
    }
  }
}

extension PipelineConfiguration {
  /// The same configurations with the simulated chips of one bus on one simulated board in real time, so that they share
  /// the bus's time as real chips do. The chips are powered now, and outlive a stop; any other source stays as it is.
  ///
  /// - Throws: ``PipelineError/faultScript(reason:)`` where a chip's script can't be read.
  public static func onSharedBoards(
    _ configurations: [PipelineConfiguration]
  ) throws(PipelineError) -> [PipelineConfiguration] {
    var boards: [ObjectIdentifier: SimulatedBoard] = [:]
    var shared: [PipelineConfiguration] = []
    for var configuration in configurations {
      if case .simulated(let simulated) = configuration.source, let bus = configuration.sharedBus {
        let board = boards[ObjectIdentifier(bus)] ?? SimulatedBoard(name: simulated.bus, clock: .realTime)
        boards[ObjectIdentifier(bus)] = board
        let seams = try SensorSource.simulated(simulated, sensor: configuration.sensor, on: board)
        configuration.source = .custom(bus: seams.bus, address: seams.address, line: seams.line)
      }
      shared.append(configuration)
    }
    return shared
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

  /// Reads a recording: CSV, plain or gzip, with the columns time_s, gx..gz (rad/s), ax..az (m/s^2) and, for
  /// the heading, mx..mz (microtesla).
  ///
  /// - Parameter isCorrected: whether the rows of a recording of our own (``SessionRecorder``) are corrected and turned into device
  ///   axes as its session did; otherwise they are as the chip gave them. Other recordings have nothing to correct by.
  public init(path: String, isCorrected: Bool = true) throws(ReplayError) {
    let trial: RecordedTrial
    do { trial = try RecordedTrial(path: path) } catch { throw .recording(error.description) }
    do throws(ConfigurationError) {
      let notes = try RecordingNotes(trial.notes, rows: trial.rows.count, file: path)
      remarks = notes.remarks
      filterParameters = notes.header?.filterParameters ?? OrientationFilter.Parameters()
      self.trial = isCorrected ? try notes.header?.corrected(trial, file: path) ?? trial : trial
    } catch { throw .recording(error.description) }
  }

  /// Whether the recording has the columns of a magnetometer: mx, my, mz.
  public var hasMagnetometer: Bool { trial.hasMagnetometer }

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
