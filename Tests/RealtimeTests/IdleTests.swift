import CRealtime
import Foundation
import IMUDrivers
import SimulatedIMU
import Testing

@testable import Pipeline

/// Idle costs nothing: nobody is woken without need, and what is stopped is gone.
@Suite struct IdleTests {
  @Test func withAHundredHertzChipAndATenHertzIntervalTheFusionThreadWakesTenTimesASecond() throws {
    var configuration = SensorConfiguration()
    configuration.sampleRateHertz = 100
    let pipeline = try SteppedPipeline(.mpu6050, configuration: configuration, interval: UpdateInterval(hertz: 10))
    pipeline.run(untilSamples: 100)
    let before = pipeline.counters
    var wakeUps: UInt64 = 0
    let seconds: UInt64 = 30
    let end = pipeline.board.nowNanoseconds + seconds * 1_000_000_000
    while pipeline.board.nowNanoseconds < end {
      if pipeline.acquire() {
        wakeUps += 1
        pipeline.fuse()
      }
      pipeline.deliver()
    }
    let after = pipeline.counters
    #expect(wakeUps == 10 * seconds)
    #expect(after.wakeUps - before.wakeUps == wakeUps)
    #expect(after.published - before.published == wakeUps)
    // Every sample went through the filter all the same.
    #expect(after.samples - before.samples >= 100 * seconds - 10)
  }

  @Test func theThreadIsWokenForValuesAndEventsOnly() async throws {
    let live = LivePipeline(interval: UpdateInterval(hertz: 100))
    let updates = live.pipeline.updates(interval: .init(hertz: 100), capacity: 4096)
    try live.pipeline.start()
    try live.awaitValues(50)
    let counters = try #require(live.pipeline.counters)
    live.pipeline.stop()
    var events: UInt64 = 0
    for await update in updates { if case .event = update { events += 1 } }
    #expect(counters.wakeUps <= counters.published + events)
    // A thousand samples a second and a hundred values: most samples wake nobody.
    #expect(counters.published * 5 < counters.samples)
  }

  @Test func aStoppedPipelineHasNoThreadsLeft() throws {
    let live = LivePipeline(interval: .everySample)
    try live.pipeline.start()
    let threads = live.pipeline.threadIDs
    #expect(threads.keys.sorted() == ["imu-acquisition", "imu-delivery", "imu-fusion"])
    for (name, id) in threads {
      #expect(try String(contentsOfFile: task(id) + "/comm", encoding: .utf8) == name + "\n")
    }
    try live.awaitValues(10)
    live.pipeline.stop()
    #expect(live.pipeline.threadIDs.isEmpty)
    // A joined thread is off the list of tasks a moment later, when the kernel has cleared it away.
    let deadline = crt_now() + 30_000_000_000
    var left = threads.values.filter { FileManager.default.fileExists(atPath: task($0)) }
    while !left.isEmpty, crt_now() < deadline {
      left = left.filter { FileManager.default.fileExists(atPath: task($0)) }
    }
    #expect(left.isEmpty)
  }

  private func task(_ id: Int32) -> String { "/proc/self/task/\(id)" }
}
