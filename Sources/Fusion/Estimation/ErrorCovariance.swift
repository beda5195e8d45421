/// The covariance of an ``ErrorVector``, by blocks: 45 numbers, symmetric by construction.
struct ErrorCovariance: Sendable, BitwiseCopyable {
  private(set) var forward: SymmetricMatrix3
  private(set) var sideways: SymmetricMatrix3
  private(set) var bias: SymmetricMatrix3
  private var forwardSideways = Matrix3.zero
  private var forwardBias = Matrix3.zero
  private var sidewaysBias = Matrix3.zero

  /// Independent errors of the given variances; the directions are alike.
  @_noLocks
  init(horizontal: Vector3, bias: SymmetricMatrix3) {
    forward = SymmetricMatrix3(diagonal: horizontal)
    sideways = forward
    self.bias = bias
  }

  // MARK: - One column, as one quantity's measurement needs it

  /// The covariances of all with the velocity along x, and so on.
  var withForwardVelocity: ErrorVector {
    @_noLocks get {
      ErrorVector(forward: forward.column2, sideways: forwardSideways.row2, bias: forwardBias.row2)
    }
  }
  var withForwardPosition: ErrorVector {
    @_noLocks get {
      ErrorVector(forward: forward.column3, sideways: forwardSideways.row3, bias: forwardBias.row3)
    }
  }
  var withForwardTilt: ErrorVector {
    @_noLocks get {
      ErrorVector(forward: forward.column1, sideways: forwardSideways.row1, bias: forwardBias.row1)
    }
  }
  var withSidewaysVelocity: ErrorVector {
    @_noLocks get {
      ErrorVector(forward: forwardSideways.column2, sideways: sideways.column2, bias: sidewaysBias.row2)
    }
  }
  var withSidewaysPosition: ErrorVector {
    @_noLocks get {
      ErrorVector(forward: forwardSideways.column3, sideways: sideways.column3, bias: sidewaysBias.row3)
    }
  }
  var withSidewaysTilt: ErrorVector {
    @_noLocks get {
      ErrorVector(forward: forwardSideways.column1, sideways: sideways.column1, bias: sidewaysBias.row1)
    }
  }
  var withBiasX: ErrorVector {
    @_noLocks get { ErrorVector(forward: forwardBias.column1, sideways: sidewaysBias.column1, bias: bias.column1) }
  }
  var withBiasY: ErrorVector {
    @_noLocks get { ErrorVector(forward: forwardBias.column2, sideways: sidewaysBias.column2, bias: bias.column2) }
  }
  var withBiasZ: ErrorVector {
    @_noLocks get { ErrorVector(forward: forwardBias.column3, sideways: sidewaysBias.column3, bias: bias.column3) }
  }

  /// Takes away what a measurement of one quantity has told: `scale column column^T`, where `scale` is one over the
  /// sum of the quantity's variance and the measurement's.
  @inline(__always) @_noLocks
  mutating func narrow(_ column: ErrorVector, scaledBy scale: Double) {
    let scaled = column * scale
    forward.subtractSquare(of: column.forward, scaledBy: scale)
    sideways.subtractSquare(of: column.sideways, scaledBy: scale)
    bias.subtractSquare(of: column.bias, scaledBy: scale)
    forwardSideways.subtractProduct(column.forward, scaled.sideways)
    forwardBias.subtractProduct(column.forward, scaled.bias)
    sidewaysBias.subtractProduct(column.sideways, scaled.bias)
  }

  // MARK: - Time passing

  /// Lets tilt drive velocity and velocity drive position for `seconds`, in which the vertical specific force adds up
  /// to `lift` (m/s): velocity += lift tilt, position += seconds velocity + seconds lift / 2 tilt.
  @inline(__always) @_noLocks
  mutating func drift(seconds: Double, lift: Double) {
    forward.drift(seconds: seconds, lift: lift)
    sideways.drift(seconds: seconds, lift: lift)
    forwardBias.driftRows(seconds: seconds, lift: lift)
    sidewaysBias.driftRows(seconds: seconds, lift: lift)
    forwardSideways.driftRows(seconds: seconds, lift: lift)
    forwardSideways.row1.drift(seconds: seconds, lift: lift)
    forwardSideways.row2.drift(seconds: seconds, lift: lift)
    forwardSideways.row3.drift(seconds: seconds, lift: lift)
  }

  /// Lets the bias drive the tilts: forward tilt += `forwardTurn` . bias, sideways tilt += `sidewaysTurn` . bias.
  @inline(__always) @_noLocks
  mutating func turn(forwardTurn: Vector3, sidewaysTurn: Vector3) {
    forward.turn(alongOwn: forwardBias * forwardTurn, bias.quadratic(forwardTurn))
    forwardSideways.row1 += sidewaysBias * forwardTurn
    forwardBias.row1 += bias * forwardTurn

    sideways.turn(alongOwn: sidewaysBias * sidewaysTurn, bias.quadratic(sidewaysTurn))
    let alongForward = forwardBias * sidewaysTurn
    forwardSideways.row1.x += alongForward.x
    forwardSideways.row2.x += alongForward.y
    forwardSideways.row3.x += alongForward.z
    sidewaysBias.row1 += bias * sidewaysTurn
  }

