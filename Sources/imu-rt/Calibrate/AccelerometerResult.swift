import Fusion
import Pipeline

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
