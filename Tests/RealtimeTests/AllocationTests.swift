import CHeapCount
import CRealtime
import IMUDrivers
import SimulatedIMU
import Testing

@testable import Pipeline

/// The promise that the sample path leaves the heap alone, counted.
@Suite(.enabled(if: heapcount_is_available())) struct AllocationTests {
  private static let settling: UInt64 = 1000
  /// The second family shares all but driver and layout with the first.
  private static let counted: [(model: ChipModel, samples: UInt64)] = [(.mpu6050, 100_000), (.lsm6ds3, 10_000)]

  @Test(arguments: counted)
  func aHundredThousandSamplesTakeNothingFromTheHeap(_ model: ChipModel, _ samples: UInt64) throws {
    let pipeline = try SteppedPipeline(model)
    pipeline.run(untilSamples: Self.settling)
    let handle = heapcount_watch(crt_thread_id())
    try #require(handle >= 0)
    defer { _ = heapcount_unwatch(handle) }
    var acquisition: UInt64 = 0
    var fusion: UInt64 = 0
    let begin = pipeline.counters.samples
    while pipeline.counters.samples < begin + samples {
      let before = heapcount_calls(handle)
      let isDue = pipeline.acquire()
      let between = heapcount_calls(handle)
      if isDue { pipeline.fuse() }
      acquisition += between - before
      fusion += heapcount_calls(handle) - between
      pipeline.deliver()
    }
    #expect(acquisition == 0)
    #expect(fusion == 0)
    #expect(pipeline.counters.lost == 0)
  }

  @Test(arguments: [ChipModel.mpu6050, .lsm6ds3trc], [true, false])
  func batchesFromTheFIFOTakeNothingFromTheHeap(_ model: ChipModel, isLineWired: Bool) throws {
    let pipeline = try SteppedPipeline(
      model, configuration: SensorConfiguration(sampleRateHertz: 800, usesFIFO: true), interval: .gesture,
      isLineWired: isLineWired)
    pipeline.run(untilSamples: Self.settling)
    let handle = heapcount_watch(crt_thread_id())
    try #require(handle >= 0)
    let before = heapcount_calls(handle)
    pipeline.run(untilSamples: Self.settling + 10_000)
    // An overflow and what follows it, too.
    pipeline.board.pause(nanoseconds: 2_000_000_000)
    pipeline.run(untilSamples: Self.settling + 11_000)
    #expect(heapcount_unwatch(handle) - before == 0)
    #expect(pipeline.counters.fifoOverflows == 1)
  }

  @Test func pollingTakesNothingFromTheHeap() throws {
    let pipeline = try SteppedPipeline(.mpu6050, isLineWired: false)
    pipeline.run(untilSamples: Self.settling)
    let handle = heapcount_watch(crt_thread_id())
    try #require(handle >= 0)
    let before = heapcount_calls(handle)
    pipeline.run(untilSamples: Self.settling + 5000)
    #expect(heapcount_unwatch(handle) - before == 0)
  }

  @Test func detectorsTakeNothingFromTheHeap() throws {
    let pipeline = try SteppedPipeline(.mpu6050, motion: .gestures())
    pipeline.stages.withFusion { $0.detectors = .all }
    pipeline.run(untilSamples: Self.settling)
    let handle = heapcount_watch(crt_thread_id())
    try #require(handle >= 0)
    let before = heapcount_calls(handle)
    // One round of the gestures at 200 Hz: each detector finds something.
    pipeline.run(untilSamples: Self.settling + 5000)
    #expect(heapcount_unwatch(handle) - before == 0)
  }

  @Test func theThreadsThemselvesTakeNothingFromTheHeap() throws {
    let live = LivePipeline(interval: .everySample)
    try live.pipeline.start()
    defer { live.pipeline.stop() }
    try live.awaitValues(200)
    let threads = try [live.thread("imu-acquisition"), live.thread("imu-fusion")]
    let handles = threads.map { heapcount_watch($0) }
    try #require(!handles.contains(-1))
    try live.awaitValues(500)
    #expect(handles.map { heapcount_unwatch($0) } == [0, 0])
  }
}
