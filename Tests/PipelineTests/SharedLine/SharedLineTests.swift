import IMUDrivers
import SimulatedIMU
import Testing

@testable import Pipeline

/// Two chips on one wired-OR line: both are served, whoever's edge it was.
@Suite struct SharedLineTests {
  static let pairs: [[OneLine.Part]] = [
    [.init(model: .mpu6050, address: 0x68), .init(model: .lsm6ds3, address: 0x6A, hertz: 208)],
    [.init(model: .mpu6050, address: 0x68), .init(model: .mpu6050, address: 0x69, clockError: 0.0007)],
    [
      .init(model: .lsm6ds3, address: 0x6A, hertz: 208),
      .init(model: .lsm6ds3trc, address: 0x6B, hertz: 104, clockError: -0.03),
    ],
    [
      .init(model: .mpu6050, address: 0x68),
      .init(model: .lsm6ds3, address: 0x6A, hertz: 208, clockError: 0.02),
    ],
  ]

  /// Field report 48: two sensors on one line, one is lost. Their phases sweep through each other: a sample comes at every time
  /// between the other's edge, its reading, and the line's return.
  @Test(arguments: pairs) func row48_twoChipsOnOneLineBothGetEverySample(parts: [OneLine.Part]) throws {
    let outcomes = try OneLine(parts: parts, seconds: 12).run()
    for (part, outcome) in zip(parts, outcomes) {
      #expect(outcome.error == nil)
      #expect(outcome.counters.lost == 0)
      #expect(outcome.counters.failedTransfers == 0)
      #expect(outcome.troubles.isEmpty, "\(part.model): \(outcome.troubles.prefix(5))")
      #expect(outcome.produced < outcome.counters.samples + 24, "\(outcome.produced) \(outcome.counters.samples)")
      for (sample, next) in zip(outcome.samples, outcome.samples.dropFirst()) {
        try #require(next.sequence == sample.sequence + 1)
        try #require(next.timeNanoseconds > sample.timeNanoseconds)
      }
      let period = 1e9 / (part.hertz * (1 + part.clockError))
      let worst = outcome.worstTime(periodNanoseconds: period)
      // Another chip's edge so near to its own can't be told from it, and what is hidden behind it for long is foretold.
      #expect(worst < period / 16, "\(part.model): \(worst)")
      #expect(outcome.contentions == 0)
    }
  }

  struct Trouble: CustomTestStringConvertible {
    let fault: Fault
    /// Whether the line is held so long that the other one must be polled.
    let isLineHeld: Bool
    var testDescription: String { "\(fault)" }
  }

  static let troubles = [
    Trouble(fault: .unplug, isLineHeld: false), Trouble(fault: .noAcknowledge(4), isLineHeld: false),
    Trouble(fault: .noAcknowledge(.untilCleared), isLineHeld: true),
    Trouble(fault: .stuckActive(true), isLineHeld: true),
    Trouble(fault: .arbitrationLost(.times(3)), isLineHeld: false), Trouble(fault: .identity(0x42), isLineHeld: false),
    Trouble(fault: .freeze(true), isLineHeld: false),
  ]

  /// Whose trouble it is comes first.
  static let troubled: [(Trouble, [OneLine.Part])] =
    troubles.map { ($0, pairs[0]) } + troubles.prefix(4).map { ($0, pairs[3].reversed()) }

