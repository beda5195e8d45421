/// A magnetic field with the device's own taken out, and how far that is to be trusted.
public struct CMCalibratedMagneticField: Sendable, BitwiseCopyable {
  /// The field in microtesla; zero where there is no magnetometer.
  public var field: CMMagneticField
  /// How good the calibration is; ``CMMagneticFieldCalibrationAccuracy/uncalibrated`` where there is no magnetometer.
  public var accuracy: CMMagneticFieldCalibrationAccuracy

  /// Zero and low accuracy: all bits zero, as on the phone.
  public init() { self.init(field: CMMagneticField(), accuracy: .low) }

  /// The given field and accuracy.
  public init(field: CMMagneticField, accuracy: CMMagneticFieldCalibrationAccuracy) {
    self.field = field
    self.accuracy = accuracy
  }
}

/// How good the calibration of a magnetic field is.
public enum CMMagneticFieldCalibrationAccuracy: Int32, Sendable, BitwiseCopyable {
  /// The field means nothing.
  case uncalibrated = -1
  /// Roughly calibrated.
  case low = 0
  /// Fairly calibrated.
  case medium = 1
  /// Well calibrated.
  case high = 2
}
