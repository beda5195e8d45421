import Testing

@testable import Fusion

/// The block form against plain 9 x 9 matrices. Order: tilt, velocity, position forward; the same sideways; bias.
@Suite struct ErrorCovarianceTests {
  @Test func blocksAgreeWithPlainMatrices() {
    var random = SplitMix64(seed: 11)
    let start = Vector3(0.1, 1, 0.5)
    let bias = Vector3(0.04, 0.05, 0.06)
    var blocks = ErrorCovariance(horizontal: start, bias: SymmetricMatrix3(diagonal: bias))
    var plain = Plain(diagonal: [0.1, 1, 0.5, 0.1, 1, 0.5, 0.04, 0.05, 0.06])
    var worst = 0.0
    for round in 0..<40 {
      let (seconds, lift) = (0.05 + 0.01 * random.normal(), 0.5 + 0.1 * random.normal())
      let (forwardTurn, sidewaysTurn) = (0.05 * random.vector(), 0.05 * random.vector())
      blocks.drift(seconds: seconds, lift: lift)
      plain.drift(seconds: seconds, lift: lift)
      blocks.turn(forwardTurn: forwardTurn, sidewaysTurn: sidewaysTurn)
      plain.turn(forwardTurn: forwardTurn, sidewaysTurn: sidewaysTurn)
      blocks.widen(tilt: 1e-4, velocity: 2e-4, bias: 3e-4, biasLimit: 1)
      plain.widen(tilt: 1e-4, velocity: 2e-4, bias: 3e-4)
      let index = round % 9
      let scale = 1 / (plain.rows[index][index] + 0.3)
      blocks.narrow(blocks.column(index), scaledBy: scale)
      plain.narrow(index, scale)
      for column in 0..<9 {
        for (a, b) in zip(blocks.column(column).elements, plain.rows[column]) { worst = max(worst, abs(a - b)) }
      }
    }
    #expect(worst < 1e-12)
  }

  @Test func biasVarianceStopsGrowingAtItsLimit() {
    var blocks = ErrorCovariance(horizontal: .zero, bias: SymmetricMatrix3(diagonal: Vector3(0.1, 0.1, 0.1)))
    for _ in 0..<1000 { blocks.widen(tilt: 0, velocity: 0, bias: 0.01, biasLimit: 1) }
    #expect(blocks.bias.xx >= 1 && blocks.bias.xx < 1.011)
    #expect(blocks.bias.zz == blocks.bias.xx)
  }
}

private struct Plain {
  var rows: [[Double]]

  init(diagonal: [Double]) {
    rows = diagonal.indices.map { i in diagonal.indices.map { $0 == i ? diagonal[i] : 0 } }
  }

  mutating func drift(seconds: Double, lift: Double) {
    var step = Plain(diagonal: [Double](repeating: 1, count: 9)).rows
    for first in [0, 3] {
      step[first + 1][first] = lift
      step[first + 2][first] = 0.5 * seconds * lift
      step[first + 2][first + 1] = seconds
    }
    apply(step)
  }

  mutating func turn(forwardTurn: Vector3, sidewaysTurn: Vector3) {
    var step = Plain(diagonal: [Double](repeating: 1, count: 9)).rows
    step[0].replaceSubrange(6..<9, with: forwardTurn.elements)
    step[3].replaceSubrange(6..<9, with: sidewaysTurn.elements)
    apply(step)
  }

  mutating func widen(tilt: Double, velocity: Double, bias: Double) {
    for (index, growth) in [tilt, velocity, 0, tilt, velocity, 0, bias, bias, bias].enumerated() {
      rows[index][index] += growth
    }
  }

  mutating func narrow(_ index: Int, _ scale: Double) {
    let column = rows[index]
    for i in 0..<9 { for j in 0..<9 { rows[i][j] -= scale * column[i] * column[j] } }
  }

  /// F P F^T.
  private mutating func apply(_ step: [[Double]]) {
    let half = (0..<9).map { i in (0..<9).map { j in (0..<9).reduce(0) { $0 + step[i][$1] * rows[$1][j] } } }
    rows = (0..<9).map { i in (0..<9).map { j in (0..<9).reduce(0) { $0 + half[i][$1] * step[j][$1] } } }
  }
}

extension ErrorCovariance {
  fileprivate func column(_ index: Int) -> ErrorVector {
    [
      withForwardTilt, withForwardVelocity, withForwardPosition, withSidewaysTilt, withSidewaysVelocity,
      withSidewaysPosition, withBiasX, withBiasY, withBiasZ,
    ][index]
  }
}

extension ErrorVector {
  fileprivate var elements: [Double] { forward.elements + sideways.elements + bias.elements }
}

extension Vector3 {
  fileprivate var elements: [Double] { [x, y, z] }
}
