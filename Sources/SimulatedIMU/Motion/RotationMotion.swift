/// A steady turn about an axis fixed in the chip, in gravity, with the chip itself at the centre.
public struct RotationMotion: OrientedMotionSource, Equatable {
  /// The axis in chip coordinates, of any length but 0.
  public var axis: SIMD3<Double>
  /// In rad/s, right-handed about ``axis``.
  public var rate: Double
  /// The pose at the board's start.
  public var start: TrueOrientation
  /// In degrees Celsius.
  public var temperature: Double
  /// Added to each sample; nil for none.
  public var noise: SeededNoise?

  /// A steady turn; parameters as the properties.
  public init(
    axis: SIMD3<Double>, rate: Double, start: TrueOrientation = .level, temperature: Double = 25,
    noise: SeededNoise? = nil
  ) {
    self.axis = axis
    self.rate = rate
    self.start = start
    self.temperature = temperature
    self.noise = noise
  }

  /// Rates, gravity and temperature at a time.
  public func motion(atNanoseconds time: UInt64) -> Motion {
    let length = (axis * axis).sum().squareRoot()
    let motion = Motion(
      specificForce: orientation(atNanoseconds: time).up * Motion.standardGravity,
      angularRate: axis * (rate / length), temperature: temperature)
    return noise?.added(to: motion, atNanoseconds: time) ?? motion
  }

  /// The true orientation at a time, exact.
  public func orientation(atNanoseconds time: UInt64) -> TrueOrientation {
    start * TrueOrientation(axis: axis, angle: rate * Double(time) * 1e-9)
  }
}

extension MotionSource where Self == RotationMotion {
  /// A steady turn; see ``RotationMotion``.
  public static func rotation(
    about axis: SIMD3<Double>, rate: Double, start: TrueOrientation = .level, temperature: Double = 25,
    noise: SeededNoise? = nil
  ) -> RotationMotion {
    RotationMotion(axis: axis, rate: rate, start: start, temperature: temperature, noise: noise)
  }
}
