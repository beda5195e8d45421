/// Finds how the device is held, with hysteresis: near a border it keeps what it had.
///
/// It looks at the filter's direction of up, which neither shakes nor taps move much, so any update rate from 10 Hz on
/// will do. A value type for one thread at a time; `update` is real-time safe.
public struct OrientationDetector: Sendable, BitwiseCopyable {
  /// What it goes by. The face limits frame the usual threshold, 0.6 to 0.8 g of an accelerometer at rest.
  public struct Parameters: Equatable, Sendable, BitwiseCopyable {
    /// The |z| of up from which on the face counts as up or down; above ``facingLeft``, below 1.
    public var facing = 0.8
    /// The |z| of up below which it no longer does; above 0. Between the two the orientation stays.
    public var facingLeft = 0.7
    /// How far beyond a border at 45 degrees the device must turn, rad; 0 to 0.7. Default: 10 degrees.
    public var hysteresis = 10 * radiansPerDegree
    /// How long a new orientation must last, seconds; 0 and more.
    public var settlingTime = 0.15
    /// The longest interval between two samples, seconds; after a longer one the orientation is unknown.
    public var longestInterval = 1.0

    /// The defaults.
    @_noLocks
    public init() {}
  }

  /// The orientation as last told; unknown before the first and after a gap.
  public private(set) var orientation = DeviceOrientation.unknown

  private let parameters: Parameters
  /// How much farther across than along up may point within a quarter: the tangent of 45 degrees and the hysteresis.
  private let steepness: Double
  private var clock: DetectorClock
  private var candidate = DeviceOrientation.unknown
  private var candidateSince: UInt64 = 0

  /// A detector before its first sample.
  @_noLocks
  public init(parameters: Parameters = Parameters()) {
    self.parameters = parameters
    let border = 0.25 * Double.pi + parameters.hysteresis
    steepness = sine(border) / cosine(border)
    clock = DetectorClock(longestInterval: parameters.longestInterval)
  }

  /// Takes one sample, and tells an orientation once it has lasted.
  @_noLocks
  public mutating func update(_ sample: FusedSample) -> Detection? {
    switch clock.advance(to: sample) {
    case .refused: return nil
    case .started:
      orientation = .unknown
      candidate = .unknown
    case .later: break
    }
    if isKept(orientation, sample.up) {
      candidate = orientation
    } else if !isKept(candidate, sample.up) {
      candidate = DeviceOrientation(up: sample.up, facing: parameters.facing)
      candidateSince = sample.timeNanoseconds
    }
    guard !candidate.isSame(as: orientation) else { return nil }
    let lasted = Double(sample.timeNanoseconds - candidateSince) * 1e-9
    guard lasted >= parameters.settlingTime else { return nil }
    orientation = candidate
    return Detection(
      .orientation(orientation), timeNanoseconds: sample.timeNanoseconds, beganNanoseconds: candidateSince)
  }

  /// Whether up is still within an orientation when its borders are moved outwards by the hysteresis.
  @_noLocks
  private func isKept(_ orientation: DeviceOrientation, _ up: Vector3) -> Bool {
    switch orientation {
    case .unknown: false
    case .faceUp: up.z >= parameters.facingLeft
    case .faceDown: -up.z >= parameters.facingLeft
    case .portrait: isKept(along: up.y, across: up.x, up)
    case .portraitUpsideDown: isKept(along: -up.y, across: up.x, up)
    case .landscapeLeft: isKept(along: up.x, across: up.y, up)
    case .landscapeRight: isKept(along: -up.x, across: up.y, up)
    }
  }

  @_noLocks
  private func isKept(along: Double, across: Double, _ up: Vector3) -> Bool {
    abs(up.z) < parameters.facing && along > 0 && abs(across) <= steepness * along
  }
}
