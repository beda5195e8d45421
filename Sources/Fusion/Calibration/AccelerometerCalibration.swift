/// An accelerometer's offset and scale on each axis, with how good they are.
///
/// The true specific force is `scale * (measured - offset)`, axis by axis (``InertialCorrection``); at rest
/// its length is standard gravity.
public struct AccelerometerCalibration: Sendable, Equatable, BitwiseCopyable {
  /// What the accelerometer shows without any force, in m/s^2, in chip axes.
  public let offset: Vector3
  /// What the measured force, offset removed, is multiplied by on each axis.
  public let scale: Vector3
  /// The standard error of ``offset``, in m/s^2.
  public let offsetUncertainty: Vector3
  /// The standard error of ``scale``.
  public let scaleUncertainty: Vector3
  /// By how much the calibrated poses still differ from gravity in length (root of the mean square), in m/s^2. Six poses
  /// leave nothing to differ: it says something from seven on.
  public let residual: Double
  /// The condition of the normal matrix: 1 for six poses with an axis up or down each.
  public let condition: Double
  /// Number of poses.
  public let poseCount: Int

  /// A calibration as it was stored.
  public init(
    offset: Vector3, scale: Vector3, offsetUncertainty: Vector3, scaleUncertainty: Vector3, residual: Double,
    condition: Double, poseCount: Int
  ) {
    self.offset = offset
    self.scale = scale
    self.offsetUncertainty = offsetUncertainty
    self.scaleUncertainty = scaleUncertainty
    self.residual = residual
    self.condition = condition
    self.poseCount = poseCount
  }

  /// Calibrates from poses held still: any six or more that span, by least squares.
  ///
  /// The poses need not be level, only different: an ellipsoid with its axes along the chip's is laid through the
  /// measured forces (Gauss-Newton on the calibrated forces' lengths).
  ///
  /// - Throws: ``CalibrationRefusal``: with the poses that are missing, when they don't span; when a chip can't be so; when
  ///   the forces lie on no ellipsoid.
  public init(poses: [RestPose]) throws(CalibrationRefusal) {
    var fit = try AccelerometerFit(poses)
    self = try fit.solve()
  }
}
