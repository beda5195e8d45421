import Foundation
import Fusion
import IMUDrivers
import RingBuffer
import SimulatedIMU
import Testing

@testable import Pipeline

/// The file of a recording, and what keeps it from being written.
@Suite struct SessionRecorderTests {
  private static let scale = SampleScale(
    gravityPerBit: 1, degreesPerSecondPerBit: 1, temperature: ChipVariant.mpu6050.temperature)

  private static func path(_ name: String = "session.csv") throws -> String {
    try CalibrationSamples.folder().appending(path: name).path
  }

  private static func files(beside path: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: URL(filePath: path).deletingLastPathComponent().path).sorted()
  }

  private static func refusal(_ path: String, replacing: Bool = false) -> RecordingError? {
    do throws(RecordingError) {
      _ = try SessionRecorder(path, replacing: replacing)
      return nil
    } catch { return error }
  }

  @Test func aFileThatIsThereIsNotTouched() throws {
    let path = try Self.path()
    try "mine".write(toFile: path, atomically: true, encoding: .utf8)
    #expect(Self.refusal(path) == .exists(file: path))
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "mine")
  }

  /// The old recording gives way when the new one has begun, and not because a chip could not be started.
  @Test func aFileIsReplacedOnlyBySomethingThatRuns() throws {
    let path = try Self.path()
    try "mine".write(toFile: path, atomically: true, encoding: .utf8)
    var configuration = PipelineConfiguration(
      source: .hardware(HardwareSource(bus: "/nowhere/i2c-1")), realtime: .none)
    var recorder: SessionRecorder? = try SessionRecorder(path, replacing: true)
    configuration.recorder = recorder
    #expect(throws: PipelineError.self) { try MotionPipeline(configuration).start() }
    (recorder, configuration.recorder) = (nil, nil)
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "mine")
    #expect(try Self.files(beside: path) == ["session.csv"])
    configuration = PipelineConfiguration(source: .simulated(SimulatedSource()), realtime: .none)
    recorder = try SessionRecorder(path, replacing: true)
    configuration.recorder = recorder
    let pipeline = MotionPipeline.stepped(configuration)
    try pipeline.start()
    pipeline.stop()
    #expect(try String(contentsOfFile: path, encoding: .utf8).hasPrefix("# imu-rt recording"))
    #expect(try Self.files(beside: path) == ["session.csv"])
  }

  @Test func aLinkStays_andWhatItLeadsToIsReplaced() throws {
    let path = try Self.path()
    try "mine".write(toFile: path, atomically: true, encoding: .utf8)
    let link = path + ".link"
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: path)
    #expect(Self.refusal(link) == .exists(file: link))
    var configuration = PipelineConfiguration(source: .simulated(SimulatedSource()), realtime: .none)
    configuration.recorder = try SessionRecorder(link, replacing: true)
    let pipeline = MotionPipeline.stepped(configuration)
    try pipeline.start()
    pipeline.stop()
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == path)
    #expect(try String(contentsOfFile: path, encoding: .utf8).hasPrefix("# imu-rt recording"))
  }

  @Test func aStartThatFailsLeavesNoFile() throws {
    let path = try Self.path()
    do {
      var configuration = PipelineConfiguration(
        source: .hardware(HardwareSource(bus: "/nowhere/i2c-1")), realtime: .none)
      configuration.recorder = try SessionRecorder(path)
      #expect(throws: PipelineError.self) { try MotionPipeline(configuration).start() }
    }
    #expect(try Self.files(beside: path).isEmpty)
  }

  @Test func whatCannotBeWrittenIsRefusedBeforeAnyChip() throws {
    let folder = try CalibrationSamples.folder().path
    #expect(Self.refusal("\(folder)/no/where.csv") == .unwritable(file: "\(folder)/no/where.csv", code: ENOENT))
    #expect(Self.refusal(folder, replacing: true) == .unwritable(file: folder, code: EISDIR))
    #expect(Self.refusal("/proc/imu.csv") == .unwritable(file: "/proc/imu.csv", code: ENOENT))
    #expect(Self.refusal("\(folder)/s.csv.gz") == .compressed(file: "\(folder)/s.csv.gz"))
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder).isEmpty)
  }

  @Test func aFullDiskAtTheStartIsAReasonNotToStart() throws {
    var configuration = PipelineConfiguration(source: .simulated(SimulatedSource()), realtime: .none)
    configuration.recorder = try SessionRecorder("/dev/full")
    let pipeline = MotionPipeline.stepped(configuration)
    #expect {
      try pipeline.start()
    } throws: {
      "\($0)" == "can't write /dev/full: No space left on device"
    }
    #expect(!pipeline.isRunning)
  }

  @Test func aRecorderTakesOneSession() throws {
    var configuration = PipelineConfiguration(source: .simulated(SimulatedSource()), realtime: .none)
    let path = try Self.path()
    let recorder = try SessionRecorder(path)
    configuration.recorder = recorder
    let pipeline = MotionPipeline.stepped(configuration)
    try pipeline.start()
    pipeline.advance(nanoseconds: 100_000_000)
    pipeline.stop()
    let text = try String(contentsOfFile: path, encoding: .utf8)
    #expect {
      try pipeline.start()
    } throws: {
      "\($0)".contains("takes one session")
    }
    #expect(try String(contentsOfFile: path, encoding: .utf8) == text)
  }

  @Test func aFileThatIsTakenAwayMeanwhileIsTold() throws {
    var configuration = PipelineConfiguration(source: .simulated(SimulatedSource()), realtime: .none)
    let path = try Self.path()
    let recorder = try SessionRecorder(path)
    configuration.recorder = recorder
    let pipeline = MotionPipeline.stepped(configuration)
    try pipeline.start()
    try FileManager.default.removeItem(atPath: path)
    pipeline.stop()
    #expect(recorder.report.failure == .removed(file: path))
  }

  /// A disk that stands still for longer than the ring holds: what did not fit is stated where it is missing.
  @Test func whatASlowDiskCostsIsCountedInItsPlace() throws {
    let ring = SPSCRing<RecordedEntry>(capacity: 8)
    var tap = RecordingTap(ring.producer, isOpen: true)
    var records = ring.consumer
    var text = RecordingText(scale: Self.scale)
    func drain() { while let entry = records.pop() { text.add(entry) } }
    for number in UInt64(1)...20 { tap.take(RawSample(), sequence: number, timeNanoseconds: number * 1_000_000) }
    tap.take(PipelineEvent(kind: .allZero, timeNanoseconds: 1, sequence: 20))
    drain()
    for number in UInt64(21)...23 { tap.take(RawSample(), sequence: number, timeNanoseconds: number * 1_000_000) }
    drain()
    let lines = String(decoding: text.bytes, as: UTF8.self).split(separator: "\n").map(String.init)
    #expect(lines.count == 12)
    #expect(
      lines[8] == "# event {\"event\":\"not_recorded\",\"time_ns\":8000000,\"after_seq\":8,\"count\":12,\"events\":1}")
    #expect(lines[9].hasSuffix(",21,21000000"))
    #expect(text.misses.samples == 12 && text.misses.events == 1 && text.allRows == 11)
    #expect(tap.misses.isNone)
  }

  /// The filter refuses a sample that is not later than the one before; as a row it would make the rest unreadable.
  @Test func aSampleThatIsNotLaterIsNoRow() throws {
    var text = RecordingText(scale: Self.scale)
    for (number, time) in [(1, 5), (2, 10), (3, 10), (4, 9), (5, 11)] as [(UInt64, UInt64)] {
      text.add(RecordedEntry(.sample(RawSample(), sequence: number, timeNanoseconds: time)))
    }
    #expect(text.allRows == 3)
    let lines = String(decoding: text.bytes, as: UTF8.self).split(separator: "\n")
    #expect(lines.filter { $0.contains("not_later") }.count == 2)
    #expect(lines.last?.hasPrefix("0.000000006,") == true)
  }

  /// A pipe that nobody reads from holds up its writer alone: values go on, and the stop takes no longer than it must.
  @Test func aStuckReaderDelaysNobody() async throws {
    let path = try Self.path("pipe")
    try #require(mkfifo(path, 0o600) == 0)
    let reader = open(path, O_RDONLY | O_NONBLOCK)
    defer { close(reader) }
    let recorder = try SessionRecorder(path)
    // One page, which the header fills to a quarter.
    _ = fcntl(reader, 1031, 4096)
    var configuration = PipelineConfiguration(source: .simulated(SimulatedSource()), realtime: .none)
    configuration.recorder = recorder
    let pipeline = MotionPipeline(configuration)
    let updates = pipeline.updates(interval: .gesture)
    try pipeline.start()
    var values = 0
    for await update in updates {
      if case .sample = update { values += 1 }
      if values == 60 { break }
    }
    pipeline.stop()
    let report = recorder.report
    #expect(values == 60)
    #expect(report.failure == .closed(file: path))
    #expect(report.rows < 60)
  }
}
