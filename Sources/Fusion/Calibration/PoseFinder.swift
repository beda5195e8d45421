/// Finds the poses in a stream of samples: wherever the chip lies still for a second between movements.
///
/// Not for the sample path: it allocates.
public struct PoseFinder: Sendable {
  /// How many windows in a row make a pose: one second.
  private static let leastWindows = 4
  /// How quickly the idea of the chip's noise follows still windows.
  private static let adaptation = 0.1

  /// The poses so far, in order of time. The last one still grows while the chip is not moved.
  public private(set) var poses: [RestPose] = []
  private var builder = RestWindowBuilder()
  private var current: RestPose?
  private var currentWindows = 0
  /// The variances that still windows usually have, all axes.
  private var usualRate = RestLimits.greatestRateNoise * RestLimits.greatestRateNoise
  private var usualForce = RestLimits.greatestForceNoise * RestLimits.greatestForceNoise

  /// A finder before its first sample.
  public init() {}

  /// Takes a sample.
  ///
  /// - Returns: a pose that was just found.
  /// - Throws: ``CalibrationRefusal`` for values that are not finite or a time that does not rise.
  public mutating func take(_ sample: CalibrationSample) throws(CalibrationRefusal) -> RestPose? {
    guard let window = try builder.take(sample) else { return nil }
    guard isStill(window) else {
      leave()
      return nil
    }
    if let pose = current, isSame(pose, window) {
      current?.add(window)
      currentWindows += 1
    } else {
      current = RestPose(window)
      currentWindows = 1
    }
    guard let pose = current, currentWindows >= Self.leastWindows else { return nil }
    if currentWindows == Self.leastWindows {
      poses.append(pose)
      return pose
    }
    poses[poses.count - 1] = pose
    return nil
  }

  private mutating func leave() {
    current = nil
    currentWindows = 0
  }

  private mutating func isStill(_ window: RestWindow) -> Bool {
    let isQuiet =
      Self.isUsual(window.rateVariance.sum, &usualRate, step: RestLimits.rateStep)
      && Self.isUsual(window.forceVariance.sum, &usualForce, step: RestLimits.forceStep)
    return isQuiet && window.rate.greatestMagnitude <= RestLimits.greatestBias
      && RestLimits.gravityRange.contains(window.force.length)
  }

  /// Whether a variance is the chip's own, and learns from it.
  private static func isUsual(_ variance: Double, _ usual: inout Double, step: Double) -> Bool {
    let variance = max(variance, step * step)
    // Whatever came before was no rest.
    if variance * RestLimits.varianceFactor < usual { usual = variance }
    guard variance <= RestLimits.varianceFactor * usual else { return false }
    usual += adaptation * (variance - usual)
    return true
  }

  private func isSame(_ pose: RestPose, _ window: RestWindow) -> Bool {
    let force = RestLimits.meanDistanceSquared(
      variance: usualForce, count: window.count, wander: RestLimits.forceWander)
    let rate = RestLimits.meanDistanceSquared(variance: usualRate, count: window.count, wander: RestLimits.rateWander)
    return (window.force - pose.force).lengthSquared <= force && (window.rate - pose.rate).lengthSquared <= rate
  }
}
