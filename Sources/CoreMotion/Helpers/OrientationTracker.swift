import Fusion

/// Follows how the device is held with hysteresis: near a border it keeps what it had, and a change must last 0.15 s.
///
/// A value for one thread at a time.
public struct OrientationTracker: Sendable {
  private var detector = OrientationDetector()

  /// A tracker before its first value.
  public init() {}

  /// How the device is held; unknown before the first values and after a gap of more than a second.
  public var orientation: DeviceOrientation { detector.orientation }

  /// Takes a value at rising times.
  /// - Returns: the new orientation where it has changed.
  public mutating func update(_ motion: CMDeviceMotion) -> DeviceOrientation? {
    let gravity = motion.gravity
    guard let up = Vector3(-gravity.x, -gravity.y, -gravity.z).normalized(), motion.timestamp >= 0 else { return nil }
    let rate = motion.rotationRate
    let sample = FusedSample(
      timeNanoseconds: UInt64(min(motion.timestamp, 1e9) * 1e9), specificForce: standardGravity * up,
      rotationRate: Vector3(rate.x, rate.y, rate.z), up: up)
    guard case .orientation(let orientation)? = detector.update(sample)?.kind else { return nil }
    return orientation
  }
}
