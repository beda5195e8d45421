import CRealtime
import IMUDrivers
import RingBuffer

/// Records a session into a file that ``Replay`` and `imu-rt replay` turn into the same attitudes again, bit for bit: every sample
/// of the chip as it came, events and gaps in their places, chip, set-up, mounting and calibration above them.
///
///     var configuration = try ConfigurationFile.read("config.json5")
///     let recorder = try SessionRecorder("session.csv")
///     configuration.recorder = recorder
///     let pipeline = MotionPipeline(configuration)
///     try pipeline.start()                 // recording begins with the first sample
///     pipeline.stop()                      // and ends here: the file is whole and on the disk (`report.isFinished`)
///     if let failure = recorder.report.failure { print(failure) }
///
/// The file is written by a thread of its own. A slow disk delays neither fusion nor anybody who is served: up to 16,384 samples and
/// events wait, and what comes beyond is counted and stated in the file where it is missing. Whatever ends the program, the file is
/// readable up to its last whole line. One recorder takes one session. Every member may be called from any thread.
public final class SessionRecorder: Sendable {
  /// How a recording stands.
  public struct Report: Sendable, Equatable {
    /// Samples that are in the file.
    public internal(set) var rows: UInt64 = 0
    /// What is not, because the disk was slow.
    public internal(set) var misses = RecordingMisses()
    /// Why it ended early; nil when it did not.
    public internal(set) var failure: RecordingError?
    /// Whether it is closed.
    public internal(set) var isFinished = false
  }

  /// The file and what is to be written to it.
  private struct Session {
    let file: RecordingFile
    var text: RecordingText?
    var nextSyncNanoseconds: UInt64 = 0
    var isOver = false
  }

  /// Samples and events that wait for the disk: 80 seconds at 200 Hz, ten at 1666 Hz.
  static let capacity = 16384
  /// Entries that are written at once, so that the text takes little room.
  private static let batch = 1024
  /// Text that waits in a pipeline without threads before it is written.
  private static let steppedBytes = 64 * 1024
  /// How often everything is made to reach the disk.
  private static let syncNanoseconds: UInt64 = 1_000_000_000

  /// The file's name as it was given.
  public let path: String
  private let session: Guarded<Session>
  private let state = Guarded(Report())
  private let over: Guarded<(@Sendable () -> Void)?>
  private let rowLimit: UInt64
  /// Fields of JSON that say where the configuration came from.
  private let configuration: [String]

  /// Makes the file, so that what forbids it is known before a chip is touched.
  ///
  /// - Parameters:
  ///   - path: where to; "-" is standard output. A pipe or a device may be there, a file only if it is to be replaced.
  ///   - replacing: whether a file that is there is replaced, when the session begins.
  ///   - rowLimit: samples after which nothing more is recorded; nil for no end.
  ///   - configurationPath: the file that the session's configuration came from; named, with its checksum, in the recording.
  ///   - whenOver: called once when the limit is reached or writing has failed, on the recording thread: brief, and not to stop
  ///     the pipeline itself.
  /// - Throws: ``RecordingError``.
  public init(
    _ path: String, replacing: Bool = false, rowLimit: UInt64? = nil, configurationPath: String? = nil,
    whenOver: (@Sendable () -> Void)? = nil
  ) throws(RecordingError) {
    self.path = path
    self.rowLimit = rowLimit ?? .max
    over = Guarded(whenOver)
    configuration = configurationPath.map(Self.identity) ?? []
    session = Guarded(Session(file: try RecordingFile(path, replacing: replacing)))
  }

  deinit { abandon() }

  /// How it stands.
  public var report: Report { state.withLock { $0 } }

  /// Takes the file away again, unless the session has begun.
  public func abandon() {
    session.withLock { session in
      guard session.text == nil, !session.isOver else { return }
      session.isOver = true
      session.file.abandon()
    }
  }

  private static func identity(_ path: String) -> [String] {
    var fields = ["\"configuration\":\(CalibrationWriter.quoted(path))"]
    if let bytes = FileContents.small(path) { fields.append("\"configuration_crc32\":\"\(Checksum.text(bytes))\"") }
    return fields
  }
}

// What the pipeline calls.
extension SessionRecorder {
  /// Writes what stands above the first sample.
  func begin(
    _ sensor: SensorDescription, scale: SampleScale, mounting: Mounting, calibration: Calibration?,
    nowNanoseconds: UInt64
  ) throws(RecordingError) {
    let header = RecordingHeader(
      sensor, scale: scale, mounting: mounting, calibration: calibration, configuration: configuration,
      nowNanoseconds: nowNanoseconds)
    let failure = session.withLock { session -> RecordingError? in
      guard session.text == nil, !session.isOver else { return .used(file: session.file.name) }
      var text = RecordingText(scale: scale)
      text.begin(header)
      session.text = text
      write(&session, isEnding: { false })
      var failure = state.withLock { $0.failure }
      // A file that is to be replaced gives way only now.
      if failure == nil { do throws(RecordingError) { try session.file.begin() } catch { failure = error } }
      guard failure != nil else { return nil }
      session.isOver = true
      session.file.abandon()
      return failure
    }
    if let failure { throw failure }
  }

