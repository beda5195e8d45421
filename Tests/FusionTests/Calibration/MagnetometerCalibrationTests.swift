import Testing

@testable import Fusion

@Suite("Magnetometer calibration")
struct MagnetometerCalibrationTests {
  /// Hard iron twice as strong as the field of 48 uT, and soft iron of 20 %.
  private static let hard = Vector3(80, -50, 30)
  private static let soft = Matrix3(Vector3(1.1, 0.05, -0.03), Vector3(0.05, 0.9, 0.04), Vector3(-0.03, 0.04, 1.02))

  private func shown(_ count: Int, noise: Double = 0.5, _ isTaken: (Vector3) -> Bool = { _ in true }) -> [Vector3] {
    var random = SplitMix64(seed: 11)
    var samples: [Vector3] = []
    while samples.count < count {
      guard let unit = random.vector().normalized(), isTaken(unit) else { continue }
      samples.append(Self.soft * (48 * unit) + Self.hard + noise * random.vector())
    }
    return samples
  }

  private func missing(_ samples: [Vector3]) throws -> [ChipDirection]? {
    guard
      case .directionsMissing(let missing, _) = try calibrationRefusal({
        _ = try MagnetometerCalibration(samples: samples)
      })
    else { return nil }
    return missing
  }

  @Test func hardAndSoftIron_areRecovered() throws {
    let result = try MagnetometerCalibration(samples: shown(2000))
    #expect((result.offset - Self.hard).length < 0.2)
    // A matrix times its inverse, up to the scale that determinant 1 takes out.
    let scale = result.fieldStrength / 48
    for axis in [Vector3(1, 0, 0), Vector3(0, 1, 0), Vector3(0, 0, 1)] {
      #expect((result.matrix * (Self.soft * axis) - scale * axis).length < 0.01)
    }
    #expect(abs(result.residual - 0.5 / 48) < 0.003)
    #expect(result.condition > 5 && result.condition < 30)
    #expect(result.sampleCount == 2000)
    for sample in shown(200, noise: 0) {
      #expect(abs(result.apply(sample).length / result.fieldStrength - 1) < 0.01)
    }
  }

  @Test func withoutNoise_itIsExact() throws {
    let result = try MagnetometerCalibration(samples: shown(60, noise: 0))
    #expect((result.offset - Self.hard).length < 1e-9)
    #expect(result.residual < 1e-12)
  }

  @Test func twoThirdsOfTheSphere_areEnough() throws {
    let result = try MagnetometerCalibration(samples: shown(3000) { $0.z > -0.33 })
    #expect((result.offset - Self.hard).length < 1)
  }

  @Test func turningAboutOneAxisOnly_isRefusedWithTheDirections() throws {
    #expect(try missing(shown(500) { abs($0.z) < 0.02 }) == [.plusZ, .minusZ])
    #expect(try missing(shown(500) { abs($0.x) < 0.02 }) == [.plusX, .minusX])
    #expect(try missing([Vector3](repeating: Self.hard, count: 100)) == ChipDirection.allCases)
  }

  @Test func smallPartOfTheSphere_isRefused() throws {
    let samples = shown(2000) { $0.z > 0.9 }
    #expect(try calibrationRefusal { _ = try MagnetometerCalibration(samples: samples) } != nil)
  }

  @Test func disturbedField_isRefusedByItsResidual() throws {
    let samples = shown(1000, noise: 6)
    guard
      case .residual(.magnetometer, let share, _) = try calibrationRefusal({
        _ = try MagnetometerCalibration(samples: samples)
      })
    else {
      Issue.record("accepted")
      return
    }
    #expect(share > 0.05)
  }

  @Test func fewSamplesOrNoNumbers_areRefused() throws {
    let few = shown(49)
    #expect(try calibrationRefusal { _ = try MagnetometerCalibration(samples: few) } == .tooFew(count: 49, needed: 50))
    for value in [Double.nan, .infinity] {
      let samples = shown(100) + [Vector3(value, 0, 0)]
      #expect(try calibrationRefusal { _ = try MagnetometerCalibration(samples: samples) } == .notFinite)
    }
  }

  @Test(arguments: 1...9)
  func eigenSystem_putsTheMatrixTogetherAgain(order: Int) {
    var random = SplitMix64(seed: UInt64(order))
    var matrix = NormalMatrix(order: order)
    for _ in 0..<(order + 2) { matrix.add((0..<order).map { _ in random.normal() }) }
    let system = matrix.eigenSystem
    #expect(system.values == system.values.sorted())
    for i in 0..<order {
      for j in 0..<order {
        let sum = zip(system.values, system.vectors).reduce(0) { $0 + $1.0 * $1.1[i] * $1.1[j] }
        #expect(abs(sum - matrix.elements[i * order + j]) < 1e-11)
      }
    }
    let solution = (0..<order).map(Double.init)
    let right = (0..<order).map { i in (0..<order).reduce(0) { $0 + matrix.elements[i * order + $1] * solution[$1] } }
    for (found, wanted) in zip(system.solve(right), solution) { #expect(abs(found - wanted) < 1e-6) }
  }
}
