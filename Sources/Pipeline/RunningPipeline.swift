import CRealtime
import Dispatch
import Fusion
import IMUDrivers
import RingBuffer

/// What readers take from a running pipeline.
final class Outlet: Sendable {
  let latest: LatestValueReader<MotionSample>
  let reports: LatestValueReader<PipelineCounters>
  let clock: BusClock
  let realtime: RealtimeReportBook
  let sensor: SensorDescription
  let faultReason = Guarded<String?>(nil)
  /// What pull shows where it is to see less than is published.
  let shown = Guarded(ShownValue())

  init(
    latest: LatestValueReader<MotionSample>, reports: LatestValueReader<PipelineCounters>, bus: any I2CBus,
    realtime: RealtimeReportBook, sensor: SensorDescription
  ) {
    self.latest = latest
    self.reports = reports
    clock = BusClock(bus)
    self.realtime = realtime
    self.sensor = sensor
  }
}

/// The threads of a started pipeline: acquisition, fusion, delivery; and recording, where a session is recorded.
///
/// Each thread clears up behind itself and holds only what it needs, so that whoever stops has nothing to do but to wait, and any number of
/// threads may.
final class RunningPipeline: Sendable {
  /// Entries between acquisition and fusion: one second at 1 kHz, ten times what the slowest interval gathers.
  static let ringCapacity = 1024
  /// Updates between fusion and delivery.
  static let deliveryCapacity = 256
  /// Longest sleep of the fusion and delivery threads without news.
  static let idleNanoseconds: UInt64 = 1_000_000_000

  /// Longest wait for the threads that use chip and disk. Their own waits are far shorter; a driver or a disk may keep a thread for longer.
  private static let patience = DispatchTimeInterval.seconds(30)
  /// Longest wait for a handler that is under way on the delivery thread, or in a step: it may be waiting for whoever stops.
  private static let handlerPatience = DispatchTimeInterval.seconds(1)

  let outlet: Outlet
  /// Nil where the pipeline is stepped.
  private let delivery: RealtimeThread?
  /// Those that use chip and disk.
  private let workers: [RealtimeThread]
  /// What is stepped instead of running on threads; nil where there are threads.
  let stepper: Stepper?
  private let signals: StopSignals
  private let memory: MemoryLock?

  var threads: [RealtimeThread] { workers + (delivery.map { [$0] } ?? []) }

  /// Opens everything and starts the threads.
  ///
  /// - Parameter isStepped: starts no thread; ``stepper`` does the work when told.
  init(
    _ configuration: PipelineConfiguration, rate: SharedRate, hub: DeliveryHub, log: PublicationLog?,
    isStepped: Bool = false
  ) throws(PipelineError) {
    let realtime = RealtimeReportBook()
    // Before the chip starts, since locking takes longer than some samples.
    memory = configuration.realtime.locksMemory == true && !isStepped ? .acquire(report: realtime) : nil
    let calibration = try Self.readCalibration(configuration.calibrationPath)
    try Self.requireShareable(configuration)
    let source = try SensorSource.open(configuration)
    var sensor = try Self.startSensor(source, configuration)
    let description = SensorDescription(
      variant: sensor.variant, active: sensor.active, bus: source.bus.name, address: source.address,
      line: source.line?.name, usesFIFO: sensor.usesFIFO)
    do throws(PipelineError) {
      try Self.requireFit(calibration, description)
      try Self.beginRecording(configuration, sensor, description, calibration?.value)
    } catch {
      // Nothing starts; a chip that can't be put to sleep now is no worse than before.
      do throws(SensorError) { try sensor.stop() } catch {}
      configuration.sharedBus?.release(source.address)
      throw error
    }
    let stages = Stages(
      sensor: sensor, line: source.line, isLineShared: configuration.sharedLine != nil, rate: rate,
      mounting: configuration.mounting, ringCapacity: Self.ringCapacity, deliveryCapacity: Self.deliveryCapacity,
      correction: calibration?.value.correction ?? InertialCorrection(),
      recordCapacity: configuration.recorder.map { _ in SessionRecorder.capacity })
    outlet = Outlet(
      latest: stages.latest, reports: stages.reports, bus: source.bus, realtime: realtime, sensor: description)
    signals = StopSignals()
    if isStepped {
      stepper = Stepper(stages, hub: hub, outlet: outlet, configuration)
      (delivery, workers) = (nil, [])
      return
    }
    stepper = nil
    (delivery, workers) = try Self.startThreads(
      stages, configuration, hub: hub, outlet: outlet, signals: signals, log: log)
    memory?.settle()
  }

  private static func requireShareable(_ configuration: PipelineConfiguration) throws(PipelineError) {
    guard configuration.sharedLine != nil else { return }
    guard let need = SharedLine.need(configuration.sensor, configuration.readout) else { return }
    throw .sharedLine(
      reason: "address \(hex(configuration.address)): to share its line it needs \(need); or give it a line of its own")
  }

  private static func readCalibration(
    _ path: String?
  ) throws(PipelineError) -> (value: Calibration, path: String)? {
    guard let path else { return nil }
    do throws(ConfigurationError) { return (try CalibrationFile.read(path), path) } catch { throw .calibration(error) }
  }

