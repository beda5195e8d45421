/// Finds free fall: a device that nothing holds feels no force, whatever its orientation.
///
/// It goes by the length of the specific force alone, so no rate is too low but for its limit on gaps; from 50 Hz on a fall of 0.2 s is
/// found with a tenth of the samples lost. A throw is free fall from the hand on. A chip whose accelerometer died at zero
/// falls for ever: told once.
///
/// A value type for one thread at a time; `update` is real-time safe.
public struct FreeFallDetector: Sendable, BitwiseCopyable {
  /// What it goes by.
  public struct Parameters: Equatable, Sendable, BitwiseCopyable {
    /// The specific force below which a device may be falling, m/s^2, above 0. Default: 0.25 g, one of the thresholds that
    /// the LSM6DS3 offers for its own detector (DocID026899, FREE_FALL register: 156 to 500 mg). It must leave room for
    /// the zero-g offset (MPU-6050 product specification 3.4, section 6.2: 80 mg) and for tumbling (0.2 g at 10 rad/s
    /// and 2 cm from the centre); hands that fling a sensor about leave it without weight
    /// for moments: in six recordings of 18 minutes (BROAD) one such moment, of 0.27 s, counted as a fall.
    public var force = 0.25 * standardGravity
    /// The specific force above which the fall has ended, m/s^2, at least ``force``. Default: 0.5 g.
    public var landingForce = 0.5 * standardGravity
    /// How long the force must be as small, seconds, above 0. Default: a fall by 11 cm; a runner's flight is shorter.
    public var shortestFall = 0.15
    /// The longest interval between two samples, seconds: an impact may hide in a longer one.
    public var longestInterval = 0.1

    /// The defaults.
    @_noLocks
    public init() {}
  }

  /// Whether a fall has been told and has not ended.
  public private(set) var isFalling = false

  private let parameters: Parameters
  private var clock: DetectorClock
  /// When the force became small; nil while it isn't.
  private var began: UInt64?

  /// A detector before its first sample.
  @_noLocks
  public init(parameters: Parameters = Parameters()) {
    self.parameters = parameters
    clock = DetectorClock(longestInterval: parameters.longestInterval)
    began = nil
  }

  /// Takes one sample; tells ``Detection/Kind/freeFall`` while falling and ``Detection/Kind/landing(fallSeconds:)`` once
  /// it is over.
  @_noLocks
  public mutating func update(_ sample: FusedSample) -> Detection? {
    switch clock.advance(to: sample) {
    case .refused: return nil
    case .started:
      // A fall that was told is as good as over; when it ended nobody knows, so no landing is told.
      isFalling = false
      began = nil
    case .later: break
    }
    let force = sample.specificForce.length
    return isFalling ? land(force, sample.timeNanoseconds) : fall(force, sample.timeNanoseconds)
  }

  @_noLocks
  private mutating func fall(_ force: Double, _ time: UInt64) -> Detection? {
    guard force < parameters.force else {
      began = nil
      return nil
    }
    guard let began else {
      self.began = time
      return nil
    }
    guard Double(time - began) * 1e-9 >= parameters.shortestFall else { return nil }
    isFalling = true
    return Detection(.freeFall, timeNanoseconds: time, beganNanoseconds: began)
  }

  @_noLocks
  private mutating func land(_ force: Double, _ time: UInt64) -> Detection? {
    guard force > parameters.landingForce, let began else { return nil }
    isFalling = false
    self.began = nil
    return Detection(
      .landing(fallSeconds: Double(time - began) * 1e-9), timeNanoseconds: time, beganNanoseconds: began)
  }
}
