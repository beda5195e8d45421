/// The normal matrix of a small least-squares problem, summed row by row.
struct NormalMatrix: Sendable {
  let order: Int
  /// Row by row.
  private(set) var elements: [Double]

  /// A matrix of zeros.
  init(order: Int) {
    self.order = order
    elements = [Double](repeating: 0, count: order * order)
  }

  /// A symmetric matrix of three rows.
  init(_ matrix: Matrix3) {
    self.init(order: 3)
    elements = [matrix.row1, matrix.row2, matrix.row3].flatMap { [$0.x, $0.y, $0.z] }
  }

  /// Adds `weight row row^T`.
  mutating func add(_ row: [Double], weight: Double = 1) {
    for i in 0..<order {
      for j in 0..<order { elements[i * order + j] += weight * row[i] * row[j] }
    }
  }

  /// Eigenvalues and eigenvectors, by cyclic Jacobi rotations (Golub & Van Loan, Matrix Computations, section 8.5).
  var eigenSystem: EigenSystem {
    var a = elements
    var vectors = [Double](repeating: 0, count: order * order)
    for i in 0..<order { vectors[i * order + i] = 1 }
    // Convergence is quadratic; orders up to nine take less than ten sweeps.
    for _ in 0..<30 {
      var off = 0.0
      var diagonal = 0.0
      for i in 0..<order {
        diagonal += a[i * order + i] * a[i * order + i]
        for j in 0..<i { off += a[i * order + j] * a[i * order + j] }
      }
      guard off > 1e-32 * diagonal else { break }
      for p in 0..<order {
        for q in (p + 1)..<max(order, p + 1) { rotate(&a, &vectors, p, q) }
      }
    }
    let ranks = (0..<order).sorted { a[$0 * order + $0] < a[$1 * order + $1] }
    return EigenSystem(
      values: ranks.map { a[$0 * order + $0] },
      vectors: ranks.map { column in (0..<order).map { vectors[$0 * order + column] } })
  }

  /// Turns the plane of two axes so that the element between them vanishes.
  private func rotate(_ a: inout [Double], _ vectors: inout [Double], _ p: Int, _ q: Int) {
    let between = a[p * order + q]
    guard between != 0 else { return }
    let tau = (a[q * order + q] - a[p * order + p]) / (2 * between)
    let tangent = (tau >= 0 ? 1.0 : -1.0) / (abs(tau) + squareRoot(1 + tau * tau))
    let cosine = 1 / squareRoot(1 + tangent * tangent)
    let sine = tangent * cosine
    for k in 0..<order {
      let (kp, kq) = (a[k * order + p], a[k * order + q])
      a[k * order + p] = cosine * kp - sine * kq
      a[k * order + q] = sine * kp + cosine * kq
    }
    for k in 0..<order {
      let (pk, qk) = (a[p * order + k], a[q * order + k])
      a[p * order + k] = cosine * pk - sine * qk
      a[q * order + k] = sine * pk + cosine * qk
      let (vp, vq) = (vectors[k * order + p], vectors[k * order + q])
      vectors[k * order + p] = cosine * vp - sine * vq
      vectors[k * order + q] = sine * vp + cosine * vq
    }
  }
}
