/// Something that a detector found in the motion.
public struct Detection: Equatable, Sendable, BitwiseCopyable {
  /// What was found.
  public enum Kind: Equatable, Sendable, BitwiseCopyable {
    /// The device is being shaken; told once for each shaking (``ShakeDetector``).
    case shake
    /// The device was tapped once or twice (``TapDetector``).
    case tap(count: Int)
    /// The device has been falling for a while and still is (``FreeFallDetector``).
    case freeFall
    /// A fall that had been told has ended; it lasted so long, in seconds.
    case landing(fallSeconds: Double)
    /// Steps were taken (``StepDetector``): how many since the start, and how many a second at the moment.
    case step(count: UInt64, cadence: Double)
    /// The device is now held so (``OrientationDetector``).
    case orientation(DeviceOrientation)
  }

  /// What was found.
  public var kind: Kind
  /// Time of the sample by which it was certain, nanoseconds.
  public var timeNanoseconds: UInt64
  /// When the motion began that it was found in, nanoseconds: the first tap, the first swing, the begin of the fall, the
  /// last step, the turn into the new orientation.
  public var beganNanoseconds: UInt64

  /// A detection of the given parts. Real-time safe.
  @_noLocks
  public init(_ kind: Kind, timeNanoseconds: UInt64, beganNanoseconds: UInt64) {
    self.kind = kind
    self.timeNanoseconds = timeNanoseconds
    self.beganNanoseconds = beganNanoseconds
  }

  /// The detector that finds this kind of thing.
  public var detector: DetectorSelection {
    @_noLocks get {
      switch kind {
      case .shake: .shake
      case .tap: .tap
      case .freeFall, .landing: .freeFall
      case .step: .step
      case .orientation: .orientation
      }
    }
  }
}
