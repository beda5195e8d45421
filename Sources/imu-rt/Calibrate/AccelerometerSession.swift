import Fusion
import Pipeline

/// Calibrates the accelerometer by six poses, which it recognises as they are held.
struct AccelerometerSession {
  let timeout: Double
  let progress: ProgressBar

  func run(_ source: SourceOptions, into output: inout CalibrationOutput) async throws -> [String] {
    var finder = PoseFinder()
    var found = SixPoses()
    let end = try await LiveSamples(source, timeout: timeout).run(
      begin: { sensor in
        try output.begin(sensor.chip)
        progress.say(
          "\(sensor.variant.name) at \(sensor.place): hold it still for a second with each of these axes up, in any "
            + "order: \(list(found.missing))")
      }, progress: progress,
      take: { sample in
        guard let pose = try finder.take(sample) else { return false }
        take(pose, into: &found)
        return found.missing.isEmpty
      })
    progress.clear()
    switch end {
    case .complete: return try AccelerometerResult.write(finder.poses, to: &output)
    case .stopped: throw ToolFault("stopped before it was done; nothing was written")
    case .timedOut:
      throw ToolFault(
        "not all poses within \(timeout.fixed(1)) s; missing, by the axis that points up: \(list(found.missing)); "
          + "nothing was written")
    }
  }

  /// Says which pose that was and which are wanted still.
  private func take(_ pose: RestPose, into found: inout SixPoses) {
    guard let upward = pose.upward else {
      progress.say("still, but no axis points up or down; wanted: \(list(found.missing))")
      return
    }
    let isNew = found.missing.contains(upward)
    found.add(pose)
    let count = 6 - found.missing.count
    let wanted = found.missing.isEmpty ? "" : "; wanted: \(list(found.missing))"
    progress.say("\(upward) is up\(isNew ? "" : ", once more"): \(count) of 6\(wanted)")
    progress.show(
      Double(count) / 6, found.missing.isEmpty ? "all six poses" : "wanted: \(list(found.missing))", steps: 0)
  }

  private func list(_ directions: [ChipDirection]) -> String {
    directions.map(\.rawValue).joined(separator: ", ")
  }
}
