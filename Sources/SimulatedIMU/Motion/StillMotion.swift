/// A chip at rest in one pose.
public struct StillMotion: OrientedMotionSource, Equatable {
  /// How the chip lies.
  public var pose: TrueOrientation
  /// What the gyro shows at rest, in rad/s.
  public var gyroBias: SIMD3<Double>
  /// What is added to the true specific force, in m/s^2.
  public var accelerometerBias: SIMD3<Double>
  /// In degrees Celsius.
  public var temperature: Double
  /// Added to each sample; nil for none.
  public var noise: SeededNoise?

  /// A chip at rest; parameters as the properties.
  public init(
    pose: TrueOrientation = .level, gyroBias: SIMD3<Double> = .zero, accelerometerBias: SIMD3<Double> = .zero,
    temperature: Double = 25, noise: SeededNoise? = nil
  ) {
    self.pose = pose
    self.gyroBias = gyroBias
    self.accelerometerBias = accelerometerBias
    self.temperature = temperature
    self.noise = noise
  }

  /// Bias, gravity and temperature, with noise of that time.
  public func motion(atNanoseconds time: UInt64) -> Motion {
    let motion = Motion(
      specificForce: pose.up * Motion.standardGravity + accelerometerBias, angularRate: gyroBias,
      temperature: temperature)
    return noise?.added(to: motion, atNanoseconds: time) ?? motion
  }

  /// The pose.
  public func orientation(atNanoseconds time: UInt64) -> TrueOrientation { pose }
}

extension MotionSource where Self == StillMotion {
  /// A chip at rest; see ``StillMotion``.
  public static func still(
    pose: TrueOrientation = .level, gyroBias: SIMD3<Double> = .zero, accelerometerBias: SIMD3<Double> = .zero,
    temperature: Double = 25, noise: SeededNoise? = nil
  ) -> StillMotion {
    StillMotion(
      pose: pose, gyroBias: gyroBias, accelerometerBias: accelerometerBias, temperature: temperature, noise: noise)
  }
}
