import Foundation
import Fusion
import IMUDrivers
import Testing

@testable import Pipeline

/// A session in virtual time that is recorded while its values are published, in a folder of its own.
struct RecordedSession {
  /// What was published: orientation by sample number.
  let published: [UInt64: Quaternion]
  let report: SessionRecorder.Report
  let path: String
  let lines: [String]

  /// - Parameter change: what the configuration is to be besides.
  static func run(
    _ source: SimulatedSource = SimulatedSource(), seconds: Double = 4, rowLimit: UInt64? = nil,
    _ change: (inout PipelineConfiguration) throws -> Void = { _ in }
  ) throws -> RecordedSession {
    let path = try CalibrationSamples.folder().appending(path: "session.csv").path
    var configuration = PipelineConfiguration(source: .simulated(source), realtime: .none)
    try change(&configuration)
    let recorder = try SessionRecorder(path, rowLimit: rowLimit)
    configuration.recorder = recorder
    let pipeline = MotionPipeline.stepped(configuration)
    let published = Guarded<[UInt64: Quaternion]>([:])
    let subscription = pipeline.subscribeOnDeliveryThread {
      if case .sample(let sample) = $0 { published.withLock { $0[sample.sequence] = sample.orientation } }
    }
    try pipeline.start()
    pipeline.advance(nanoseconds: UInt64(seconds * 1e9))
    pipeline.stop()
    withExtendedLifetime(subscription) {}
    return RecordedSession(
      published: published.withLock { $0 }, report: recorder.report, path: path, lines: try Self.lines(of: path))
  }

  static func lines(of path: String) throws -> [String] {
    let text = try String(contentsOfFile: path, encoding: .utf8)
    #expect(text.hasSuffix("\n"))
    return text.split(separator: "\n").map(String.init)
  }

  /// The lines of samples.
  var rows: [[String]] {
    lines.filter { !$0.hasPrefix("#") }.dropFirst().map { $0.split(separator: ",").map(String.init) }
  }

  /// The events of a name.
  func events(_ name: String) -> [String] { lines.filter { $0.hasPrefix("# event {\"event\":\"\(name)\"") } }

  /// Every value that was published comes out of the recording again, to the last bit.
  func expectSameAttitudes(sourceLocation: SourceLocation = #_sourceLocation) throws {
    let recording = try ReplayRecording(path: path)
    let result = try Replay(recording).run(through: .filter)
    let rows = rows
    try #require(result.orientations.count == rows.count, sourceLocation: sourceLocation)
    var compared = 0
    for (row, orientation) in zip(rows, result.orientations) {
      guard let sequence = UInt64(row[8]), let live = published[sequence] else { continue }
      compared += 1
      let same = [(live.w, orientation.w), (live.x, orientation.x), (live.y, orientation.y), (live.z, orientation.z)]
      guard same.allSatisfy({ $0.0.bitPattern == $0.1.bitPattern }) else {
        Issue.record("sample \(sequence): \(live) and \(orientation)", sourceLocation: sourceLocation)
        return
      }
    }
    #expect(compared == published.count && compared > 100, "\(compared)", sourceLocation: sourceLocation)
  }
}
