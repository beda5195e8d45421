/// The limits of rest for one sensor, in its unit.
struct RestScale: Sendable {
  let step: Double
  let greatestNoise: Double
  let wander: Double
  let wanderPerDegree: Double

  static let rate = RestScale(
    step: RestLimits.rateStep, greatestNoise: RestLimits.greatestRateNoise, wander: RestLimits.rateWander,
    wanderPerDegree: RestLimits.rateWanderPerDegree)
  static let force = RestScale(
    step: RestLimits.forceStep, greatestNoise: RestLimits.greatestForceNoise, wander: RestLimits.forceWander,
    wanderPerDegree: RestLimits.forceWanderPerDegree)
}
