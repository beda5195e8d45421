import IMUDrivers
import SimulatedIMU
import Synchronization
import Testing

@testable import Pipeline

/// However it goes when the stop comes, the chip is left asleep and the line is let go.
@Suite struct StopTests {
  private static let noise = SeededNoise(seed: 1, angularRate: 0.001, specificForce: 0.02)

  /// What brings a pipeline into a state, and what the chip suffers when the stop comes.
  struct Situation: CustomTestStringConvertible, Sendable {
    let testDescription: String
    var faults: [Fault] = []
    var seconds = 1.0
    var health: Health?
    /// What happens to the chip just before the stop.
    var last: Fault?
  }

  private static let situations = [
    Situation(testDescription: "starting", seconds: 0, health: .starting),
    Situation(testDescription: "running", health: .running),
    Situation(testDescription: "degraded, polled", faults: [.withholdEdges(.untilCleared)], health: .degraded),
    Situation(testDescription: "frozen", faults: [.zeros(true)], seconds: 3, health: .degraded),
    Situation(
      testDescription: "noise on the bus", faults: [.noAcknowledge(2)], health: .degraded, last: .noAcknowledge(2)),
    Situation(
      testDescription: "faulted, bus held", faults: [.holdSDA(.forGood)], seconds: 3, health: .faulted,
      last: .holdSDA(.untilClocked)),
    Situation(
      testDescription: "faulted, back but not set up", faults: [.unplug], seconds: 3, health: .faulted,
      last: .replug),
    Situation(
      testDescription: "faulted, answering again", faults: [.noAcknowledge(.untilCleared)], seconds: 3,
      health: .faulted, last: .noAcknowledge(0)),
  ]

  @Test(arguments: AcquisitionTests.models, situations)
  func theChipIsLeftAsleep(_ model: ChipModel, _ situation: Situation) throws {
    let pipeline = try VirtualPipeline(model, motion: .moving(noise: Self.noise))
    if situation.seconds > 0 { pipeline.run(seconds: 3) }
    for fault in situation.faults { pipeline.chip.inject(fault) }
    // The time of a step of noise is over at once.
    pipeline.run(seconds: situation.testDescription.hasPrefix("noise") ? 0.05 : situation.seconds)
    if let health = situation.health { #expect(pipeline.health == health) }
    if let last = situation.last { pipeline.chip.inject(last) }
    if case .replug = situation.last { pipeline.board.pause(nanoseconds: 20_000_000) }
    let began = pipeline.board.nowNanoseconds
    pipeline.stages.withAcquisition { $0.finish() }
    if model == .mpu6050 {
      #expect(pipeline.chip.register(0x6B) & 0x40 != 0)
    } else {
      #expect(pipeline.chip.register(0x10) >> 4 == 0 && pipeline.chip.register(0x11) >> 4 == 0)
    }
    let before = pipeline.chip.samplesTaken
    pipeline.board.pause(nanoseconds: 1_000_000_000)
    #expect(pipeline.chip.samplesTaken == before)
    #expect(pipeline.board.nowNanoseconds - began < 3_000_000_000)
  }

  @Test func aStopIsBoundedWhateverTheBusDoes() throws {
    for fault in [Fault.unplug, .timeout(.untilCleared), .holdSDA(.forGood)] {
      let pipeline = try VirtualPipeline(.lsm6ds3, motion: .moving(noise: Self.noise))
      pipeline.run(seconds: 1)
      pipeline.chip.inject(fault)
      let began = pipeline.board.nowNanoseconds
      pipeline.stages.withAcquisition { $0.finish() }
      #expect(pipeline.board.nowNanoseconds - began < 1_000_000_000)
    }
  }

  /// A line that counts how many of it are held.
  private final class HeldLine: DataReadyLine {
    private let line: any DataReadyLine
    private let held: Held

    init(_ line: any DataReadyLine, held: Held) {
      self.line = line
      self.held = held
      held.count.wrappingAdd(1, ordering: .relaxed)
    }

    deinit { held.count.wrappingSubtract(1, ordering: .relaxed) }

    var name: String { line.name }
    func wait(untilNanoseconds deadline: UInt64) -> EdgeWait { line.wait(untilNanoseconds: deadline) }
    func level() -> Int32 { line.level() }
  }

  private final class Held: Sendable {
    // Relaxed (all): read after the threads were joined.
    let count = Atomic<Int>(0)
  }

  @Test(arguments: [nil, Fault.unplug, .withholdEdges(.untilCleared), .timeout(.untilCleared), .zeros(true)])
  func theLineIsReleased(_ fault: Fault?) throws {
    let held = Held()
    let board = SimulatedBoard(clock: .realTime)
    let chip = board.attach(.mpu6050, motion: .moving(noise: Self.noise))
    func configuration() -> PipelineConfiguration {
      PipelineConfiguration(
        source: .custom(bus: board.bus, address: chip.address, line: HeldLine(board.line(for: chip), held: held)),
        realtime: .none)
    }
    var pipeline: MotionPipeline? = MotionPipeline(configuration())
    try pipeline?.start()
    #expect(held.count.load(ordering: .relaxed) == 1)
    if let fault { chip.inject(fault) }
    pipeline?.stop()
    pipeline = nil
    #expect(held.count.load(ordering: .relaxed) == 0)
    // A start that fails releases it, too.
    chip.inject(.identity(0x12))
    chip.inject(.replug)
    chip.inject(.timeout(0))
    pipeline = MotionPipeline(configuration())
    #expect(throws: PipelineError.self) { try pipeline?.start() }
    pipeline = nil
    #expect(held.count.load(ordering: .relaxed) == 0)
  }
}
