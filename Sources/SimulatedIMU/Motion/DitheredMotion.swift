/// A recording with the noise that a converter needs: uniform, one step wide, a pure function of sample and axis.
///
/// What was recorded by a digital chip is already a multiple of that chip's steps. Rounded to another chip's grid it beats with it,
/// and the beat passes for a bias: 4 mdps at steps of 70, half a degree of heading in two minutes. The analog signal
/// in front of a real converter has noise of its own; with noise as wide as a step the mean of the rounded value is the
/// true one (L. Schuchman, "Dither signals and their effect on quantization noise", IEEE Trans. Commun. Technol. 12, 1964).
public struct DitheredMotion<Source: SampledMotionSource>: SampledMotionSource {
  private let source: Source
  private let angularRateStep: Double
  private let specificForceStep: Double

  /// - Parameters:
  ///   - angularRateStep: a step of the gyroscope in rad/s.
  ///   - specificForceStep: a step of the accelerometer in m/s^2.
  public init(_ source: Source, angularRateStep: Double, specificForceStep: Double) {
    self.source = source
    self.angularRateStep = angularRateStep
    self.specificForceStep = specificForceStep
  }

  public var sampleCount: Int { source.sampleCount }
  public func sampleInstant(_ index: Int) -> UInt64 { source.sampleInstant(index) }

  public func sample(_ index: Int) -> Motion {
    var motion = source.sample(index)
    times(3) { axis in
      motion.angularRate[axis] += angularRateStep * Self.uniform(index, channel: axis)
      motion.specificForce[axis] += specificForceStep * Self.uniform(index, channel: axis + 3)
    }
    return motion
  }

  /// From -0.5 to 0.5.
  private static func uniform(_ index: Int, channel: Int) -> Double {
    Double(SeededNoise.mixed(UInt64(index) &* 6 &+ UInt64(channel)) >> 11) * 0x1p-53 - 0.5
  }
}
