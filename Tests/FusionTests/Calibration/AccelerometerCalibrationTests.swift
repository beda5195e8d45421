import Fusion
import Testing

@Suite("Accelerometer calibration")
struct AccelerometerCalibrationTests {
  private static let offset = Vector3(0.4, -0.3, 0.7)
  private static let scale = Vector3(0.98, 1.03, 0.96)
  private static let noise = 0.03

  /// What a chip with these errors shows of true forces, each held for so many samples.
  private func shown(
    _ forces: [Vector3], count: Int = 200, scale: Vector3 = scale, seed: UInt64 = 3
  ) -> [RestPose] {
    var random = SplitMix64(seed: seed)
    return forces.map { force in
      let measured = Vector3(force.x / scale.x, force.y / scale.y, force.z / scale.z) + Self.offset
      let variance = Self.noise * Self.noise
      return RestPose(
        force: measured + (Self.noise / Double(count).squareRoot()) * random.vector(),
        forceVariance: Vector3(variance, variance, variance), count: count)
    }
  }

  private func randomForces(_ count: Int) -> [Vector3] {
    var random = SplitMix64(seed: 5)
    return (0..<count).compactMap { _ in random.vector().normalized() }.map { 9.80665 * $0 }
  }

  private func missing(_ forces: [Vector3]) throws -> [ChipDirection]? {
    let poses = shown(forces)
    guard
      case .posesMissing(let missing, _) = try calibrationRefusal({ _ = try AccelerometerCalibration(poses: poses) })
    else { return nil }
    return missing
  }

  @Test(arguments: [0.0, 5, 15, 20])
  func sixPosesThatAreNotLevel_giveOffsetAndScaleWithinTheStatedError(tilt: Double) throws {
    var ratio = 0.0
    for seed in 1...40 {
      let poses = shown(sixForces(tilt: radians(tilt)), seed: UInt64(seed))
      let result = try AccelerometerCalibration(poses: poses)
      let offsetError = result.offset - Self.offset
      let scaleError = result.scale - Self.scale
      #expect(offsetError.length < 0.01)
      #expect(scaleError.length < 0.001)
      ratio += offsetError.lengthSquared / result.offsetUncertainty.lengthSquared / 80
      ratio += scaleError.lengthSquared / result.scaleUncertainty.lengthSquared / 80
      #expect(result.residual < 1e-6)
      #expect(result.poseCount == 6)
      #expect(result.condition < 5)
    }
    #expect(ratio > 0.5 && ratio < 2)
  }

  @Test func levelPoses_giveTheTextbooksSolution() throws {
    let poses = shown(sixForces())
    let result = try AccelerometerCalibration(poses: poses)
    let textbook = try #require(SixPoses(poses).solution)
    // The textbook takes no notice of what the other two axes show; noise there counts in second order.
    #expect((result.offset - textbook.offset).length < 1e-2)
    #expect((result.scale - textbook.scale).length < 5e-3)
    #expect(abs(result.condition - 1) < 0.3)
    #expect(SixPoses(Array(poses.dropLast())).solution == nil)
  }

  @Test func manyPosesOfAnyKind_areFitted() throws {
    let result = try AccelerometerCalibration(poses: shown(randomForces(60)))
    #expect((result.offset - Self.offset).length < 0.005)
    #expect((result.scale - Self.scale).length < 0.0005)
    // What is left is the noise of 200 samples' mean.
    let expected = Self.noise / 200.0.squareRoot()
    #expect(result.residual > 0.6 * expected && result.residual < 1.5 * expected)
    #expect(result.poseCount == 60)
    let correction = InertialCorrection(accelerometer: result)
    for pose in shown(randomForces(60), count: 1_000_000) {
      #expect(abs(correction.specificForce(pose.force).length - 9.80665) < 0.005)
    }
  }

  @Test(arguments: ChipDirection.allCases)
  func missingPose_isNamed(direction: ChipDirection) throws {
    let forces = zip(ChipDirection.allCases, sixForces(tilt: 0.1)).filter { $0.0 != direction }.map(\.1)
    #expect(try missing(forces) == [direction])
    // Held again and again, the others don't make up for it.
    #expect(try missing(forces + forces + forces) == [direction])
  }

  @Test func posesThatDoNotSpan_areRefused() throws {
    #expect(try missing([]) == ChipDirection.allCases)
    #expect(try missing([sixForces()[4]]) == [.plusX, .minusX, .plusY, .minusY, .minusZ])
    let ring = (0..<24).map { index in
      Quaternion(rotationVector: Vector3(0, 0, Double(index) * .pi / 12)).rotate(Vector3(9.80665, 0, 0))
    }
    let ofRing = try #require(try missing(ring))
    #expect(Set(ofRing) == [.plusZ, .minusZ])
    // The corners of a cube tell the offsets, but all three scales only together.
    let corners = [-1.0, 1].flatMap { x in [-1.0, 1].flatMap { y in [-1.0, 1].map { z in Vector3(x, y, z) } } }
    #expect(try missing(corners.map { (9.80665 / 3.0.squareRoot()) * $0 }) != nil)
    // Within 20 degrees of one pose, however many.
    #expect(try missing(randomForces(400).filter { $0.z > 9.2 }) != nil)
  }

  @Test func poseHeldAHundredTimes_doesNotOutweighTheOthers() throws {
    let six = sixForces(tilt: 0.1)
    let result = try AccelerometerCalibration(poses: shown(six + [Vector3](repeating: six[4], count: 100)))
    #expect(result.condition < 5)
    #expect((result.offset - Self.offset).length < 0.01)
  }

  @Test(arguments: [0.5, 2])
  func halfAndDoubleSensitivity_areCalibrated(factor: Double) throws {
    let scale = Vector3(factor, factor, factor)
    let result = try AccelerometerCalibration(poses: shown(sixForces(tilt: 0.2), scale: scale))
    #expect((result.scale - scale).length < 0.002 * factor)
  }

  @Test func resultThatNoChipHas_isRefused() throws {
    let poses = shown(sixForces(tilt: 0.1), scale: Vector3(1, 3, 1))
    guard
      case .implausible(.accelerometer, _) = try calibrationRefusal({ _ = try AccelerometerCalibration(poses: poses) })
    else {
      Issue.record("a scale of 3 was believed")
      return
    }
  }

  @Test func disturbedPoses_areRefusedByTheirResidual() throws {
    var poses = shown(randomForces(30))
    for index in stride(from: 0, to: 30, by: 3) { poses[index] = RestPose(force: 1.1 * poses[index].force) }
    guard
      case .residual(.accelerometer, let share, _) = try calibrationRefusal({
        _ = try AccelerometerCalibration(poses: poses)
      })
    else {
      Issue.record("accepted")
      return
    }
    #expect(share > 0.02)
  }

  @Test(arguments: [Double.nan, .infinity])
  func valueThatIsNoNumber_isRefused(value: Double) throws {
    let poses = shown(sixForces()) + [RestPose(force: Vector3(0, value, 0))]
    #expect(try calibrationRefusal { _ = try AccelerometerCalibration(poses: poses) } == .notFinite)
  }

  @Test func nothingButZero_isRefused() throws {
    let zeros = [RestPose](repeating: RestPose(force: .zero), count: 12)
    #expect(try calibrationRefusal { _ = try AccelerometerCalibration(poses: zeros) } != nil)
  }
}
