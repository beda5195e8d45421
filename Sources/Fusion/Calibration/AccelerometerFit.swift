/// Lays an ellipsoid with its axes along the chip's through specific forces at rest.
///
/// Unknown are, on each axis, the offset in calibrated units of gravity and the scale's logarithm, so that poses span or
/// don't whatever the chip's sensitivity; the residual of a pose is its calibrated force's length, in units of gravity,
/// less 1.
struct AccelerometerFit {
  /// Standard gravity in m/s^2 (CGPM 1901).
  static let gravity = 9.80665
  static let leastPoses = 6
  /// The largest condition: the worst combination of offsets and scales is then 7 times less sure than the best.
  static let greatestCondition = 50.0
  /// The largest root mean square of the residuals, as a share of gravity.
  static let greatestResidual = 0.02
  /// What a working chip's scale can be: clones of half and double sensitivity included. The largest offset is 0.5 g; the
  /// MPU-6050's is 80 mg (product specification 3.4, section 6.2).
  static let scaleRange = 0.4...2.5
  static let greatestOffset = 0.5 * gravity
  /// Poses within this cosine (15 degrees) share one pose's weight, so that a pose that is held again and again does not
  /// outweigh the others.
  private static let sameCosine = 0.966
  private static let iterations = 25

  private let forces: [Vector3]
  private let weights: [Double]
  /// The mean variance of a pose's measured force, in units of gravity squared.
  private let poseVariance: Double
  private var offset = Vector3.zero
  private var scale = Vector3(1, 1, 1)

  init(_ poses: [RestPose]) throws(CalibrationRefusal) {
    let forces = poses.map { $0.force / Self.gravity }
    guard forces.allSatisfy(\.isFinite) else { throw .notFinite }
    self.forces = forces
    let units = forces.map { $0.normalized() ?? .zero }
    weights = units.map { unit in 1 / Double(max(units.count { $0.dot(unit) > Self.sameCosine }, 1)) }
    let variance = poses.reduce(0) { $0 + $1.forceVariance.sum / 3 / Double(max($1.count, 1)) }
    poseVariance = variance / Double(max(poses.count, 1)) / (Self.gravity * Self.gravity)
    if let start = SixPoses(poses).solution {
      offset = start.offset / Self.gravity
      scale = start.scale
    } else if !forces.isEmpty {
      let length = forces.reduce(0) { $0 + $1.length } / Double(forces.count)
      scale = Vector3(1, 1, 1) / length
    }
  }

  mutating func solve() throws(CalibrationRefusal) -> AccelerometerCalibration {
    try requireSpan()
    var hasConverged = false
    for _ in 0..<Self.iterations {
      let (matrix, right) = equations
      let system = matrix.eigenSystem
      guard system.condition <= 100 * Self.greatestCondition else { break }
      let step = system.solve(right)
      offset -= Vector3(step[0] / scale.x, step[1] / scale.y, step[2] / scale.z)
      scale -= Vector3(step[3] * scale.x, step[4] * scale.y, step[5] * scale.z)
      guard offset.isFinite, scale.isFinite else { break }
      hasConverged = step.allSatisfy { abs($0) < 1e-10 }
      if hasConverged { break }
    }
    guard hasConverged else { throw .noEllipsoid(.accelerometer) }
    try requireSpan()
    return try result()
  }

  /// The calibrated force of a pose, in units of gravity.
  private func calibrated(_ force: Vector3) -> Vector3 {
    let rest = force - offset
    return Vector3(scale.x * rest.x, scale.y * rest.y, scale.z * rest.z)
  }

  /// How the residual of a pose changes with offset and scale.
  private func gradient(_ force: Vector3) -> [Double] {
    let ideal = calibrated(force)
    let up = ideal.normalized() ?? .zero
    return [-up.x, -up.y, -up.z, up.x * ideal.x, up.y * ideal.y, up.z * ideal.z]
  }

  /// The normal equations at the present solution.
  private var equations: (matrix: NormalMatrix, right: [Double]) {
    var matrix = NormalMatrix(order: 6)
    var right = [Double](repeating: 0, count: 6)
    for (force, weight) in zip(forces, weights) {
      let row = gradient(force)
      let residual = calibrated(force).length - 1
      matrix.add(row, weight: weight)
      for index in right.indices { right[index] += weight * row[index] * residual }
    }
    return (matrix, right)
  }

  private func requireSpan() throws(CalibrationRefusal) {
    var matrix = equations.matrix
    let condition = matrix.eigenSystem.condition
    guard forces.count < Self.leastPoses || !(condition <= Self.greatestCondition) else { return }
    // One after the other, the pose that adds most, until they span.
    var missing: [ChipDirection] = []
    while missing.count < 6, !(matrix.eigenSystem.condition <= Self.greatestCondition) || missing.isEmpty {
      var best: (direction: ChipDirection, matrix: NormalMatrix, worth: Double)?
      for direction in ChipDirection.allCases where !missing.contains(direction) {
        var candidate = matrix
        candidate.add(Self.levelRow(direction))
        let worth = Self.worth(candidate.eigenSystem)
        if worth > (best?.worth ?? -.infinity) + 1e-9 { best = (direction, candidate, worth) }
      }
      guard let best else { break }
      missing.append(best.direction)
      matrix = best.matrix
    }
    throw .posesMissing(ChipDirection.allCases.filter { missing.contains($0) }, condition: condition)
  }

  /// The gradient of an ideal chip's pose.
  private static func levelRow(_ direction: ChipDirection) -> [Double] {
    let up = direction.vector
    return [-up.x, -up.y, -up.z, up.x * up.x, up.y * up.y, up.z * up.z]
  }

  /// The logarithm of the determinant, singular directions counted as almost nothing: what D-optimal designs maximise.
  private static func worth(_ system: EigenSystem) -> Double {
    system.values.reduce(0) { $0 + logarithm(max($1, 1e-3)) }
  }

  private func result() throws(CalibrationRefusal) -> AccelerometerCalibration {
    let offset = offset * Self.gravity
    for value in [scale.x, scale.y, scale.z] where !Self.scaleRange.contains(value) {
      throw .implausible(.accelerometer, "a scale of \(decimal(value, 3))")
    }
    guard offset.greatestMagnitude <= Self.greatestOffset else {
      throw .implausible(.accelerometer, "an offset of \(decimal(offset.greatestMagnitude, 2)) m/s^2")
    }
    let squares = forces.map { force in (calibrated(force).length - 1) * (calibrated(force).length - 1) }
    let residual = squareRoot(squares.reduce(0, +) / Double(forces.count))
    guard residual <= Self.greatestResidual else {
      throw .residual(.accelerometer, share: residual, limit: Self.greatestResidual)
    }
    // What the poses' noise leaves open, or what they are seen to contradict each other by, where that is more.
    let freedom = forces.count - Self.leastPoses
    let seen = freedom > 0 ? squares.reduce(0, +) / Double(freedom) : 0
    let system = equations.matrix.eigenSystem
    let expected = poseVariance * scale.lengthSquared / 3
    let errors = system.inverseDiagonal.map { squareRoot($0 * max(seen, expected)) }
    return AccelerometerCalibration(
      offset: offset, scale: scale,
      offsetUncertainty: Vector3(errors[0] / scale.x, errors[1] / scale.y, errors[2] / scale.z) * Self.gravity,
      scaleUncertainty: Vector3(errors[3] * scale.x, errors[4] * scale.y, errors[5] * scale.z),
      residual: residual * Self.gravity,
      condition: system.condition, poseCount: forces.count)
  }
}