  /// Adds what nobody knows: to each tilt's and velocity's variance, and to the bias' unless it is `biasLimit` already.
  @inline(__always) @_noLocks
  mutating func widen(tilt: Double, velocity: Double, bias growth: Double, biasLimit: Double) {
    forward.xx += tilt
    forward.yy += velocity
    sideways.xx += tilt
    sideways.yy += velocity
    // Adding to the diagonal keeps the matrix positive; cutting a variance back to the limit might not.
    if bias.xx < biasLimit { bias.xx += growth }
    if bias.yy < biasLimit { bias.yy += growth }
    if bias.zz < biasLimit { bias.zz += growth }
  }
}

extension ErrorCovariance {
  /// Adds to the variances of tilt, velocity and position along x.
  @_noLocks
  mutating func widenForward(by growth: Vector3) { forward.addDiagonal(growth) }

  /// Adds to the variances of tilt, velocity and position along y.
  @_noLocks
  mutating func widenSideways(by growth: Vector3) { sideways.addDiagonal(growth) }

  /// Adds to the variances of the bias.
  @_noLocks
  mutating func widenBias(by growth: Vector3) { bias.addDiagonal(growth) }
}

extension ErrorCovariance {
  mutating func exchange(_ archive: inout StateArchive) {
    archive.exchange(&forward)
    archive.exchange(&sideways)
    archive.exchange(&bias)
    archive.exchange(&forwardSideways)
    archive.exchange(&forwardBias)
    archive.exchange(&sidewaysBias)
  }

  /// True if it can be a covariance: by Cholesky's decomposition, with room for rounding. Not for the sample path.
  var isPositive: Bool {
    let columns = [
      withForwardTilt, withForwardVelocity, withForwardPosition, withSidewaysTilt, withSidewaysVelocity,
      withSidewaysPosition, withBiasX, withBiasY, withBiasZ,
    ]
    var m = columns.map { column in
      [column.forward, column.sideways, column.bias].flatMap { [$0.x, $0.y, $0.z] }
    }
    for k in 0..<9 {
      // Scaled by its own diagonal, what is below rounding counts as zero.
      let pivot = m[k][k] + 1e-12 * columns[k].diagonal(k)
      guard columns[k].diagonal(k) > 0, pivot > 0 else { return false }
      for i in (k + 1)..<9 {
        for j in (k + 1)...i { m[i][j] -= m[i][k] * m[j][k] / pivot }
      }
    }
    return true
  }
}

extension ErrorVector {
  fileprivate func diagonal(_ index: Int) -> Double {
    let part = index < 3 ? forward : index < 6 ? sideways : bias
    return index % 3 == 0 ? part.x : index % 3 == 1 ? part.y : part.z
  }
}

// The same step on the vector of (tilt, velocity, position), on the rows of a matrix, and on both sides of a covariance.

extension Vector3 {
  @inline(__always) @_noLocks
  fileprivate mutating func drift(seconds: Double, lift: Double) {
    z += seconds * (y + 0.5 * lift * x)
    y += lift * x
  }
}

extension Matrix3 {
  @inline(__always) @_noLocks
  fileprivate mutating func driftRows(seconds: Double, lift: Double) {
    row3 += seconds * (row2 + (0.5 * lift) * row1)
    row2 += lift * row1
  }
}

extension SymmetricMatrix3 {
  @inline(__always) @_noLocks
  fileprivate mutating func addDiagonal(_ growth: Vector3) {
    xx += growth.x
    yy += growth.y
    zz += growth.z
  }

  @inline(__always) @_noLocks
  fileprivate mutating func drift(seconds: Double, lift: Double) {
    let tiltToPosition = 0.5 * seconds * lift
    let (oldXZ, oldYZ) = (xz, yz)
    xz += seconds * xy + tiltToPosition * xx
    yz += seconds * yy + tiltToPosition * xy
    zz += seconds * (oldYZ + yz) + tiltToPosition * (oldXZ + xz)
    let oldXY = xy
    xy += lift * xx
    yz += lift * xz
    yy += lift * (oldXY + xy)
  }

  /// The first quantity gets an addend of the given covariances with all three and the given variance.
  @inline(__always) @_noLocks
  fileprivate mutating func turn(alongOwn covariance: Vector3, _ variance: Double) {
    xx += 2 * covariance.x + variance
    xy += covariance.y
    xz += covariance.z
  }

  /// `v^T M v`.
  @inline(__always) @_noLocks
  fileprivate func quadratic(_ v: Vector3) -> Double { v.dot(self * v) }
}