  /// Writes what waits in the ring. Blocks as long as the disk does; called by one thread at a time.
  ///
  /// - Parameters:
  ///   - isStepped: gathers some text before it is written, since time waits for the caller.
  ///   - isEnding: whether a reader that takes nothing is not waited for any longer.
  func take(_ records: inout Consumer<RecordedEntry>, isStepped: Bool = false, isEnding: () -> Bool = { false }) {
    session.withLock { session in
      gather(&records, into: &session, isStepped: isStepped, isEnding: isEnding)
      guard !isStepped, !session.isOver else { return }
      let now = crt_now()
      guard now >= session.nextSyncNanoseconds else { return }
      session.nextSyncNanoseconds = now + Self.syncNanoseconds
      fail(session.file.synchronise(), &session)
    }
  }

  /// Writes the rest and closes the file. Again does nothing.
  ///
  /// - Parameter misses: what found the ring full last of all.
  func finish(_ records: inout Consumer<RecordedEntry>, misses: RecordingMisses) {
    session.withLock { session in
      guard !state.withLock({ $0.isFinished }) else { return }
      gather(&records, into: &session, isStepped: false, isEnding: { true })
      if !session.isOver {
        if !misses.isNone { session.text?.add(misses) }
        session.text?.end(reason: nil)
        write(&session, isEnding: { true })
        session.isOver = true
      }
      let failure = session.file.finish()
      state.withLock { report in
        report.failure = report.failure ?? failure
        report.isFinished = true
      }
    }
  }

  /// The same with what is left in the stages of a pipeline whose threads have ended.
  func finish(_ stages: Stages) {
    let misses = stages.withFusion { $0.tap.misses }
    stages.withRecords { finish(&$0, misses: misses) }
  }

  private func gather(
    _ records: inout Consumer<RecordedEntry>, into session: inout Session, isStepped: Bool, isEnding: () -> Bool
  ) {
    var isEmpty = false
    while !isEmpty {
      for _ in 0..<Self.batch {
        guard let entry = records.pop() else {
          isEmpty = true
          break
        }
        guard !session.isOver else { continue }
        session.text?.add(entry)
        if session.text?.allRows ?? 0 >= rowLimit { close(&session, isEnding) }
      }
      let waiting = session.text?.bytes.count ?? 0
      if !session.isOver, !isStepped || waiting >= Self.steppedBytes { write(&session, isEnding: isEnding) }
    }
  }

  /// The limit is reached: nothing more is recorded.
  private func close(_ session: inout Session, _ isEnding: () -> Bool) {
    session.text?.end(reason: nil)
    write(&session, isEnding: isEnding)
    end(&session)
  }

  private func write(_ session: inout Session, isEnding: () -> Bool) {
    guard var text = session.text else { return }
    let rows = text.rows
    let bytes = text.take()
    guard !bytes.isEmpty else { return }
    let written = session.file.write(bytes, isEnding: isEnding)
    var failure: RecordingError?
    if written.count < bytes.count {
      let name = session.file.name
      failure = written.isClosed ? .closed(file: name) : .unwritable(file: name, code: written.code)
    }
    if let failure {
      text.takeBack(rows: rows - Self.rows(in: bytes[..<written.count]))
      if case .unwritable = failure {
        // What was cut off may leave room for a line. If not, the file is whole up to its last row all the same.
        text.end(reason: failure.description)
        _ = session.file.write(text.take(), isEnding: { true })
      }
    }
    session.text = text
    state.withLock { report in
      (report.rows, report.misses) = (text.allRows, text.misses)
      report.failure = report.failure ?? failure
    }
    if failure != nil { end(&session) }
  }

  /// Rows among lines of which the first are no rows.
  private static func rows(in lines: ArraySlice<UInt8>) -> UInt64 {
    UInt64(
      lines.split(separator: UInt8(ascii: "\n")).lazy
        .filter { $0.first != UInt8(ascii: "#") && $0.first != UInt8(ascii: "t") }.count)
  }

  private func fail(_ code: Int32, _ session: inout Session) {
    guard code != 0 else { return }
    state.withLock { $0.failure = $0.failure ?? .unwritable(file: session.file.name, code: code) }
    end(&session)
  }

  private func end(_ session: inout Session) {
    session.isOver = true
    let handler = over.withLock { over in
      defer { over = nil }
      return over
    }
    handler?()
  }
}
