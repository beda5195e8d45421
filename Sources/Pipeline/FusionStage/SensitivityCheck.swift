import Fusion
import IMUDrivers

/// Finds an accelerometer whose sensitivity is half or twice what its range says, by gravity at rest.
///
/// Early revisions and clones of the MPU-6050 have half the sensitivity of the data sheet. Such a chip is told, never
/// rescaled in silence: it may as well be set to another range than it was read for.
struct SensitivityCheck: BitwiseCopyable, Sendable {
  /// How far a norm may be from half or twice gravity, as a share of it: bias and tolerance (3 % and 80 mg at most by the
  /// MPU-6050 product specification 3.4, section 6.2) stay within.
  private static var tolerance: Double { @_noLocks get { 0.15 } }
  /// Samples at rest in a row that make a verdict.
  private static var samplesNeeded: Int { @_noLocks get { 100 } }

  private var samples = 0
  private var isTold = false

  @_noLocks init() {}

  /// Takes a sample.
  ///
  /// - Returns: the norm in g, once, when it is told.
  @_noLocks mutating func take(force: Vector3, isAtRest: Bool) -> Double? {
    let gravities = squareRoot(force.dot(force)) / SampleScale.standardGravity
    guard isAtRest, isNear(gravities, 0.5) || isNear(gravities, 2) else {
      samples = 0
      return nil
    }
    samples &+= 1
    guard samples >= Self.samplesNeeded, !isTold else { return nil }
    isTold = true
    return gravities
  }

  @_noLocks private func isNear(_ value: Double, _ centre: Double) -> Bool {
    abs(value - centre) < Self.tolerance * centre
  }

  /// Safe on the sample path: one instruction, which the compiler hides behind a call in debug builds.
  @_noLocks private func squareRoot(_ value: Double) -> Double { _unsafePerformance { value.squareRoot() } }
}
