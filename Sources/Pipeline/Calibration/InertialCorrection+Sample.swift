import Fusion
import IMUDrivers

extension InertialCorrection {
  /// The sample as a perfect chip would have given it, in chip axes. Safe on the sample path.
  @_noLocks func applied(to sample: InertialSample) -> InertialSample {
    let force = specificForce(
      Vector3(sample.specificForce.x, sample.specificForce.y, sample.specificForce.z))
    let rate = angularRate(
      Vector3(sample.angularRate.x, sample.angularRate.y, sample.angularRate.z),
      temperatureCelsius: sample.temperatureCelsius)
    return InertialSample(
      specificForce: SIMD3(force.x, force.y, force.z), angularRate: SIMD3(rate.x, rate.y, rate.z),
      temperatureCelsius: sample.temperatureCelsius)
  }
}
