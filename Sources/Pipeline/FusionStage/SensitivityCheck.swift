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
  /// How long the force must stay the same: longer than any manoeuvre at 2 g.
  private static var stillNanoseconds: UInt64 { @_noLocks get { 3_000_000_000 } }
  /// How far force (m/s^2) and rate (rad/s) may move meanwhile: above the noise and bias of a cheap chip.
  private static var forceTolerance: Double { @_noLocks get { 0.5 } }
  private static var rateTolerance: Double { @_noLocks get { 0.4 } }

  private var reference = Vector3(0, 0, 0)
  private var sinceNanoseconds: UInt64 = 0
  private var isTold = false

  @_noLocks init() {}

  /// Takes a sample. The filter's own verdict of rest is of no use here: it asks for 1 g.
  ///
  /// - Returns: the norm in g, once, when it is told.
  @_noLocks mutating func take(force: Vector3, rate: Vector3, timeNanoseconds: UInt64) -> Double? {
    let change = force - reference
    let isStill =
      change.dot(change) < Self.forceTolerance * Self.forceTolerance
      && rate.dot(rate) < Self.rateTolerance * Self.rateTolerance
    guard isStill else {
      reference = force
      sinceNanoseconds = timeNanoseconds
      return nil
    }
    guard !isTold, timeNanoseconds &- sinceNanoseconds > Self.stillNanoseconds else { return nil }
    let gravities = squareRoot(force.dot(force)) / SampleScale.standardGravity
    guard isNear(gravities, 0.5) || isNear(gravities, 2) else { return nil }
    isTold = true
    return gravities
  }

  @_noLocks private func isNear(_ value: Double, _ centre: Double) -> Bool {
    abs(value - centre) < Self.tolerance * centre
  }

  /// Safe on the sample path: one instruction, which the compiler hides behind a call in debug builds.
  @_noLocks private func squareRoot(_ value: Double) -> Double { _unsafePerformance { value.squareRoot() } }
}
