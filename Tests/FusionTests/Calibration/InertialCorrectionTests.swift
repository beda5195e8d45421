import Fusion
import Testing

@Suite("Correction of samples")
struct InertialCorrectionTests {
  private func gyroscope(slope: Vector3, lowest: Double, highest: Double) throws -> GyroscopeCalibration {
    let state = ThermalBias.State(
      count: 100, information: Vector3(100, 0, 100), level: .zero, slope: 10 * slope, residual: .zero, lowest: lowest,
      highest: highest)
    return GyroscopeCalibration(
      bias: Vector3(0.1, 0.2, 0.3), uncertainty: .zero, noise: .zero, temperatureCelsius: 25, seconds: 10,
      thermal: try #require(ThermalBias(state: state)))
  }

  @Test func withoutCalibration_nothingChanges() {
    let none = InertialCorrection()
    for vector in [Vector3(1.1, -2.2, 3.3), Vector3(-0.0, 1e-300, 1e300)] {
      #expect(none.specificForce(vector) == vector)
      for temperature in [-40, 0, 25.3, 85] {
        #expect(none.angularRate(vector, temperatureCelsius: temperature) == vector)
      }
    }
  }

  @Test func biasFollowsTheSlopeWithinTheTemperaturesItWasLearntAt() throws {
    let correction = InertialCorrection(
      gyroscope: try gyroscope(slope: Vector3(0.01, 0, -0.005), lowest: 20, highest: 40))
    func bias(_ temperature: Double) -> Vector3 { -correction.angularRate(.zero, temperatureCelsius: temperature) }
    #expect((bias(25) - Vector3(0.1, 0.2, 0.3)).length < 1e-15)
    #expect((bias(35) - Vector3(0.2, 0.2, 0.25)).length < 1e-15)
    #expect((bias(20) - Vector3(0.05, 0.2, 0.325)).length < 1e-15)
    #expect(bias(90) == bias(40))
    #expect(bias(-40) == bias(20))
  }

  @Test func slopeThatIsNotKnownYet_isNotUsed() throws {
    let correction = InertialCorrection(gyroscope: try gyroscope(slope: Vector3(0.01, 0, 0), lowest: 24, highest: 26))
    #expect(correction.angularRate(.zero, temperatureCelsius: 35) == -Vector3(0.1, 0.2, 0.3))
  }

  @Test func everyRefusal_saysWhatToDoInOneLine() {
    let refusals: [CalibrationRefusal] = [
      .tooShort(seconds: 1, needed: 2), .tooLong(limit: 3600), .tooFew(count: 3, needed: 50), .notFinite,
      .timeNotRising,
      .moved(.gyroscope, atSeconds: 1.5), .tooNoisy(.gyroscope, noise: 0.1, limit: 0.01),
      .tooNoisy(.accelerometer, noise: 1, limit: 0.3), .turning(rate: 1, limit: 0.4), .noGravity(force: 0),
      .posesMissing([.plusX, .minusZ], condition: .infinity), .directionsMissing([], condition: 2000),
      .directionsMissing([.plusZ], condition: .nan), .noEllipsoid(.magnetometer),
      .residual(.accelerometer, share: 0.1, limit: 0.02), .implausible(.gyroscope, "a slope of 2"),
      .temperatureRange(found: 1, needed: 5),
    ]
    for refusal in refusals {
      #expect(refusal.description.count > 15 && !refusal.description.contains("\n"))
    }
    #expect(refusals[5].description.contains("1.5 s") && refusals[10].description.contains("+x, -z"))
  }
}