  /// A chip that is sick, silent, or holds the line for good costs the other one not a sample; nor more than a few questions for
  /// each. That edges stay away is told, and that they are back.
  @Test(arguments: troubled)
  func row48_aLostChipDoesNotHoldUpTheOther(trouble: Trouble, parts: [OneLine.Part]) throws {
    let outcomes = try OneLine(parts: parts, seconds: 6).run { chip, pipeline in
      chip.inject(trouble.fault)
      pipeline.advance(nanoseconds: 1_200_000_000)
      chip.clearFaults()
      if case .unplug = trouble.fault { chip.inject(.replug) }
    }
    let other = outcomes[1]
    #expect(other.error == nil)
    #expect(other.counters.lost == 0)
    #expect(other.counters.failedTransfers == 0 && other.counters.restarts == 0 && other.counters.faults == 0)
    #expect(Double(other.counters.samples) > 5.5 * parts[1].hertz)
    #expect(Double(other.transactions) < 3.5 * 4 * parts[1].hertz, "\(other.transactions)")
    #expect(other.polls == other.returns, "\(other.troubles)")
    #expect(other.polls <= 2)
    if trouble.isLineHeld { #expect(other.polls >= 1) }
    #expect(other.counters.health == .running)
    #expect(outcomes[0].counters.health == .running, "\(outcomes[0].troubles.suffix(4))")
    let last = try #require(outcomes[0].samples.last)
    #expect(last.sequence == UInt64(outcomes[0].samples.count) + outcomes[0].counters.lost)
  }

  /// Edges that the kernel loses: nothing is lost with them, and it's told.
  @Test(arguments: pairs) func edgesThatStayAway_areToldAndCostNothing(parts: [OneLine.Part]) throws {
    let outcomes = try OneLine(parts: parts, seconds: 4).run { chip, pipeline in
      // All edges of the wire are the first chip's to lose while it holds the line as the other one does.
      chip.inject(.withholdEdges(.untilCleared))
      pipeline.advance(nanoseconds: 500_000_000)
      chip.clearFaults()
    }
    for outcome in outcomes {
      #expect(outcome.counters.lost == 0, "\(outcome.troubles)")
      #expect(outcome.polls == outcome.returns)
      #expect(outcome.counters.health == .running)
    }
  }

  /// A pipeline that stops lets the line go, whatever its chip was about, and the other goes on as if alone.
  @Test(arguments: [pairs[0], pairs[2], pairs[3].reversed()], [0, 1_300_000, 2_600_000])
  func aStopLeavesTheLineToTheOther(parts: [OneLine.Part], afterNanoseconds: UInt64) throws {
    let outcomes = try OneLine(parts: parts, seconds: 3).run { _, pipeline in
      pipeline.advance(nanoseconds: afterNanoseconds)
      pipeline.stop()
    }
    #expect(outcomes[1].counters.lost == 0)
    #expect(outcomes[1].troubles.isEmpty, "\(outcomes[1].troubles)")
    #expect(Double(outcomes[1].counters.samples) > 2.5 * parts[1].hertz)
  }

  /// Field report 51 on a shared line: edges come, but never the chip's own.
  @Test func row51_aPinThatDoesNotReachTheLineIsSaid() throws {
    let outcomes = try OneLine(parts: Self.pairs[0], seconds: 3, unwired: 1).run()
    #expect(outcomes[0].troubles.isEmpty)
    #expect(outcomes[1].counters.lost == 0)
    #expect(outcomes[1].polls == 1 && outcomes[1].returns == 0, "\(outcomes[1].troubles)")
    #expect(outcomes[1].counters.health == .degraded)
    #expect(outcomes[1].counters.samples > 5 * 208 / 2)
  }

  /// A chip that was never set up holds the line from its power-up on, and nobody will free it.
  @Test(arguments: [pairs[0], pairs[3].reversed()]) func aChipThatNobodyStartsIsSaid(parts: [OneLine.Part]) throws {
    let outcomes = try OneLine(parts: parts, seconds: 4, unstarted: 1).run()
    #expect(outcomes[0].counters.lost == 0)
    #expect(outcomes[0].polls == 1 && outcomes[0].returns == 0)
    #expect(Double(outcomes[0].counters.samples) > 3.5 * parts[0].hertz)
  }

  @Test(arguments: [
    (
      SensorConfiguration.InterruptPin(activeLow: true, openDrain: false, latched: true), Readout.registers,
      "openDrain: true"
    ),
    (.init(activeLow: false, openDrain: true, latched: true), .registers, "activeLow: true"),
    (.init(activeLow: true, openDrain: true, latched: false), .registers, "latched: true"),
    (OneLine.pin, .fifo, "readout: \"registers\""),
  ])
  func whatCannotShareIsRefusedBeforeTheChipIsTouched(
    pin: SensorConfiguration.InterruptPin, readout: Readout, says: String
  ) throws {
    let board = SimulatedBoard(clock: .virtual)
    let chip = board.attach(.mpu6050, motion: .still())
    var configuration = PipelineConfiguration(
      source: .custom(bus: board.bus, address: chip.address, line: board.line(for: chip)), readout: readout,
      realtime: .none, sharedLine: SharedLine(sensorCount: 2))
    configuration.sensor.interrupt = pin
    board.startTrace()
    var text = "started"
    do throws(PipelineError) { try MotionPipeline.stepped(configuration).start() } catch { text = error.description }
    #expect(text.contains(says), "\(text)")
    #expect(board.stopTrace().isEmpty)
  }
}
