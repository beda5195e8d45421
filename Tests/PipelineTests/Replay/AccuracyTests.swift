import Foundation
import Fusion
import SimulatedIMU
import Testing

@testable import Pipeline

/// Fixed bounds on real motion with optical reference, so that no change makes the filter worse unnoticed. Each is about a
/// tenth above what was measured when it was set.
@Suite struct AccuracyTests {
  struct Bounds: Sendable {
    let excerpt: String
    /// Degrees: six axes, six axes with the first second's offset taken out, nine axes.
    let inclination: Double
    let heading: Double
    let total: Double
  }

  static let bounds = [
    // Fast motion after a rest: measured 1.53, 2.99 and 2.78 degrees.
    Bounds(excerpt: "broad_21_excerpt.csv", inclination: 1.7, heading: 3.3, total: 3.1),
    // A cheap chip that starts in motion, bias unknown: measured 0.58, 0.17 and 1.30 degrees.
    Bounds(excerpt: "lowcost100_02_excerpt.csv", inclination: 0.64, heading: 0.25, total: 1.45),
  ]

  @Test(arguments: bounds, [Replay.Path.filter, .chip(.mpu6050)])
  func errorsStayWithinTheirBounds(_ bounds: Bounds, _ path: Replay.Path) throws {
    let file = try #require(Bundle.module.path(forResource: bounds.excerpt, ofType: "gz"))
    let trial = try RecordedTrial(path: file)
    let recording = try ReplayRecording(path: file)
    let six = try Replay(recording).run(through: path)
    let drift = try TrialErrors(trial, six.orientations, hasNorth: false)
    #expect(drift.inclination < bounds.inclination)
    #expect(drift.heading < bounds.heading)
    let nine = try Replay(recording, usesMagnetometer: true).run(through: path)
    let errors = try TrialErrors(trial, nine.orientations, hasNorth: true)
    #expect(errors.total < bounds.total)
    // The magnetometer turns, it never tilts.
    #expect(abs(errors.inclination - drift.inclination) < 1e-9)
    #expect(six.missingRows == 0 && nine.missingRows == 0)
  }

  /// The measure itself, on errors that are known.
  @Test func errorsOfAKnownTurnAreItsAngles() throws {
    let file = try #require(Bundle.module.path(forResource: "lowcost100_02_excerpt.csv", ofType: "gz"))
    let trial = try RecordedTrial(path: file)
    let references = trial.rows.map { row in
      row.reference.map { Quaternion(w: $0.w, x: $0.x, y: $0.y, z: $0.z) } ?? .identity
    }
    let turn = Quaternion(rotationVector: Vector3(0, 0, 0.2))
    let turned = references.map { turn * $0 }
    #expect(abs(try TrialErrors(trial, turned, hasNorth: true).heading - 0.2 * 180 / .pi) < 1e-3)
    #expect(try TrialErrors(trial, turned, hasNorth: false).heading < 1e-3)
    let tilt = Quaternion(rotationVector: Vector3(0.06, -0.08, 0))
    let tilted = try TrialErrors(trial, references.map { tilt * $0 }, hasNorth: true)
    #expect(abs(tilted.inclination - 0.1 * 180 / .pi) < 1e-3)
    #expect(abs(tilted.total - 0.1 * 180 / .pi) < 1e-3)
    #expect(tilted.heading < 1e-3)
  }
}

/// The errors of a trial's orientations in the motion phase: root mean squares in degrees, by the measure of BROAD (Laidig and
/// others, Data 6(7), 2021).
struct TrialErrors {
  private(set) var inclination = 0.0
  private(set) var heading = 0.0
  private(set) var total = 0.0

  /// - Parameter hasNorth: false where the heading's origin is arbitrary: the mean error over the first second of motion is
  ///   taken out.
  init(_ trial: RecordedTrial, _ estimate: [Quaternion], hasNorth: Bool) throws {
    var differences: [(seconds: Double, error: Quaternion)] = []
    for (row, orientation) in zip(trial.rows, estimate) {
      guard row.isMoving, let r = row.reference else { continue }
      let reference = try #require(Quaternion(w: r.w, x: r.x, y: r.y, z: r.z).normalized())
      differences.append((row.timeSeconds, orientation * reference.conjugate))
    }
    let begin = try #require(differences.first).seconds
    var (sine, cosine) = (0.0, 1.0)
    if !hasNorth {
      let start = differences.prefix { $0.seconds < begin + 1 }.map { 2 * atan2($0.error.z, $0.error.w) }
      sine = start.map { sin($0) }.reduce(0, +)
      cosine = start.map { cos($0) }.reduce(0, +)
    }
    let back = Quaternion(rotationVector: Vector3(0, 0, -atan2(sine, cosine)))
    for (_, difference) in differences {
      let e = back * difference
      inclination += pow(2 * acos(min(1, (e.w * e.w + e.z * e.z).squareRoot())), 2)
      heading += pow(2 * atan2(abs(e.z), abs(e.w)), 2)
      total += pow(2 * acos(min(1, abs(e.w))), 2)
    }
    let count = Double(differences.count)
    inclination = (inclination / count).squareRoot() * 180 / .pi
    heading = (heading / count).squareRoot() * 180 / .pi
    total = (total / count).squareRoot() * 180 / .pi
  }
}
