/// Lays an ellipsoid through magnetic fields: `v^T A v + 2 b^T v = 1`, in samples moved to their middle and scaled to 1.
struct MagnetometerFit {
  static let leastSamples = 50
  /// The largest condition: 100 times that of samples spread evenly.
  static let greatestCondition = 1000.0
  /// The largest root mean square of the residuals: 5 % are 3 degrees of heading.
  static let greatestResidual = 0.05
  /// The largest ratio of the ellipsoid's axes; beyond it the fit follows disturbances.
  static let greatestAspect = 4.0

  private let samples: [Vector3]
  private let middle: Vector3
  private let radius: Double

  init(_ samples: [Vector3]) throws(CalibrationRefusal) {
    guard samples.count >= Self.leastSamples else { throw .tooFew(count: samples.count, needed: Self.leastSamples) }
    guard samples.allSatisfy(\.isFinite) else { throw .notFinite }
    let middle = samples.reduce(.zero, +) / Double(samples.count)
    radius = squareRoot(samples.reduce(0) { $0 + ($1 - middle).lengthSquared } / Double(samples.count))
    guard radius > 0, radius.isFinite else { throw .directionsMissing(ChipDirection.allCases, condition: .infinity) }
    self.middle = middle
    self.samples = samples
  }

  func solve() throws(CalibrationRefusal) -> MagnetometerCalibration {
    var matrix = NormalMatrix(order: 9)
    var right = [Double](repeating: 0, count: 9)
    for sample in samples {
      let row = row(sample)
      matrix.add(row)
      for index in right.indices { right[index] += row[index] }
    }
    let system = matrix.eigenSystem
    guard system.condition <= Self.greatestCondition else {
      throw .directionsMissing(missingDirections, condition: system.condition)
    }
    let p = system.solve(right)
    let shape = Matrix3(Vector3(p[0], p[3], p[4]), Vector3(p[3], p[1], p[5]), Vector3(p[4], p[5], p[2]))
    return try correction(shape, Vector3(p[6], p[7], p[8]), condition: system.condition)
  }

  private func row(_ sample: Vector3) -> [Double] {
    let v = (sample - middle) / radius
    return [v.x * v.x, v.y * v.y, v.z * v.z, 2 * v.x * v.y, 2 * v.x * v.z, 2 * v.y * v.z, 2 * v.x, 2 * v.y, 2 * v.z]
  }

  /// Hard iron is the ellipsoid's centre; soft iron the root of its matrix, which turns it into a sphere.
  private func correction(
    _ shape: Matrix3, _ linear: Vector3, condition: Double
  ) throws(CalibrationRefusal) -> MagnetometerCalibration {
    let system = NormalMatrix(shape).eigenSystem
    guard system.condition <= Self.greatestAspect * Self.greatestAspect else { throw .noEllipsoid(.magnetometer) }
    let solution = system.solve([linear.x, linear.y, linear.z])
    let centre = -Vector3(solution[0], solution[1], solution[2])
    let size = 1 + centre.dot(shape * centre)
    guard size > 0, size.isFinite else { throw .noEllipsoid(.magnetometer) }
    let root = system.squareRootMatrix
    // The root's determinant is the product of the roots of the eigenvalues.
    let mean = cubeRoot(squareRoot(system.values.reduce(1, *)))
    let correction = Matrix3(root.row1 / mean, root.row2 / mean, root.row3 / mean)
    let strength = radius * squareRoot(size) / mean
    let offset = middle + radius * centre
    let squares = samples.reduce(0) { sum, sample in
      let difference = (correction * (sample - offset)).length / strength - 1
      return sum + difference * difference
    }
    let residual = squareRoot(squares / Double(samples.count))
    guard residual <= Self.greatestResidual else {
      throw .residual(.magnetometer, share: residual, limit: Self.greatestResidual)
    }
    return MagnetometerCalibration(
      offset: offset, matrix: correction, fieldStrength: strength, residual: residual, condition: condition,
      sampleCount: samples.count)
  }

  /// The directions along which the field has hardly pointed, seen from the middle of the samples' extremes.
  private var missingDirections: [ChipDirection] {
    var low = samples[0]
    var high = samples[0]
    for sample in samples {
      low = Vector3(min(low.x, sample.x), min(low.y, sample.y), min(low.z, sample.z))
      high = Vector3(max(high.x, sample.x), max(high.y, sample.y), max(high.z, sample.z))
    }
    let centre = 0.5 * (low + high)
    let extent = 0.5 * (high - low).greatestMagnitude
    return ChipDirection.allCases.filter { direction in
      // Two thirds of the way out along the axis: within 48 degrees of it, on a sphere.
      !samples.contains { ($0 - centre).dot(direction.vector) > 0.67 * extent }
    }
  }
}
