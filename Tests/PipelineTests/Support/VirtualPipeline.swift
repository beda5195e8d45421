import Fusion
import IMUDrivers
import RingBuffer
import SimulatedIMU

@testable import Pipeline

/// The stages of a pipeline on a simulated board in virtual time, stepped by the test.
final class VirtualPipeline {
  let board: SimulatedBoard
  let chip: SimulatedChip
  let stages: Stages
  let rate: SharedRate
  /// Everything that was delivered, in order.
  private(set) var updates: [MotionUpdate] = []
  /// Why the last recovery failed.
  private(set) var failure: SensorError?
  /// Whether the fusion stage runs after each step; a test may stall it.
  var isFusing = true

  /// A pipeline on a board that the test has set up itself.
  init(
    board: SimulatedBoard, chip: SimulatedChip, line: (any DataReadyLine)?,
    configuration: SensorConfiguration = SensorConfiguration(), batchSeconds: Double = 0
  ) throws {
    self.board = board
    self.chip = chip
    rate = SharedRate(.everySample)
    let sensor = try IMUSensor.start(bus: board.bus, address: chip.address, configuration: configuration)
    stages = Stages(
      sensor: sensor, line: line, rate: rate, mounting: .aligned, ringCapacity: 64, deliveryCapacity: 1024,
      batchSeconds: batchSeconds)
  }

  /// A pipeline on a chip that the test has started itself.
  init(
    board: SimulatedBoard, chip: SimulatedChip, line: (any DataReadyLine)?, sensor: consuming IMUSensor,
    batchSeconds: Double
  ) {
    self.board = board
    self.chip = chip
    rate = SharedRate(.everySample)
    stages = Stages(
      sensor: sensor, line: line, rate: rate, mounting: .aligned, ringCapacity: 64, deliveryCapacity: 1024,
      batchSeconds: batchSeconds)
  }

  init(
    _ model: ChipModel = .mpu6050, motion: some MotionSource = .still(), options: ChipOptions = ChipOptions(),
    configuration: SensorConfiguration = SensorConfiguration(), interval: UpdateInterval = .everySample,
    isLineWired: Bool = true, ringCapacity: Int = 64, mounting: Mounting = .aligned,
    correction: InertialCorrection = InertialCorrection(), batchSeconds: Double = 0
  ) throws {
    board = SimulatedBoard(clock: .virtual)
    chip = board.attach(model, motion: motion, options: options)
    rate = SharedRate(interval)
    let sensor = try IMUSensor.start(bus: board.bus, address: chip.address, configuration: configuration)
    stages = Stages(
      sensor: sensor, line: isLineWired ? board.line(for: chip) : nil, rate: rate, mounting: mounting,
      ringCapacity: ringCapacity, deliveryCapacity: 1024, correction: correction, batchSeconds: batchSeconds)
  }

  /// Steps as the threads would, until the board's clock has moved on by a time.
  func run(seconds: Double) {
    let end = board.nowNanoseconds + UInt64(seconds * 1e9)
    while board.nowNanoseconds < end { step() }
  }

  /// One step of each stage.
  func step() {
    if case .needsRecovery = stages.withAcquisition({ $0.step() }) {
      failure = stages.withAcquisition { $0.recover() }
    }
    if isFusing { fuse() }
  }

  /// Lets the fusion stage take what is in the ring, and collects what it delivers.
  func fuse() {
    _ = stages.withFusion { $0.drain(isDelivering: true) }
    stages.withDeliveries { deliveries in
      while let entry = deliveries.pop() { updates.append(entry.update) }
    }
  }

  /// Asks for detectors, as a subscriber would.
  func detect(_ detectors: DetectorSelection) { stages.withFusion { $0.detectors = detectors } }

  func forgetUpdates() { updates = [] }

  var health: Health { stages.withAcquisition { $0.health } }
  var counters: PipelineCounters { stages.reports.read() ?? PipelineCounters() }

  var samples: [MotionSample] {
    updates.compactMap { if case .sample(let sample) = $0 { sample } else { nil } }
  }

  var detected: [MotionEvent] {
    updates.compactMap { if case .detected(let event) = $0 { event } else { nil } }
  }

  var events: [PipelineEvent] {
    updates.compactMap { if case .event(let event) = $0 { event } else { nil } }
  }

  /// Samples that events state as lost, by cause.
  func lost(to cause: PipelineEvent.LossCause) -> UInt64 {
    events.reduce(0) { sum, event in
      if case .samplesLost(let count, cause) = event.kind { sum + count } else { sum }
    }
  }

  var lostInEvents: UInt64 { PipelineEvent.LossCause.allCases.reduce(0) { $0 + lost(to: $1) } }

  var healthChanges: [Health] {
    events.compactMap { if case .healthChanged(_, let state) = $0.kind { state } else { nil } }
  }
}
