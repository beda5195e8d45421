import CoreMotion
import Foundation
import SimulatedIMU
import Testing

/// Recording, reading again, replaying.
@Suite struct RecorderTests {
  private func folder() -> URL {
    URL(fileURLWithPath: NSTemporaryDirectory()).appendingPathComponent("recorder-\(UUID())")
  }

  @Test func samplesAre50HzAndBothEndsCount() throws {
    let folder = folder()
    defer { do { try FileManager.default.removeItem(at: folder) } catch {} }
    let board = VirtualBoard()
    let recorder = CMSensorRecorder(board: board.board, folder: folder)
    recorder.recordAccelerometer(forDuration: 5)
    #expect(recorder.isRecording)
    #expect(recorder.lastFailure == nil)
    board.advance(3)
    let all = try #require(recorder.accelerometerData(from: Date() - 3600, to: Date() + 3600))
    #expect((148...153).contains(all.samples.count))
    let steps = zip(all.samples.dropFirst(), all.samples).map { $0.startDate.timeIntervalSince($1.startDate) }
    #expect(steps.allSatisfy { abs($0 - 0.02) < 0.006 })
    #expect(Set(all.samples.map(\.identifier)).count == all.samples.count)
    #expect(isClose(all.samples[10].acceleration, (0, 0, -1)))
    let part = try #require(
      recorder.accelerometerData(from: all.samples[10].startDate, to: all.samples[20].startDate))
    #expect(part.samples.map(\.identifier) == all.samples[10...20].map(\.identifier))
    // The rest of the five seconds, and no more.
    board.advance(10)
    let end = try #require(recorder.accelerometerData(from: Date() - 3600, to: Date() + 3600))
    #expect((248...253).contains(end.samples.count))
    #expect(!recorder.isRecording)
  }

  @Test func overlapsLengthenAndGapsStay() throws {
    let folder = folder()
    defer { do { try FileManager.default.removeItem(at: folder) } catch {} }
    let board = VirtualBoard()
    // Keeps the clock going between the recordings.
    let manager = board.manager()
    manager.startGyroUpdates()
    let recorder = CMSensorRecorder(board: board.board, folder: folder)
    recorder.recordAccelerometer(forDuration: 2)
    board.advance(1)
    recorder.recordAccelerometer(forDuration: 2)
    board.advance(4)
    recorder.recordAccelerometer(forDuration: 1)
    board.advance(2)
    let all = try #require(recorder.accelerometerData(from: Date() - 3600, to: Date() + 3600)).samples
    #expect((197...206).contains(all.count))
    let gaps = zip(all.dropFirst(), all).filter { $0.startDate.timeIntervalSince($1.startDate) > 0.5 }
    #expect(gaps.count == 1)
    #expect(Set(all.map(\.identifier)).count == all.count)
  }

  @Test func whatCanNotBeAnsweredIsNil() {
    let recorder = CMSensorRecorder(board: VirtualBoard().board, folder: folder())
    #expect(recorder.accelerometerData(from: Date() - 60, to: Date()) == nil)
    #expect(recorder.accelerometerData(from: Date(), to: Date() - 60) == nil)
    #expect(recorder.accelerometerData(from: Date() - 50_000, to: Date()) == nil)
    recorder.recordAccelerometer(forDuration: -1)
    recorder.recordAccelerometer(forDuration: .nan)
    #expect(!recorder.isRecording)
  }

  @Test func aRecorderWithoutAChipSaysWhy() {
    let board = VirtualBoard()
    board.chip.powerOff()
    let recorder = CMSensorRecorder(board: board.board, folder: folder())
    recorder.recordAccelerometer(forDuration: 1)
    #expect(!recorder.isRecording)
    #expect((recorder.lastFailure as? MotionUnavailable)?.kind == .noChip)
  }

  @Test func aListIsEnumerated() {
    let data = CMRecordedAccelerometerData(
      identifier: 7, startDate: Date(), acceleration: CMAcceleration(x: 1, y: 0, z: 0), timestamp: 1)
    var iterator = NSFastEnumerationIterator(CMSensorDataList(samples: [data]))
    #expect((iterator.next() as? CMRecordedAccelerometerData)?.identifier == 7)
    #expect(iterator.next() == nil)
  }

  /// What was recorded plays back through a simulated chip, with the same attitude at the same time.
  @Test func aRecordingPlaysBackInVirtualTime() throws {
    let path = NSTemporaryDirectory() + "motion-\(UUID()).csv"
    defer { unlink(path) }
    let live = MotionBoard.virtual(.moving)
    let recorder = try MotionRecorder(path, board: live)
    let manager = CMMotionManager(board: live)
    manager.startDeviceMotionUpdates()
    live.advance(seconds: 6)
    let expected = try #require(manager.deviceMotion).attitude
    try recorder.finish()
    try recorder.finish()
    #expect(recorder.rows > 1190)

    let runs = try (0..<2).map { _ in
      let replayed = try MotionBoard.replaying(path)
      let length = try #require(replayed.recordingSeconds)
      #expect(abs(length - 6) < 0.05)
      let second = CMMotionManager(board: replayed)
      second.startDeviceMotionUpdates()
      replayed.advance(seconds: length)
      return try #require(second.deviceMotion).attitude
    }
    #expect(runs[0].angle(to: expected) < 0.02)
    let again = try MotionBoard.replaying(path)
    for _ in 0..<2 {
      let third = CMMotionManager(board: again)
      third.startDeviceMotionUpdates()
      again.advance(seconds: 6)
      #expect(try #require(third.deviceMotion).attitude.angle(to: expected) < 0.02)
      third.stopDeviceMotionUpdates()
    }
    #expect(runs[0].quaternion.x == runs[1].quaternion.x && runs[0].quaternion.w == runs[1].quaternion.w)
  }

  @Test func aRecordingThatIsNoneIsRefused() {
    #expect {
      _ = try MotionBoard.replaying("/nonexistent/motion.csv")
    } throws: { ($0 as? MotionUnavailable)?.kind == .badConfiguration }
  }
}
