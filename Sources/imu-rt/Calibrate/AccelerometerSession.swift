import Fusion
import Pipeline

/// Calibrates the accelerometer by six poses, which it recognises as they are held.
struct AccelerometerSession {
  let timeout: Double
  let progress: CalibrationProgress

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

/// The result of poses, as it is kept and told.
enum AccelerometerResult {
  static func write(_ poses: [RestPose], to output: inout CalibrationOutput) throws -> [String] {
    let result = try AccelerometerCalibration(poses: poses)
    try output.write { calibration, date in calibration.accelerometer = .init(result, date: date) }
    let residual =
      result.poseCount > 6 ? "residual \(result.residual.fixed(4)) m/s^2" : "no residual from six poses alone"
    return [
      "accelerometer offset \(inText(result.offset, 4)) m/s^2, good to \(inText(result.offsetUncertainty, 4)); "
        + "scale \(inText(result.scale, 5)), good to \(inText(result.scaleUncertainty, 5)); "
        + "\(result.poseCount) poses, \(residual), condition \(result.condition.fixed(1))"
    ]
  }
}
