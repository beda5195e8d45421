import Foundation
import Fusion
import IMUDrivers

@testable import Pipeline

/// Calibrations to keep in files.
enum CalibrationSamples {
  static let chip = CalibratedChip(.mpu6050, bus: "/dev/i2c-1", address: 0x68)

  /// One with every section, its numbers awkward to write.
  static var full: Calibration {
    get throws {
      var calibration = Calibration(chip: chip)
      calibration.gyroscope = .init(try gyroscope, date: "2025-06-01T12:00:00Z")
      calibration.accelerometer = .init(accelerometer, date: "a \"quoted\" \\ day\n\u{7F}")
      calibration.magnetometer = .init(magnetometer, date: "2025-06-03")
      return calibration
    }
  }

  static var gyroscope: GyroscopeCalibration {
    get throws {
      let state = ThermalBias.State(
        count: 40, information: Vector3(1.0 / 3, 0.1, 0.7),
        level: Vector3(0.1 + 0.2, -0.0, Double.leastNonzeroMagnitude),
        slope: Vector3(-1e-17, 1.0 / 7, 2.2250738585072014e-308), residual: Vector3(0, 1e-9, 0x1.fffffffffffffp-9),
        lowest: -12.3, highest: 41.7)
      guard let thermal = ThermalBias(state: state) else { throw CocoaError(.coderInvalidValue) }
      return GyroscopeCalibration(
        bias: Vector3(0.3.nextUp, -0.2.nextDown, 1e-300), uncertainty: Vector3(1e-5, 2.0 / 3e5, 0),
        noise: Vector3(0.001, 0.0011, 0.00099), temperatureCelsius: 31.125, seconds: 10.0.nextDown, thermal: thermal)
    }
  }

  static let accelerometer = AccelerometerCalibration(
    offset: Vector3(0.4, -0.3, 0.7), scale: Vector3(0.98, 1.03.nextUp, 0.96),
    offsetUncertainty: Vector3(1e-3, 1e-3, 2e-3),
    scaleUncertainty: Vector3(1e-4, 1.1e-4, 1e-16), residual: 0.1 * 0.1, condition: 1, poseCount: 6)

  static let magnetometer = MagnetometerCalibration(
    offset: Vector3(80, -50, 30.1),
    matrix: Matrix3(Vector3(1.1, 0.05, -0.03), Vector3(0.05, 0.9, 0.04), Vector3(-0.03, 0.04, 1)),
    fieldStrength: 48.000000000000014, residual: 0.01, condition: 12.5, sampleCount: 4321)

  /// A folder for one test.
  static func folder() throws -> URL {
    let folder = FileManager.default.temporaryDirectory.appending(path: "imu-rt-calibration-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    return folder
  }
}

/// Why a calibration file is refused; nil when it is accepted.
func fileRefusal(_ text: String) -> ConfigurationError? {
  do throws(ConfigurationError) {
    _ = try CalibrationFile.parse(Array(text.utf8), file: "c")
    return nil
  } catch { return error }
}
