import IMUDrivers
import SimulatedIMU
import Testing

@testable import Pipeline

/// Whatever an acquisition does, it does in pairs: the simulated bus refuses longer transactions as a Raspberry Pi does, and none
/// is tried.
@Suite struct PairTests {
  /// A way to read a chip.
  enum Way: CaseIterable { case edges, latchedEdges, polled, fifo, latchedFIFO, polledFIFO }

  @Test(arguments: AcquisitionTests.models, Way.allCases)
  func everyTransactionIsAPairOrAWrite(_ model: ChipModel, _ way: Way) throws {
    var configuration = SensorConfiguration(
      usesFIFO: [.fifo, .latchedFIFO, .polledFIFO].contains(way))
    configuration.interrupt.latched = way == .latchedEdges || way == .latchedFIFO
    let pipeline = try VirtualPipeline(
      model, motion: ClockMotion(), configuration: configuration, isLineWired: way != .polled && way != .polledFIFO)
    pipeline.board.startTrace()
    pipeline.run(seconds: 1)
    #expect(pipeline.counters.lost == 0 && pipeline.health == .running)
    let troubles: [Fault] = [
      .noAcknowledge(.times(5)), .timeout(.times(1)), .arbitrationLost(.times(2)), .shortCount(.times(3)),
      .withholdEdges(.times(20)), .doubleEdges(.times(20)), .slipFIFO(bytes: 3), .brownOut,
      .flip(register: model == .mpu6050 ? 0x1B : 0x11, mask: 0x08), .stuckActive(true), .unplug, .replug,
    ]
    for fault in troubles {
      pipeline.chip.inject(fault)
      pipeline.run(seconds: 1)
    }
    pipeline.chip.clearFaults()
    pipeline.run(seconds: 1)
    pipeline.stages.withAcquisition { $0.finish() }
    let trace = pipeline.board.stopTrace()
    #expect(trace.count > 1000)
    for transaction in trace { #expect(transaction.isPairOrWrite, "\(transaction)") }
  }

  @Test func everyTransactionOnASharedLineIsAPairOrAWrite() throws {
    let line = OneLine(parts: [.init(model: .mpu6050, address: 0x68), .init(model: .lsm6ds3trc, address: 0x6B)])
    let outcomes = try line.run()
    for outcome in outcomes {
      #expect(outcome.longTransactions == 0 && outcome.transactions > 300)
      #expect(outcome.error == nil && outcome.counters.lost == 0)
    }
  }

  /// An adapter that carries nothing: the pipeline says so, and what was not delivered is lost.
  @Test(arguments: AcquisitionTests.models, [false, true])
  func anAdapterThatRefusesOurReads_isAFaultAndEverySampleIsLost(_ model: ChipModel, usesFIFO: Bool) throws {
    let board = SimulatedBoard(clock: .virtual)
    let chip = board.attach(model, motion: .still())
    let bus = RefusingBus(board.bus)
    let sensor = try IMUSensor.start(
      bus: bus, address: chip.address, configuration: SensorConfiguration(usesFIFO: usesFIFO))
    let pipeline = VirtualPipeline(
      board: board, chip: chip, line: board.line(for: chip), sensor: sensor, batchSeconds: 0)
    bus.isRefusing = true
    let began = board.nowNanoseconds
    pipeline.run(seconds: 5)
    #expect(pipeline.samples.isEmpty)
    #expect(pipeline.health == .faulted)
    #expect(pipeline.failure?.description.contains("refuses the transfer") == true)
    pipeline.stages.withAcquisition { $0.finish() }
    pipeline.fuse()
    let due = Double(board.nowNanoseconds - began) / pipeline.stages.withAcquisition { $0.period.nanoseconds }
    #expect(abs(Double(pipeline.counters.lost) - due) < 25, "\(pipeline.counters.lost) of \(due)")
    #expect(pipeline.lostInEvents == pipeline.counters.lost)
    #expect(pipeline.counters.lostToTransfers + pipeline.counters.lostToChipDown == pipeline.counters.lost)
  }
}

/// A bus whose adapter refuses to read more than one byte.
private final class RefusingBus: I2CBus, @unchecked Sendable {  // Made and used by one test.
  var isRefusing = false
  private let base: any I2CBus

  init(_ base: any I2CBus) { self.base = base }

  var name: String { base.name }
  var nowNanoseconds: UInt64 { base.nowNanoseconds }
  func pause(untilNanoseconds deadline: UInt64) { base.pause(untilNanoseconds: deadline) }

  func transfer(_ transaction: I2CTransaction) -> Int32 {
    let isLong = transaction.count > 1 && transaction.byteCount(of: 1) > 1
    return isRefusing && isLong ? -95 : base.transfer(transaction)
  }
}

extension TracedTransaction {
  /// Whether it is one write and one read of one chip, or one write.
  var isPairOrWrite: Bool {
    if messages.count == 1 { return !messages[0].isRead }
    return messages.count == 2 && !messages[0].isRead && messages[1].isRead
      && messages[0].address == messages[1].address
  }
}
