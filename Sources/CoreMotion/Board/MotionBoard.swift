import Foundation
import Fusion
import IMUDrivers
import Pipeline

/// The chip that motion managers get their data from. Any number of managers share a board: one pipeline runs while any of them
/// is active, and each has its own intervals.
///
///     MotionBoard.standard = .simulated()      // from here on every CMMotionManager() works without hardware
///     let manager = CMMotionManager()
///
/// A chip belongs to one board: two boards on one chip would set it up against each other.
///
/// Safe from any thread. Sample threads are those of the pipeline; no handler ever runs on them.
public final class MotionBoard: Sendable {
  /// What a board is made of.
  enum Origin: Sendable {
    /// Whatever file is installed, looked for at each start.
    case installed
    /// A file, read at each start.
    case file(String)
    case configuration(PipelineConfiguration)
    /// In virtual time.
    case stepped(MotionPipeline)
    /// A recording in virtual time, on a new simulated chip with each start.
    case replay(ReplayRecording, SimulatedSource.Chip)
  }

  private struct State {
    var pipeline: MotionPipeline?
    /// What is being stopped.
    var stopping: MotionPipeline?
    var intervals: [Int: UpdateInterval] = [:]
    var nextKey = 0
  }

  private let origin: Origin
  /// Held for the whole of a start, but not while a stop waits for threads that may want it.
  private let state = Guarded(State())
  /// What readers need, apart from ``state``, so that a read never waits for a start.
  private let running = Guarded<MotionPipeline?>(nil)
  /// The date that virtual time 0 counts as.
  private let virtualZero = Guarded<Date?>(nil)

  init(_ origin: Origin) { self.origin = origin }

  /// A board whose chip and wires are configured in code.
  public convenience init(_ configuration: PipelineConfiguration) { self.init(.configuration(configuration)) }

  /// A board that a file describes; it is read at each start.
  public convenience init(configurationFile path: String) { self.init(.file(path)) }

  // MARK: Which board

  /// The board of the machine: IMU_RT_CONFIG, else ~/.config/imu-rt/config.json5, else /etc/imu-rt/config.json5, looked for
  /// at each start.
  public static let installed = MotionBoard(.installed)

  private static let chosen = Guarded<MotionBoard>(installed)
  @TaskLocal private static var ofTask: MotionBoard?

  /// The board of each manager that is made without naming one. ``installed`` until another is set; managers that exist stay
  /// with theirs.
  public static var standard: MotionBoard {
    get { ofTask ?? chosen.withLock { $0 } }
    set { chosen.withLock { $0 = newValue } }
  }

  /// Runs a body in which ``standard`` is another board, for this task alone: tests that run side by side each have their own.
  public static func withStandard<Result>(_ board: MotionBoard, _ body: () throws -> Result) rethrows -> Result {
    try $ofTask.withValue(board) { try body() }
  }

  /// The same for a body that waits.
  public static func withStandard<Result>(
    _ board: MotionBoard, isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Result
  ) async rethrows -> Result {
    try await $ofTask.withValue(board, operation: body, isolation: isolation)
  }

  // MARK: What it says of itself

  /// Why there is no motion; nil when there is. While the board runs, that its chip is lost or silent, until it is back; the board asks it again by itself.
  /// On hardware that does not run, the chip's identity register is read, which takes a few milliseconds; nothing is
  /// written.
  public var unavailability: MotionUnavailable? {
    state.withLock { state in
      if state.pipeline != nil { return presentLoss }
      do throws(MotionUnavailable) {
        let configuration = try self.configuration()
        try Self.probe(configuration)
        return nil
      } catch { return error }
    }
  }

  /// Why a board that runs has no motion at the moment; nil when it has, and when nobody is active.
  var presentLoss: MotionUnavailable? { pipeline?.presentLoss.map(MotionUnavailable.pipeline) }

  /// Samples a second of the chip that runs, or that a start would set up; nil when there is none.
  var sampleRateHertz: Double? {
    if let sensor { return sensor.active.sampleRateHertz }
    guard unavailability == nil else { return nil }
    do throws(MotionUnavailable) { return try configuration().plannedSampleRateHertz } catch { return nil }
  }

  /// The part that runs and what it is set to; nil while nobody is active.
  public var sensor: SensorDescription? { pipeline?.sensor }

  /// What has been counted since the first manager became active; nil while nobody is.
  public var counters: PipelineCounters? { pipeline?.counters }

  /// Whether time on this board is virtual and moved by ``advance(seconds:)``.
  public var isVirtual: Bool {
    switch origin {
    case .stepped, .replay: true
    case .installed, .file, .configuration: false
    }
  }

  /// Length of the recording that is replayed, in seconds; nil on any other board.
  public var recordingSeconds: Double? {
    guard case .replay(let recording, _) = origin else { return nil }
    return Double(recording.nanoseconds(recording.count - 1)) * 1e-9
  }

  /// The pipeline while it runs.
  var pipeline: MotionPipeline? { running.withLock { $0 } }

  /// The wall-clock time of a timestamp. In virtual time the first timestamp that is asked about counts as the present.
  func date(of timestamp: Double) -> Date {
    guard isVirtual else { return Date(timeIntervalSinceNow: timestamp - ProcessInfo.processInfo.systemUptime) }
    let zero = virtualZero.withLock { zero -> Date in
      let date = zero ?? Date(timeIntervalSinceNow: -timestamp)
      zero = date
      return date
    }
    return zero.addingTimeInterval(timestamp)
  }

  // MARK: Leases

