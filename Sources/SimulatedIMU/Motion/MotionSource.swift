/// What a chip feels at one moment, in its own right-handed axes.
public struct Motion: BitwiseCopyable, Sendable, Equatable {
  /// Specific force in m/s^2: +9.80665 on the axis that points up at rest.
  public var specificForce: SIMD3<Double>
  /// Angular rate in rad/s.
  public var angularRate: SIMD3<Double>
  /// Temperature of the chip in degrees Celsius.
  public var temperature: Double

  /// A motion in the units and axes of its properties.
  public init(specificForce: SIMD3<Double>, angularRate: SIMD3<Double>, temperature: Double = 25) {
    self.specificForce = specificForce
    self.angularRate = angularRate
    self.temperature = temperature
  }

  /// Standard gravity in m/s^2 (ISO 80000-3); the chips' g.
  public static let standardGravity = 9.80665
}

/// Where a simulated chip's motion comes from: a pure function of time.
///
/// It is asked under the board's lock, once a sample; it must neither block nor allocate if the simulation is to stay quick.
public protocol MotionSource: Sendable {
  /// The motion at a time in nanoseconds since the board's start.
  func motion(atNanoseconds time: UInt64) -> Motion
}

/// A motion that consists of single samples at instants of their own, such as a recording.
///
/// A chip with such a source takes sample 0 for its motion until the playback is started; from then on the source's
/// instants are the chip's data-ready instants, one sample each, whatever rate the chip is set to.
public protocol SampledMotionSource: MotionSource {
  /// Number of samples, at least 1.
  var sampleCount: Int { get }
  /// Time of a sample in nanoseconds since the start of the playback; rises with the index.
  func sampleInstant(_ index: Int) -> UInt64
  /// The motion that a sample brings.
  func sample(_ index: Int) -> Motion
}

extension SampledMotionSource {
  /// The first sample, held.
  public func motion(atNanoseconds time: UInt64) -> Motion { sample(0) }
}

/// A motion source that also knows the true orientation, for judging an estimate.
public protocol OrientedMotionSource: MotionSource {
  /// The true orientation of the chip at a time in nanoseconds since the board's start.
  func orientation(atNanoseconds time: UInt64) -> TrueOrientation
}
