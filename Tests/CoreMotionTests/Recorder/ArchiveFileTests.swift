import Foundation
import SimulatedIMU
import Testing

@testable import CoreMotion

/// The recorder's files: how long they are kept, and what a crash or another process leaves of them.
@Suite struct ArchiveFileTests {
  /// A folder that goes with the test.
  private final class Folder {
    let url = URL(fileURLWithPath: NSTemporaryDirectory()).appendingPathComponent("archive-\(UUID())")
    var archive: SampleArchive { SampleArchive(folder: url) }
    var names: [String] {
      do { return try FileManager.default.contentsOfDirectory(atPath: url.path).sorted() } catch { return [] }
    }
    func file(_ index: Int) -> URL { url.appendingPathComponent(names[index]) }
    deinit { do { try FileManager.default.removeItem(at: url) } catch {} }
  }

  private static let day = 24.0 * 3600

  private func record(_ identifier: UInt64, at date: Double) -> SampleArchive.Record {
    SampleArchive.Record(identifier: identifier, date: date, timestamp: date / 2, x: 0.5, y: -0.25, z: -1)
  }

  private var now: Double { Date().timeIntervalSinceReferenceDate }

  /// A recorder as another process has it: nothing but the folder is shared.
  private func recorder(_ folder: Folder, _ board: VirtualBoard = VirtualBoard()) -> CMSensorRecorder {
    CMSensorRecorder(board: board.board, folder: folder.url)
  }

  /// One file an hour; whole hours that are past go, the hour that a date lies in stays.
  @Test func filesArePrunedByTheHour() throws {
    let folder = Folder()
    let hours = [0.0, 3599, 3600, 7200, 10_800]
    try folder.archive.append(hours.enumerated().map { record(UInt64($0.offset), at: $0.element) })
    #expect(folder.names.count == 4)
    try folder.archive.prune(before: 3599)
    #expect(folder.names.count == 4)
    try folder.archive.prune(before: 7200)
    #expect(folder.archive.records(from: -1e9, to: 1e9).map(\.identifier) == [3, 4])
    try folder.archive.prune(before: 1e9)
    #expect(folder.names.isEmpty)
  }

