import CRealtime
import IMUDrivers
import SimulatedIMU
import SystemCallCount
import Testing

@testable import Pipeline

/// System calls a sample and a wake-up, counted at the seams and at syscall(2).
@Suite struct SystemCallTests {
  private static let samples: UInt64 = 5000

  struct Case: CustomTestStringConvertible, Sendable {
    let model: ChipModel
    let isLatched: Bool
    var testDescription: String { "\(model.rawValue), \(isLatched ? "latched" : "pulsed")" }
  }

  static let cases = [
    Case(model: .mpu6050, isLatched: false), Case(model: .lsm6ds3, isLatched: false),
    Case(model: .lsm6ds3trc, isLatched: false), Case(model: .mpu6050, isLatched: true),
    Case(model: .lsm6ds3trc, isLatched: true),
  ]

  /// Wait, read the edge, transfer. Twenty times a second a look at the configuration, at its own turn, is one more.
  @Test(arguments: cases)
  func aSampleTakesThreeSystemCallsFromTheEdgeToTheRing(_ example: Case) throws {
    var configuration = SensorConfiguration()
    configuration.interrupt.latched = example.isLatched
    let pipeline = try SteppedPipeline(example.model, configuration: configuration)
    pipeline.run(untilSamples: 100)
    let before = pipeline.seams.systemCalls
    let transfers = pipeline.seams.transfers
    let begin = pipeline.counters.samples
    pipeline.run(untilSamples: begin + Self.samples)
    let samples = Int(Self.samples)
    let looks = pipeline.seams.transfers - transfers - samples
    #expect(pipeline.seams.systemCalls - before == 3 * samples + looks)
    #expect(looks <= samples / 200 * 20 + 1 && looks > samples / 208 * 15, "\(looks)")
  }

  /// A batch of eight or ten: sleep while it gathers (MPU-6050 alone), wait, read the edges, look, burst, look again. The
  /// temperature is one more a second, the look at the configuration twenty.
  @Test(arguments: [(ChipModel.mpu6050, 10, 5), (.lsm6ds3, 8, 5), (.lsm6ds3trc, 8, 5)])
  func aBatchTakesFiveSystemCallsAndASleep(_ model: ChipModel, batch: Int, calls: Int) throws {
    let hertz = model == .mpu6050 ? 1000.0 : 833
    let pipeline = try SteppedPipeline(
      model, configuration: SensorConfiguration(sampleRateHertz: hertz, usesFIFO: true), interval: .gesture)
    pipeline.run(untilSamples: 1000)
    let (calls0, transfers0, samples0) = (
      pipeline.seams.systemCalls, pipeline.seams.transfers, pipeline.counters.samples
    )
    pipeline.run(untilSamples: samples0 + Self.samples)
    let batches = Double(pipeline.counters.samples - samples0) / Double(batch)
    let seconds = Double(Self.samples) / hertz
    #expect(Double(pipeline.seams.transfers - transfers0) <= 3 * batches + 21 * seconds + 2)
    #expect(Double(pipeline.seams.systemCalls - calls0) <= Double(calls) * batches + 21 * seconds + 4)
  }

  @Test func theDoorbellCostsAtMostOneCallAnIntervalAndTheFusionThreadTwoAWakeUp() throws {
    let live = LivePipeline(interval: .controlLoop(hertz: 500))
    try live.pipeline.start()
    defer { live.pipeline.stop() }
    try live.awaitValues(50)
    let acquisition = systemcallcount_watch(try live.thread("imu-acquisition"))
    let fusion = systemcallcount_watch(try live.thread("imu-fusion"))
    try #require(acquisition >= 0 && fusion >= 0)
    // Counters before the calls at the start and after them at the end, so that no wake-up is missing from them.
    let before = try #require(live.pipeline.counters)
    let began = crt_now()
    try live.awaitValues(300)
    let (rings, wakeUps) = (systemcallcount_of(acquisition), systemcallcount_of(fusion))
    try live.awaitValues(2)
    let after = try #require(live.pipeline.counters)
    systemcallcount_unwatch(acquisition)
    systemcallcount_unwatch(fusion)
    let secondsBegun = (crt_now() - began) / 1_000_000_000 + 1
    let woken = after.wakeUps - before.wakeUps
    #expect(woken > 0)
    // The acquisition thread makes no other call outside the seams, and rings only for an interval or an event.
    #expect(rings.futex_waits == 0 && rings.others == 0)
    #expect(rings.futex_wakes > 0 && rings.futex_wakes <= woken + 1)
    // Going to sleep, and ringing for the delivery. A sleep without news ends once a second, and is no wake-up.
    #expect(wakeUps.others == 0)
    #expect(wakeUps.futex_waits + wakeUps.futex_wakes <= 2 * woken + secondsBegun + 1)
  }
}
