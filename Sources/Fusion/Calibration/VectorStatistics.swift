/// Mean and variance of vectors, axis by axis, in one pass (Welford, Technometrics 4, 1962).
struct VectorStatistics: Sendable, BitwiseCopyable {
  private(set) var count = 0
  private(set) var mean = Vector3.zero
  private var squares = Vector3.zero

  mutating func add(_ value: Vector3) {
    count += 1
    let before = value - mean
    mean += before / Double(count)
    let after = value - mean
    squares += Vector3(before.x * after.x, before.y * after.y, before.z * after.z)
  }

  /// The variance of one value on each axis; zero for fewer than two.
  var variance: Vector3 { count > 1 ? squares / Double(count - 1) : .zero }
}

extension Vector3 {
  /// The sum of the coordinates: of variances, that of the vector.
  var sum: Double { x + y + z }

  /// The roots of the coordinates.
  var squareRoots: Vector3 { Vector3(squareRoot(x), squareRoot(y), squareRoot(z)) }

  /// The largest magnitude of a coordinate.
  var greatestMagnitude: Double { @_noLocks get { max(max(abs(x), abs(y)), abs(z)) } }
}
