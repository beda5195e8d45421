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
    let callsPerSample: Int
    var testDescription: String { "\(model.rawValue), \(isLatched ? "latched" : "pulsed")" }
  }

  /// Wait, read the edge, transfer. The latched line of an MPU-6050 is looked at once more, since a sample that came
  /// during the transfer leaves it active without an edge.
  static let cases = [
    Case(model: .mpu6050, isLatched: false, callsPerSample: 3),
    Case(model: .lsm6ds3, isLatched: false, callsPerSample: 3),
    Case(model: .lsm6ds3trc, isLatched: false, callsPerSample: 3),
    Case(model: .mpu6050, isLatched: true, callsPerSample: 4),
  ]

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
    #expect(pipeline.seams.systemCalls - before == example.callsPerSample * Int(Self.samples))
    #expect(pipeline.seams.transfers - transfers == Int(Self.samples))
  }

  /// A batch of eight or ten: sleep while it gathers (MPU-6050 alone), wait, read the edges, look, burst. The temperature
  /// is one more a second, the look at a configuration register twenty.
  @Test(arguments: [(ChipModel.mpu6050, 10, 4), (.lsm6ds3, 8, 4), (.lsm6ds3trc, 8, 4)])
  func aBatchTakesFourSystemCallsAndASleep(_ model: ChipModel, batch: Int, calls: Int) throws {
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
    #expect(Double(pipeline.seams.transfers - transfers0) <= 2 * batches + 21 * seconds + 2)
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
