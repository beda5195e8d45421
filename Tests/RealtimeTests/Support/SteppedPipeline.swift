import IMUDrivers
import SimulatedIMU

@testable import Pipeline

/// The stages of a pipeline on a simulated chip in virtual time. The test steps them as the threads would.
final class SteppedPipeline {
  let board: SimulatedBoard
  let seams: SeamCounter
  let stages: Stages

  static let noise = SeededNoise(seed: 1, angularRate: 0.001, specificForce: 0.02)

  init(
    _ model: ChipModel, motion: some MotionSource = .moving(noise: SteppedPipeline.noise),
    configuration: SensorConfiguration = SensorConfiguration(),
    interval: UpdateInterval = .everySample, isLineWired: Bool = true
  ) throws {
    board = SimulatedBoard(clock: .virtual)
    let chip = board.attach(model, motion: motion)
    seams = SeamCounter()
    let bus = CountingBus(board.bus, counter: seams)
    let line = CountingLine(board.line(for: chip, activeLow: configuration.interrupt.activeLow), counter: seams)
    let sensor = try IMUSensor.start(bus: bus, address: chip.address, configuration: configuration)
    stages = Stages(
      sensor: sensor, line: isLineWired ? line : nil, rate: SharedRate(interval), mounting: .aligned,
      ringCapacity: 1024, deliveryCapacity: 256)
  }

  /// One step of the acquisition; true where the fusion thread would be woken.
  func acquire() -> Bool {
    switch stages.withAcquisition({ $0.step() }) {
    case .quiet: false
    case .due, .needsRecovery: true
    }
  }

  /// What the fusion thread does when it is woken.
  func fuse() { _ = stages.withFusion { $0.drain(isDelivering: true) } }

  /// What the delivery thread does when it is woken.
  func deliver() {
    stages.withDeliveries { deliveries in
      while deliveries.pop() != nil {}
    }
  }

  /// Runs until so many samples have been fused.
  func run(untilSamples count: UInt64) {
    while counters.samples < count {
      if acquire() { fuse() }
      deliver()
    }
  }

  var counters: PipelineCounters { stages.reports.read() ?? PipelineCounters() }
}
