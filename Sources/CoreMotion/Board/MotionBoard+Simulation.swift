import Pipeline

extension MotionBoard {
  /// A simulated chip in real time, without a configuration file: for desks without hardware.
  public static func simulated(
    _ motion: SimulatedSource.Motion = .moving, chip: SimulatedSource.Chip = .mpu6050
  ) -> MotionBoard {
    MotionBoard(
      PipelineConfiguration(source: .simulated(SimulatedSource(chip: chip, motion: motion)), realtime: .none))
  }

  /// A simulated chip in virtual time, which passes only by ``advance(seconds:)``: the same calls give the same values.
  public static func virtual(
    _ motion: SimulatedSource.Motion = .moving, chip: SimulatedSource.Chip = .mpu6050
  ) -> MotionBoard {
    virtual(PipelineConfiguration(source: .simulated(SimulatedSource(chip: chip, motion: motion)), realtime: .none))
  }

  /// A board in virtual time, such as one with a `SimulatedBoard` on the virtual clock as its bus.
  public static func virtual(_ configuration: PipelineConfiguration) -> MotionBoard {
    MotionBoard(.stepped(.stepped(configuration)))
  }

  /// A simulated chip that feels a recording, in virtual time: time passes by ``advance(seconds:)``.
  ///
  /// The path is that of a CSV file, plain or gzip; see ``MotionRecorder`` for the format. The recording begins, and begins anew, whenever
  /// a first manager becomes active. Units that are not SI are said, as in `ReplayRecording.Units("accelerometer=g,gyro=deg/s")`.
  public static func replaying(
    _ path: String, through chip: SimulatedSource.Chip = .mpu6050,
    units: ReplayRecording.Units? = nil
  ) throws(MotionUnavailable) -> MotionBoard {
    let recording: ReplayRecording
    do throws(ReplayError) { recording = try ReplayRecording(path: path, units: units) } catch {
      throw .recording(error)
    }
    return MotionBoard(.replay(recording, chip))
  }

  /// Lets virtual time pass: the chip samples, properties change, handlers are put on their queues, sequences filled.
  ///
  /// Nothing is dropped in virtual time, however slow a handler is. Does nothing while no manager is active, or on a board in
  /// real time.
  public func advance(seconds: Double) {
    guard seconds > 0, let pipeline else { return }
    pipeline.advance(nanoseconds: UInt64(min(seconds, Self.mostSeconds) * 1e9))
  }

  /// Furthest that one call moves the clock: a week.
  private static let mostSeconds = 7.0 * 24 * 3600

  /// The present on the board's clock in seconds, as timestamps have it; nil while nobody is active.
  public var now: Double? { pipeline?.nowNanoseconds.map { Double($0) * 1e-9 } }
}
