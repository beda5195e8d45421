#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// White Gaussian noise that is a pure function of seed, time and channel, so that two runs give the same values.
///
/// The bits come from the finaliser of SplitMix64 (Steele, Lea, Flood: "Fast splittable pseudorandom number generators",
/// OOPSLA 2014); two of them make one normal deviate by the method of Box and Muller (1958).
public struct SeededNoise: BitwiseCopyable, Sendable, Equatable {
  /// Noise of another seed is independent of this.
  public let seed: UInt64
  /// Standard deviation of each rate sample in rad/s.
  public let angularRate: Double
  /// Standard deviation of each force sample in m/s^2.
  public let specificForce: Double

  /// - Parameters:
  ///   - angularRate: standard deviation of each rate sample in rad/s.
  ///   - specificForce: standard deviation of each force sample in m/s^2.
  public init(seed: UInt64, angularRate: Double, specificForce: Double) {
    self.seed = seed
    self.angularRate = angularRate
    self.specificForce = specificForce
  }

  /// The motion with noise added, for a sample at `time`.
  func added(to motion: Motion, atNanoseconds time: UInt64) -> Motion {
    var noisy = motion
    times(3) { axis in
      noisy.angularRate[axis] += angularRate * normal(time, channel: UInt64(axis))
      noisy.specificForce[axis] += specificForce * normal(time, channel: UInt64(axis + 3))
    }
    return noisy
  }

  private func normal(_ time: UInt64, channel: UInt64) -> Double {
    let first = Self.mixed(Self.mixed(seed &+ channel &* 0x9E37_79B9_7F4A_7C15) ^ time)
    let second = Self.mixed(first)
    // The upper 53 bits give a uniform number; half a step more keeps the logarithm's argument above 0.
    let u = (Double(first >> 11) + 0.5) * 0x1p-53
    let v = Double(second >> 11) * 0x1p-53
    return (-2 * log(u)).squareRoot() * cos(2 * .pi * v)
  }

  /// SplitMix64's step and finaliser.
  static func mixed(_ value: UInt64) -> UInt64 {
    var z = value &+ 0x9E37_79B9_7F4A_7C15
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}
