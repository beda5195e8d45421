import Foundation
import Pipeline

/// The recording of a board into a folder: goes on, without any recorder object, until its time is up or the process ends.
final class AccelerometerRecording: Sendable {
  private struct State {
    var channel: SensorChannel?
    /// Until when, on the samples' clock; nil before the first sample fixes it.
    var end: Double?
    /// Seconds asked for that no sample has fixed yet.
    var pending = 0.0
    var waiting: [SampleArchive.Record] = []
    var nextIdentifier: UInt64 = 0
    var failure: (any Error)?
    /// Why there is a gap at the moment: the chip is lost.
    var loss: MotionUnavailable?
  }

  /// Samples that are written at once: a second of them.
  private static let writtenAtOnce = 50

  private static let recordings = Guarded<[String: AccelerometerRecording]>([:])

  private let board: MotionBoard
  private let archive: SampleArchive
  private let state = Guarded(State())
  /// Files are written here, apart from the delivery thread.
  private let queue = DispatchQueue(label: "CoreMotion recording")

  private init(_ board: MotionBoard, _ folder: URL) {
    self.board = board
    archive = SampleArchive(folder: folder)
  }

  /// The one recording of a board into a folder.
  static func of(_ board: MotionBoard, into folder: URL) -> AccelerometerRecording {
    let key = "\(ObjectIdentifier(board).hashValue) \(folder.path)"
    return recordings.withLock { recordings in
      let recording = recordings[key] ?? AccelerometerRecording(board, folder)
      recordings[key] = recording
      return recording
    }
  }

  /// Records for so long from now on; what is asked for while one goes on overlaps with it and makes it longer.
  func record(seconds: Double) throws(MotionUnavailable) {
    let needsStart = state.withLock { state -> Bool in
      state.pending = max(state.pending, seconds)
      if let end = state.end, let now = board.now {
        state.end = max(end, now + state.pending)
        state.pending = 0
      }
      return state.channel == nil
    }
    guard needsStart else { return }
    queue.sync { [self] in
      let last = archive.lastIdentifier()
      state.withLock { $0.nextIdentifier = max($0.nextIdentifier, last + 1) }
    }
    let channel = SensorChannel(board: board)
    // 50 Hz, as the phone records.
    channel.seconds = 0.02
    state.withLock { $0.channel = channel }
    do throws(MotionUnavailable) {
      try channel.start(capacity: nil, executor: { $0() }) { [weak self, weak channel] sample, error in
        if let sample, let channel { self?.take(sample, from: channel) }
        if let error { self?.state.withLock { $0.loss = error } }
      }
    } catch {
      state.withLock { $0.channel = nil }
      throw error
    }
  }

  /// Called on the delivery thread: brief.
  private func take(_ sample: MotionSample, from channel: SensorChannel) {
    let time = sample.timestamp
    let date = board.date(of: time).timeIntervalSinceReferenceDate
    let (batch, finished) = state.withLock { state -> ([SampleArchive.Record], SensorChannel?) in
      // A channel that is to be stopped may bring some more.
      guard state.channel === channel else { return ([], nil) }
      state.loss = nil
      let end = state.end ?? time + state.pending
      (state.end, state.pending) = (end, 0)
      guard time <= end else {
        defer { (state.channel, state.end, state.waiting) = (nil, nil, []) }
        return (state.waiting, state.channel)
      }
      let a = sample.acceleration
      state.waiting.append(
        SampleArchive.Record(identifier: state.nextIdentifier, date: date, timestamp: time, x: a.x, y: a.y, z: a.z))
      state.nextIdentifier += 1
      guard state.waiting.count >= Self.writtenAtOnce else { return ([], nil) }
      defer { state.waiting = [] }
      return (state.waiting, nil)
    }
    write(batch, now: date)
    // The last reference to a channel must not end on the delivery thread's own call into it.
    if let finished { queue.async { finished.stop() } }
  }

  private func write(_ batch: [SampleArchive.Record], now: Double) {
    guard !batch.isEmpty else { return }
    queue.async { [self] in
      do {
        try archive.append(batch)
        try archive.prune(before: now - CMSensorRecorder.keptSeconds)
      } catch { state.withLock { $0.failure = error } }
    }
  }

  /// Writes what waits, and waits until it is in the file.
  func flush() {
    let waiting = state.withLock { state -> [SampleArchive.Record] in
      defer { state.waiting = [] }
      return state.waiting
    }
    queue.sync { [self] in
      do { try archive.append(waiting) } catch { state.withLock { $0.failure = error } }
    }
  }

  /// Until when it goes on, on the samples' clock; nil when it does not, and before its first sample.
  var end: Double? { state.withLock { $0.end } }

  /// Why samples could not be written, or why none come at the moment; nil when all is well.
  var failure: (any Error)? { state.withLock { $0.failure ?? $0.loss } }
  var isRecording: Bool { state.withLock { $0.channel != nil } }

  /// What is not older than samples are kept, also where the files still have it.
  func records(from start: Double, to end: Double) -> [SampleArchive.Record] {
    flush()
    let present = board.now.map { board.date(of: $0) } ?? Date()
    let oldest = present.timeIntervalSinceReferenceDate - CMSensorRecorder.keptSeconds
    return archive.records(from: max(start, oldest), to: end)
  }
}