  private static func requireFit(
    _ calibration: (value: Calibration, path: String)?, _ sensor: SensorDescription
  ) throws(PipelineError) {
    guard let calibration else { return }
    do throws(ConfigurationError) {
      try calibration.value.chip.requireFit(sensor.chip, file: calibration.path)
    } catch { throw .calibration(error) }
  }

  private static func beginRecording(
    _ configuration: PipelineConfiguration, _ sensor: borrowing IMUSensor, _ description: SensorDescription,
    _ calibration: Calibration?
  ) throws(PipelineError) {
    guard let recorder = configuration.recorder else { return }
    do throws(RecordingError) {
      try recorder.begin(
        description, scale: sensor.scale, mounting: configuration.mounting, calibration: calibration,
        nowNanoseconds: sensor.nowNanoseconds)
    } catch { throw .recording(error) }
  }

  private static func startSensor(
    _ source: SensorSource, _ configuration: PipelineConfiguration
  ) throws(PipelineError) -> IMUSensor {
    do throws(SensorError) {
      let wanted = try wanted(source, configuration)
      var sensor = try IMUSensor.start(bus: source.bus, address: source.address, configuration: wanted)
      if let shared = configuration.sharedBus {
        try shared.require(&sensor, address: source.address)
      } else {
        try sensor.requireBusTime()
      }
      return sensor
    } catch { throw .sensor(error) }
  }

  /// What is asked of the chip, its readout decided by the rate that it will run at.
  static func wanted(
    _ source: SensorSource, _ configuration: PipelineConfiguration
  ) throws(SensorError) -> SensorConfiguration {
    var wanted = configuration.sensor
    // See SharedLine.need.
    if configuration.sharedLine != nil { return wanted }
    do throws(SensorError.Reason) {
      guard let family = ChipFamily.at(source.address) else { throw .addressNotOurs }
      wanted.usesFIFO = try configuration.readout.usesFIFO(wanted, on: family)
    } catch { throw SensorError(bus: source.bus.name, address: source.address, reason: error) }
    return wanted
  }

  // MARK: The end

  /// Asks the threads to end.
  func raise() {
    signals.raise()
    stepper?.finish()
    if delivery?.isCurrent == true { signals.endDelivery() }
  }

  /// Waits until chip, bus, line and recording are let go. On one of the threads itself, or inside a step, it waits for the others alone.
  ///
  /// - Returns: the name of a thread that goes on; nil when none does.
  func awaitWorkers() -> String? {
    if stepper?.awaitEnd(until: .now() + Self.handlerPatience) == false { return "that steps the pipeline" }
    let deadline = DispatchTime.now() + Self.patience
    if let late = workers.first(where: { !$0.isCurrent && !$0.join(until: deadline) }) { return late.name }
    memory?.release()
    return nil
  }

  /// Waits until no handler is called on the delivery thread any more.
  func awaitDelivery() {
    guard let delivery else { return }
    if !delivery.isCurrent { delivery.join(until: .now() + Self.handlerPatience) }
    signals.endDelivery()
  }

  private static func startThreads(
    _ stages: Stages, _ configuration: PipelineConfiguration, hub: DeliveryHub, outlet: Outlet, signals: StopSignals,
    log: PublicationLog?
  ) throws(PipelineError) -> (delivery: RealtimeThread, workers: [RealtimeThread]) {
    let (book, recorder, sharedBus) = (outlet.realtime, configuration.recorder, configuration.sharedBus)
    let (names, realtime) = (ThreadNames(sensor: configuration.name), configuration.realtime)
    let processor = realtime.chosenProcessor
    // Where the fusion thread runs: no other processor need wake up to pass a value on. But not beside a thread that outranks it.
    let deliveryProcessor = crt_is_real_time() == 1 ? nil : processor
    var workers: [RealtimeThread] = []
    do throws(ThreadError) {
      let deliveries = stages.deliveries
      let delivery = try RealtimeThread.start(.init(name: names.delivery, processor: deliveryProcessor), report: book) {
        DeliveryThread.run(deliveries, hub: hub, signals: signals)
      }
      workers.append(
        try RealtimeThread.start(
          .init(name: names.fusion, priority: realtime.fusionPriority, processor: processor), report: book
        ) { FusionThread.run(stages, hub: hub, signals: signals, log: log) })
      if let recorder {
        workers.append(
          try RealtimeThread.start(.init(name: names.recording), report: book) {
            RecordingThread.run(stages, recorder: recorder, signals: signals)
          })
      }
      workers.append(
        try RealtimeThread.start(
          .init(name: names.acquisition, priority: realtime.acquisitionPriority, processor: processor),
          report: book
        ) { AcquisitionThread.run(stages, outlet: outlet, signals: signals, sharedBus: sharedBus) })
      return (delivery, workers)
    } catch {
      // The acquisition thread, which would have cleared up, is the last.
      signals.raise()
      signals.endDelivery()
      stages.withAcquisition { $0.finish() }
      signals.endAcquisition()
      for thread in workers { thread.join(until: .now() + Self.patience) }
      recorder?.finish(stages)
      sharedBus?.release(outlet.sensor.address)
      throw .thread(name: error.name, code: error.code)
    }
  }
}