  /// What is older than three days is found no more, and its files go when the next samples are written.
  @Test func afterThreeDaysSamplesAreGone() throws {
    let folder = Folder()
    let start = now
    try folder.archive.append([
      record(1, at: start - 4 * Self.day), record(2, at: start - 3 * Self.day - 60),
      record(3, at: start - 3 * Self.day + 60),
      record(4, at: start - Self.day),
    ])
    let board = VirtualBoard()
    let recorder = recorder(folder, board)
    func found(_ from: Double, _ to: Double) -> [UInt64] {
      recorder.accelerometerData(
        from: Date(timeIntervalSinceReferenceDate: start + from), to: Date(timeIntervalSinceReferenceDate: start + to))?
        .samples.map(\.identifier) ?? []
    }
    #expect(found(-4 * Self.day - 60, -4 * Self.day + 60) == [])
    #expect(found(-3 * Self.day - 3600, -3 * Self.day + 3600) == [3])
    #expect(found(-Self.day, -Self.day + 60) == [4])
    let before = folder.names.count
    recorder.recordAccelerometer(forDuration: 3)
    board.advance(2)
    _ = found(0, 60)
    #expect(
      !folder.archive.records(from: start - 5 * Self.day, to: start - 3.5 * Self.day).contains { $0.identifier == 1 })
    #expect(folder.archive.records(from: start - 2 * Self.day, to: start).map(\.identifier).contains(4))
    #expect(folder.names.count <= before + 1)
  }

  /// What libFuzzer's door for these files is there for: a damaged number, or a stranger's name, is nothing to go on from or to trap at.
  @Test func theGreatestNumbersOfAll_areGoneOnFrom() throws {
    let folder = Folder()
    try folder.archive.append([record(7, at: now), record(.max, at: now), record(.max / 2 + 1, at: now)])
    try Data().write(to: folder.url.appendingPathComponent("accelerometer-\(Int.max).samples"))
    try Data().write(to: folder.url.appendingPathComponent("accelerometer-\(Int.min).samples"))
    #expect(folder.archive.lastIdentifier() == 7)
    let board = VirtualBoard()
    let recorder = recorder(folder, board)
    recorder.recordAccelerometer(forDuration: 1)
    board.advance(2)
    let found = recorder.accelerometerData(
      from: Date(timeIntervalSinceReferenceDate: now - 60), to: Date(timeIntervalSinceReferenceDate: now + 60))
    #expect(found?.samples.contains { $0.identifier == 8 } == true)
    #expect(folder.names.contains("accelerometer-\(Int.max).samples"))
  }

  /// One call asks for twelve hours at most; one that follows lengthens it from its own moment.
  @Test func oneCallIsForTwelveHoursAtMost() throws {
    let folder = Folder()
    let board = VirtualBoard()
    let recorder = recorder(folder, board)
    recorder.recordAccelerometer(forDuration: 1e9)
    board.advance(1)
    let present = try #require(board.board.now)
    let end = try #require(recorder.recording.end)
    #expect(end - present <= 43_200 && end - present > 43_190)
    board.advance(5)
    recorder.recordAccelerometer(forDuration: .infinity)
    let longer = try #require(recorder.recording.end)
    #expect(abs(longer - (try #require(board.board.now)) - 43_200) < 0.1)
    #expect(longer > end + 4)
    recorder.recordAccelerometer(forDuration: 10)
    #expect(recorder.recording.end == longer)
  }

  /// A record that a crash cut off is left out, wherever the cut, and the next one takes its place.
  @Test(arguments: [1, 24, 47]) func aTornRecordIsLeftOutAndOverwritten(_ bytes: Int) throws {
    let folder = Folder()
    let start = (now / 3600).rounded(.down) * 3600
    try folder.archive.append((1...3).map { record($0, at: start + Double($0)) })
    let size = { try Data(contentsOf: folder.file(0)).count }
    #expect(try size() == 3 * 48)
    let whole = try Data(contentsOf: folder.file(0))
    try whole.prefix(2 * 48 + bytes).write(to: folder.file(0))
    #expect(folder.archive.records(from: start, to: start + 60).map(\.identifier) == [1, 2])
    #expect(folder.archive.lastIdentifier() == 2)
    try folder.archive.append([record(3, at: start + 10)])
    #expect(try size() == 3 * 48)
    #expect(
      folder.archive.records(from: start, to: start + 60) == [1, 2].map { record($0, at: start + Double($0)) } + [
        record(3, at: start + 10)
      ])
  }

  /// A lost supply may leave zeros where a record was to be; and strangers may have put files there.
  @Test func whatIsNoRecordIsNoSample() throws {
    let folder = Folder()
    let start = (now / 3600).rounded(.down) * 3600
    try folder.archive.append([record(1, at: start + 1)])
    let handle = try FileHandle(forWritingTo: folder.file(0))
    try handle.seekToEnd()
    try handle.write(contentsOf: Data(count: 96) + Data(repeating: 0xFF, count: 48))
    try handle.close()
    for name in ["accelerometer-", "accelerometer-x.samples", "notes.txt", "accelerometer-9999999999.samples"] {
      try Data("not a sample".utf8).write(to: folder.url.appendingPathComponent(name))
    }
    #expect(folder.archive.records(from: start, to: start + 60).map(\.identifier) == [1])
    #expect(folder.archive.records(from: start - Self.day, to: start + Self.day).map(\.identifier) == [1])
    #expect(folder.archive.lastIdentifier() == 1)
  }

  /// A new process finds what an older one has recorded, and goes on with its numbers.
  @Test func aNewProcessReadsAndContinuesAnOldFolder() throws {
    let folder = Folder()
    let start = now
    try folder.archive.append((1...100).map { record($0, at: start - 600 + Double($0) * 0.02) })
    let board = VirtualBoard()
    let recorder = recorder(folder, board)
    let old = try #require(
      recorder.accelerometerData(
        from: Date(timeIntervalSinceReferenceDate: start - 700), to: Date(timeIntervalSinceReferenceDate: start - 500)))
    #expect(old.samples.map(\.identifier) == Array(1...100))
    #expect(isClose(old.samples[5].acceleration, (0.5, -0.25, -1), 1e-12))
    #expect(old.samples[5].timestamp == (start - 600 + 6 * 0.02) / 2)
    recorder.recordAccelerometer(forDuration: 2)
    board.advance(4)
    let all = try #require(recorder.accelerometerData(from: Date() - 3600, to: Date() + 3600))
    #expect((198...204).contains(all.samples.count))
    #expect(Set(all.samples.map(\.identifier)).count == all.samples.count)
    #expect(try #require(all.samples.last?.identifier) == UInt64(all.samples.count))
  }

  /// A loss is a gap that can be told from an end.
  @Test func aLostChipIsAGapThatIsSaid() throws {
    let folder = Folder()
    let board = VirtualBoard()
    let recorder = recorder(folder, board)
    recorder.recordAccelerometer(forDuration: 60)
    board.advance(2)
    #expect(recorder.lastFailure == nil)
    board.chip.powerOff()
    board.advance(5)
    #expect((recorder.lastFailure as? MotionUnavailable)?.kind == .noChip)
    #expect(recorder.isRecording)
    board.chip.powerOn()
    board.advance(5)
    #expect(recorder.lastFailure == nil)
    let samples = try #require(recorder.accelerometerData(from: Date() - 60, to: Date() + 60)).samples
    let gaps = zip(samples, samples.dropFirst()).filter { $1.startDate.timeIntervalSince($0.startDate) > 1 }
    #expect(gaps.count == 1)
  }

  /// A folder that can't be written is said; nothing else stops.
  @Test func aFolderThatCanNotBeWrittenIsSaid() throws {
    let folder = Folder()
    try Data().write(to: folder.url)
    let board = VirtualBoard()
    let recorder = recorder(folder, board)
    recorder.recordAccelerometer(forDuration: 2)
    board.advance(3)
    #expect(recorder.accelerometerData(from: Date() - 60, to: Date() + 60) == nil)
    #expect(recorder.lastFailure != nil)
  }
}
