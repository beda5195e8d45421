/// A symmetric matrix taken apart.
struct EigenSystem: Sendable {
  /// In rising order.
  let values: [Double]
  /// The vector of each value, length 1.
  let vectors: [[Double]]

  /// The largest value over the smallest; infinite for a matrix that is singular or not positive.
  var condition: Double {
    guard let least = values.first, let greatest = values.last, least > 0 else { return .infinity }
    return greatest / least
  }

  /// The solution of `matrix x = right`. The caller has looked at ``condition``.
  func solve(_ right: [Double]) -> [Double] {
    var solution = [Double](repeating: 0, count: right.count)
    for (value, vector) in zip(values, vectors) {
      let along = zip(vector, right).reduce(0) { $0 + $1.0 * $1.1 } / value
      for index in solution.indices { solution[index] += along * vector[index] }
    }
    return solution
  }

  /// The diagonal of the inverse: the variances of the solution for errors of variance 1.
  var inverseDiagonal: [Double] {
    vectors.indices.map { index in
      zip(values, vectors).reduce(0) { $0 + $1.1[index] * $1.1[index] / $1.0 }
    }
  }

  /// For three rows: the matrix whose square is this one.
  var squareRootMatrix: Matrix3 {
    var rows = [[Double]](repeating: [0, 0, 0], count: 3)
    for (value, vector) in zip(values, vectors) {
      for i in 0..<3 {
        for j in 0..<3 { rows[i][j] += squareRoot(value) * vector[i] * vector[j] }
      }
    }
    return Matrix3(
      Vector3(rows[0][0], rows[0][1], rows[0][2]), Vector3(rows[1][0], rows[1][1], rows[1][2]),
      Vector3(rows[2][0], rows[2][1], rows[2][2]))
  }
}
