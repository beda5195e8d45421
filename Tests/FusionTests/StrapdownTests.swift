import Foundation
import Testing

@testable import Fusion

@Suite struct StrapdownTests {
  /// The mean rate over each interval of a rotation vector's motion, and the orientation that it leads to.
  static func run(rows: Int, seconds: Double, keep: (Int) -> Bool, orientation: (Double) -> Quaternion) -> Double {
    var strapdown = Strapdown()
    var estimate = orientation(0)
    var last = Vector3.zero
    var pending = 0.0
    for row in 1...rows {
      // The rate's mean over the interval, from 50 small turns.
      var mean = Vector3.zero
      var before = orientation(Double(row - 1) * seconds)
      for part in 1...50 {
        let after = orientation((Double(row - 1) + Double(part) / 50) * seconds)
        let turn = before.conjugate * after
        mean += (2 / (seconds * (turn.w < 0 ? -1 : 1))) * turn.vector
        before = after
      }
      pending += seconds
      guard keep(row) else { continue }
      estimate = (estimate * strapdown.rotation(from: last, to: mean, seconds: pending)).renormalized()
      last = mean
      pending = 0
    }
    return degrees((estimate.conjugate * orientation(Double(rows) * seconds)).angle)
  }

  /// An axis that goes round a cone of 10 degrees twice a second. Without the coning term this ends 0.91 degrees off.
  @Test func coningDoesNotDrift() {
    let error = Self.run(rows: 400, seconds: 0.02, keep: { _ in true }) { time in
      let phase = 2 * Double.pi * 2 * time
      return Quaternion(rotationVector: radians(10) * Vector3(cos(phase), sin(phase), 0))
    }
    #expect(error < 0.05)
  }

  /// A swing of 60 degrees, 1 Hz, and each tenth row lost. With the last row's rate for the gap this is 0.73 degrees off.
  @Test func lostRowsAreInterpolated() {
    var worst = 0.0
    for rows in 196...200 {
      let error = Self.run(rows: rows, seconds: 0.02, keep: { $0 % 10 != 3 || $0 == rows }) { time in
        Quaternion(rotationVector: Vector3(0, radians(60) * sin(2 * .pi * time), 0))
      }
      worst = max(worst, error)
    }
    #expect(worst < 0.1)
  }
}
