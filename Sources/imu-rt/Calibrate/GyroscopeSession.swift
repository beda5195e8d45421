import Fusion
import Pipeline

/// Calibrates the gyroscope of a chip that lies still; when it is moved, it starts again until the time is over.
struct GyroscopeSession {
  let seconds: Double
  let timeout: Double
  let progress: ProgressBar
  /// Up to so many windows each one is judged, later every fourth: judging takes longer the more there are.
  private static let windowsJudgedEach = 40

  func run(_ source: SourceOptions, into output: inout CalibrationOutput) async throws -> [String] {
    var record = RestRecord()
    var refusal: CalibrationRefusal?
    let end = try await LiveSamples(source, timeout: timeout).run(
      begin: { sensor in
        try output.begin(sensor.chip)
        progress.say("\(sensor.variant.name) at \(sensor.place): leave it alone for \(seconds.fixed(1)) s")
      }, progress: progress,
      take: { sample in
        guard try record.take(sample) else { return false }
        let rested = record.seconds
        let isJudged = record.windows.count <= Self.windowsJudgedEach || record.windows.count % 4 == 0
        guard rested >= seconds || isJudged else { return false }
        do throws(CalibrationRefusal) { try record.requireRest() } catch {
          if refusal == nil { progress.say("\(error); starting again whenever it is moved") }
          refusal = error
          record = RestRecord()
          return false
        }
        progress.show(rested / seconds, "at rest for \(rested.fixed(1)) of \(seconds.fixed(1)) s", steps: 4)
        return rested >= seconds
      })
    progress.clear()
    switch end {
    case .complete: return try GyroscopeResult.write(record, to: &output)
    case .stopped: throw ToolFault("stopped before it was done; nothing was written")
    case .timedOut:
      let reason = refusal.map { "the last time: \($0)" } ?? "no samples came for long enough"
      throw ToolFault(
        "no rest of \(seconds.fixed(1)) s within \(timeout.fixed(1)) s (\(reason)); nothing was written")
    }
  }
}

/// A vector for people.
func inText(_ vector: Vector3, _ digits: Int) -> String {
  "[\([vector.x, vector.y, vector.z].map { $0.fixed(digits) }.joined(separator: ", "))]"
}
