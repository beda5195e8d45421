import Fusion
import IMUDrivers
import RingBuffer

/// Runs a recording through the filter, or through a simulated chip and the whole pipeline, in virtual time.
///
/// The same recording gives the same result to the last bit, each time.
public struct Replay: Sendable {
  /// What the recording goes through.
  public enum Path: Sendable, Equatable {
    /// The filter alone.
    case filter
    /// A simulated chip's registers, the driver, the ring and the filter.
    case chip(SimulatedSource.Chip)
  }

  /// What came out.
  public struct Result: Sendable, Equatable {
    /// One orientation for each row; a row whose sample was lost repeats the one before.
    public internal(set) var orientations: [Quaternion] = []
    /// Rows that brought no sample of their own.
    public internal(set) var missingRows = 0
    /// What the pipeline counted; all zero when only the filter ran.
    public internal(set) var counters = PipelineCounters()
  }

  private let recording: ReplayRecording
  private let usesMagnetometer: Bool
  private let usesFIFO: Bool
  /// Sample periods that gather to a batch in FIFO mode.
  private static let batchPeriods = 5.0

  /// - Parameters:
  ///   - usesMagnetometer: whether the orientations are turned to magnetic north. The simulated chips have no
  ///     magnetometer, as the real ones haven't: the recording's own field is taken beside the chip's samples, in FIFO mode
  ///     beside the last of each batch.
  ///   - usesFIFO: whether the chip's samples are read from its FIFO, in batches of five.
  public init(_ recording: ReplayRecording, usesMagnetometer: Bool = false, usesFIFO: Bool = false) {
    self.recording = recording
    self.usesMagnetometer = usesMagnetometer
    self.usesFIFO = usesFIFO
  }

  /// Runs the whole recording.
  public func run(through path: Path) throws(ReplayError) -> Result {
    guard !usesMagnetometer || recording.hasMagnetometer else { throw .noMagnetometer }
    switch path {
    case .filter: return throughFilter()
    case .chip(let chip): return try throughChip(chip)
    }
  }

  private func throughFilter() -> Result {
    var result = Result()
    var filter = NineAxisFilter(parameters: recording.filterParameters)
    for row in 0..<recording.count {
      let sample = recording.sample(row)
      filter.update(temperatureCelsius: sample.temperatureCelsius)
      let verdict = filter.update(
        timeNanoseconds: recording.nanoseconds(row), gyroscope: Mounting.aligned.apply(sample.angularRate),
        accelerometer: Mounting.aligned.apply(sample.specificForce))
      if verdict == .refused || verdict == .notLater { result.missingRows += 1 }
      if usesMagnetometer {
        filter.update(
          timeNanoseconds: recording.nanoseconds(row),
          magneticField: Mounting.aligned.apply(recording.magneticField(row)))
      }
      // Without a field the nine-axis orientation is the six-axis one but for the last bit, which a product costs.
      result.orientations.append(usesMagnetometer ? filter.orientation : filter.inertial.orientation)
    }
    return result
  }

  /// Longest pause of a recording that a simulated chip samples through: ten minutes.
  static let longestPauseSeconds = 600.0

  private func throughChip(_ chip: SimulatedSource.Chip) throws(ReplayError) -> Result {
    for row in 1..<max(1, recording.count) {
      let seconds = recording.seconds(row) - recording.seconds(row - 1)
      if seconds > Self.longestPauseSeconds { throw .pause(row: row, seconds: seconds) }
    }
    let (source, startRecording) = recording.chip(chip)
    let medianPeriod = recording.medianPeriodNanoseconds
    let configuration = SensorConfiguration(
      sampleRateHertz: 1e9 / medianPeriod, gyroscopeRange: 2000, accelerometerRange: 16,
      usesFIFO: usesFIFO)
    let stages: Stages
    do throws(SensorError) {
      let sensor = try IMUSensor.start(bus: source.bus, address: source.address, configuration: configuration)
      stages = Stages(
        sensor: sensor, line: source.line, rate: SharedRate(.everySample), mounting: .aligned, ringCapacity: 64,
        deliveryCapacity: 64, periodNanoseconds: UInt64(medianPeriod),
        batchSeconds: Self.batchPeriods * medianPeriod * 1e-9)
    } catch { throw .sensor(error) }
    var run = ReplayRun(
      recording: recording, stages: stages, periodNanoseconds: medianPeriod,
      heading: usesMagnetometer ? HeadingFilter() : nil)
    try run.settle()
    // Time for the FIFO to be emptied before the first row.
    let lead = UInt64(medianPeriod) + (usesFIFO ? 5_000_000 : 0)
    let start = source.bus.nowNanoseconds + lead
    startRecording(start)
    if usesFIFO { stages.withAcquisition { $0.beginRecording(periodNanoseconds: UInt64(medianPeriod)) } }
    return run.play(from: start)
  }
}
