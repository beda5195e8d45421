/// A magnetometer's hard and soft iron, with how good they are.
///
/// The undisturbed field is `matrix * (measured - offset)`; its length is the same in all directions.
public struct MagnetometerCalibration: Sendable, Equatable, BitwiseCopyable {
  /// Hard iron: what the magnetometer shows without any field, in its unit, in its axes.
  public let offset: Vector3
  /// Soft iron and scale: symmetric, of determinant 1.
  public let matrix: Matrix3
  /// The length of the corrected field, in the unit of the samples.
  public let fieldStrength: Double
  /// By how much corrected samples still differ from ``fieldStrength`` (root of the mean square), as a share of it.
  public let residual: Double
  /// The condition of the normal matrix: 10 for samples spread evenly over the sphere.
  public let condition: Double
  /// Number of samples.
  public let sampleCount: Int

  /// A calibration as it was stored.
  public init(
    offset: Vector3, matrix: Matrix3, fieldStrength: Double, residual: Double, condition: Double, sampleCount: Int
  ) {
    self.offset = offset
    self.matrix = matrix
    self.fieldStrength = fieldStrength
    self.residual = residual
    self.condition = condition
    self.sampleCount = sampleCount
  }

  /// The undisturbed field for a measured one.
  public func apply(_ measured: Vector3) -> Vector3 { matrix * (measured - offset) }

  /// Calibrates from samples of a field that is the same everywhere, taken in as many directions as possible.
  ///
  /// An ellipsoid is laid through the samples by linear least squares. What can't be known from the field alone is a
  /// rotation: the matrix is taken as symmetric, so that it turns as little as possible.
  ///
  /// - Throws: ``CalibrationRefusal``: with the directions that are missing, when they don't span; when the samples lie on
  ///   no ellipsoid or scatter about it.
  public init(samples: [Vector3]) throws(CalibrationRefusal) {
    self = try MagnetometerFit(samples).solve()
  }
}