  /// Starts the pipeline if nobody has, and keeps it running until the lease goes. Takes a few hundred milliseconds on hardware
  /// the first time.
  func lease(interval: UpdateInterval) throws(MotionUnavailable) -> BoardLease {
    let result = state.withLock { state -> Result<BoardLease, MotionUnavailable> in
      do throws(MotionUnavailable) {
        let pipeline: MotionPipeline
        // The chip belongs to one pipeline at a time.
        if state.pipeline == nil { state.stopping?.stop() }
        if let running = state.pipeline { pipeline = running } else { pipeline = try start() }
        state.pipeline = pipeline
        state.nextKey += 1
        state.intervals[state.nextKey] = interval
        applyIntervals(state)
        return .success(BoardLease(board: self, pipeline: pipeline, key: state.nextKey))
      } catch { return .failure(error) }
    }
    return try result.get()
  }

  func setInterval(_ interval: UpdateInterval, of key: Int) {
    state.withLock { state in
      guard state.intervals[key] != nil else { return }
      state.intervals[key] = interval
      applyIntervals(state)
    }
  }

  func release(_ key: Int) {
    let stopping = state.withLock { state -> MotionPipeline? in
      guard state.intervals.removeValue(forKey: key) != nil else { return nil }
      applyIntervals(state)
      guard state.intervals.isEmpty else { return nil }
      running.withLock { $0 = nil }
      (state.pipeline, state.stopping) = (nil, state.pipeline)
      return state.stopping
    }
    guard let stopping else { return }
    stopping.stop()
    state.withLock { state in if state.stopping === stopping { state.stopping = nil } }
  }

  /// Pull sees new values as often as the most demanding manager wants; each decimates for itself.
  private func applyIntervals(_ state: State) {
    guard let pipeline = state.pipeline, let first = state.intervals.values.first else { return }
    pipeline.updateInterval = state.intervals.values.reduce(first) { UpdateInterval.faster($0, $1) }
  }

  private func start() throws(MotionUnavailable) -> MotionPipeline {
    let pipeline: MotionPipeline
    var begin: @Sendable () -> Void = {}
    switch origin {
    case .stepped(let stepped): pipeline = stepped
    case .replay(let recording, let chip):
      let (configuration, startRecording) = recording.configuration(through: chip)
      (pipeline, begin) = (.stepped(configuration), startRecording)
    case .installed, .file, .configuration: pipeline = MotionPipeline(try configuration())
    }
    do throws(PipelineError) { try pipeline.start() } catch { throw .pipeline(error) }
    if isVirtual {
      // The chip's first samples are junk; a recording begins behind them.
      pipeline.advance(nanoseconds: Self.settlingNanoseconds) { $0 != nil }
      begin()
    }
    running.withLock { $0 = pipeline }
    return pipeline
  }

  /// Longest time in which a simulated chip gives its first value.
  private static let settlingNanoseconds: UInt64 = 2_000_000_000

  // MARK: Configuration

  private func configuration() throws(MotionUnavailable) -> PipelineConfiguration {
    switch origin {
    case .installed:
      guard let path = InstalledConfiguration.path else {
        throw .noConfiguration(searched: [InstalledConfiguration.variable] + InstalledConfiguration.candidates)
      }
      return try Self.read(path)
    case .file(let path): return try Self.read(path)
    case .configuration(let configuration): return configuration
    case .stepped(let pipeline): return pipeline.configuration
    case .replay(let recording, let chip): return recording.configuration(through: chip).configuration
    }
  }

  private static func read(_ path: String) throws(MotionUnavailable) -> PipelineConfiguration {
    do throws(ConfigurationError) {
      return try ConfigurationFile.read(path, sensor: InstalledConfiguration.sensor)
    } catch { throw .configuration(error) }
  }

  /// A chip that has just got its supply answers nobody at first: ST's examples wait 15 ms.
  private static let bootPauses = 4
  private static let bootPauseNanoseconds: UInt64 = 5_000_000

  /// Asks whether the chip is there.
  private static func probe(_ configuration: PipelineConfiguration) throws(MotionUnavailable) {
    let bus: any I2CBus
    let address: UInt8
    switch configuration.source {
    case .simulated: return
    case .custom(let own, let ownAddress, _): (bus, address) = (own, ownAddress)
    case .hardware(let source):
      do throws(I2CBusError) { bus = try LinuxI2CBus(path: source.bus) } catch { throw .pipeline(.bus(error)) }
      address = source.address
    }
    guard let family = ChipFamily.at(address), var finding = BusScan(bus, addresses: [address]).findings.first else {
      throw .pipeline(.sensor(SensorError(bus: bus.name, address: address, reason: .addressNotOurs)))
    }
    for _ in 0..<bootPauses {
      guard case .noAnswer? = finding.identity else { break }
      bus.pause(untilNanoseconds: bus.nowNanoseconds &+ bootPauseNanoseconds)
      finding = BusScan(bus, addresses: [address]).findings.first ?? finding
    }
    let reason: SensorError.Reason
    switch finding.identity {
    case nil: reason = .addressInUse
    case .exact?: return
    case .sibling(let variant)?:
      if configuration.sensor.acceptsSiblings { return }
      reason = .siblingRefused(variant)
    case let identity?: reason = .identity(identity, expected: family)
    }
    throw .pipeline(.sensor(SensorError(bus: bus.name, address: address, reason: reason)))
  }
}

/// Keeps a board's pipeline running as long as it lives.
final class BoardLease: Sendable {
  let pipeline: MotionPipeline
  private let board: MotionBoard
  private let key: Int

  init(board: MotionBoard, pipeline: MotionPipeline, key: Int) {
    self.board = board
    self.pipeline = pipeline
    self.key = key
  }

  deinit { board.release(key) }

  /// Tells how often the properties are to see new values.
  func setInterval(_ interval: UpdateInterval) { board.setInterval(interval, of: key) }
}
