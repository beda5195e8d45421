import CHeapCount
import CRealtime
import Foundation
import Fusion
import IMUDrivers
import SimulatedIMU
import Testing

@testable import Pipeline

/// The way of a control loop to the latest value: no lock, no heap, no reference counted.
@Suite struct ReaderTests {
  private static func stepped(staleAfter: Double = 0.1) -> MotionPipeline {
    MotionPipeline.stepped(
      PipelineConfiguration(
        source: .simulated(SimulatedSource(motion: .still)), realtime: .none, staleAfterSeconds: staleAfter))
  }

  private static func reader(of pipeline: MotionPipeline) throws -> MotionReader {
    guard let reader = pipeline.reader else { throw PipelineError.lost(reason: "not running") }
    return reader
  }

  private static func hasReader(_ pipeline: MotionPipeline) -> Bool {
    if let _ = pipeline.reader { true } else { false }
  }

  @Test func aReadIsWhatPullSees() throws {
    let pipeline = Self.stepped()
    #expect(!Self.hasReader(pipeline))
    try pipeline.start()
    let reader = try Self.reader(of: pipeline)
    let early = reader.read()
    #expect(early == nil)
    for _ in 0..<50 {
      pipeline.advance(nanoseconds: 20_000_000)
      let read = reader.read()
      let sample = try #require(read)
      #expect(sample.timeNanoseconds == pipeline.latest?.timeNanoseconds)
      let age = reader.age(of: sample)
      #expect(age >= 0 && age < 0.03)
    }
    pipeline.stop()
    #expect(!Self.hasReader(pipeline))
  }

  /// A reader of a former run never shows its last value as a new one.
  @Test func aReaderBelongsToItsRun() throws {
    let pipeline = Self.stepped()
    try pipeline.start()
    pipeline.advance(nanoseconds: 500_000_000)
    let former = try Self.reader(of: pipeline)
    let first = former.read()
    #expect(first != nil)
    pipeline.stop()
    try pipeline.start()
    pipeline.advance(nanoseconds: 500_000_000)
    let present = try Self.reader(of: pipeline).read()
    let past = former.read()
    #expect(present != nil && past?.timeNanoseconds != present?.timeNanoseconds)
    pipeline.stop()
  }

  /// As ``MotionPipeline/latest``: a chip that fell silent has no attitude.
  @Test func aStaleValueIsNone() throws {
    let script = FileManager.default.temporaryDirectory.appending(path: "reader-\(UUID().uuidString).json5")
    defer { try? FileManager.default.removeItem(at: script) }
    try Data("{faults: [{atSeconds: 2, fault: 'unplug'}]}".utf8).write(to: script)
    let configuration = PipelineConfiguration(
      source: .simulated(SimulatedSource(motion: .still, faultScriptPath: script.path)), realtime: .none,
      staleAfterSeconds: 0.1)
    let pipeline = MotionPipeline.stepped(configuration)
    try pipeline.start()
    let reader = try Self.reader(of: pipeline)
    var (seen, unseen) = (0, 0)
    for _ in 0..<400 {
      pipeline.advance(nanoseconds: 10_000_000)
      let sample = reader.read()
      #expect((sample == nil) == (pipeline.latest == nil))
      if sample == nil { unseen += 1 } else { seen += 1 }
    }
    #expect(seen > 150 && unseen > 150, "\(seen), \(unseen)")
    pipeline.stop()
  }

  @Test(.enabled(if: heapcount_is_available())) func tenThousandReadsTakeNothingFromTheHeap() throws {
    let pipeline = Self.stepped()
    try pipeline.start()
    pipeline.advance(nanoseconds: 500_000_000)
    let reader = try Self.reader(of: pipeline)
    let handle = heapcount_watch(crt_thread_id())
    try #require(handle >= 0)
    let before = heapcount_calls(handle)
    var sum = 0.0
    for _ in 0..<10_000 { sum += reader.read()?.orientation.w ?? 0 }
    #expect(heapcount_unwatch(handle) - before == 0)
    #expect(sum > 0)
    pipeline.stop()
  }
}
