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

  /// ``kind`` in one word and a tag: Swift 6.0.3 fails on the way of larger optional values through `@_noLocks` functions ("Can't
  /// demangle").
  private enum CompactKind: Equatable, Sendable, BitwiseCopyable {
    case shake
    case tap(Int)
    case freeFall
    case landing(Double)
    /// The count in the lower half, at most `UInt32.max`, and the bits of the cadence as a Float in the upper.
    case step(UInt64)
    case orientation(DeviceOrientation)
  }

  private var compactKind: CompactKind

  /// What was found. Steps beyond 4,294,967,295 are not counted; a cadence has the precision of a Float.
  public var kind: Kind {
    @_noLocks get {
      switch compactKind {
      case .shake: .shake
      case .tap(let count): .tap(count: count)
      case .freeFall: .freeFall
      case .landing(let seconds): .landing(fallSeconds: seconds)
      case .step(let packed):
        .step(
          count: packed & 0xFFFF_FFFF, cadence: Double(Float(bitPattern: UInt32(truncatingIfNeeded: packed >> 32))))
      case .orientation(let orientation): .orientation(orientation)
      }
    }
    @_noLocks set { compactKind = Self.compact(newValue) }
  }

  @_noLocks
  private static func compact(_ kind: Kind) -> CompactKind {
    switch kind {
    case .shake: .shake
    case .tap(let count): .tap(count)
    case .freeFall: .freeFall
    case .landing(let seconds): .landing(seconds)
    case .step(let count, let cadence):
      .step(min(count, UInt64(UInt32.max)) | UInt64(Float(cadence).bitPattern) << 32)
    case .orientation(let orientation): .orientation(orientation)
    }
  }

  /// Time of the sample by which it was certain, nanoseconds.
  public var timeNanoseconds: UInt64
  /// When the motion began that it was found in, nanoseconds: the first tap, the first swing, the begin of the fall, the
  /// last step, the turn into the new orientation.
  public var beganNanoseconds: UInt64

  /// A detection of the given parts. Real-time safe.
  @_noLocks
  public init(_ kind: Kind, timeNanoseconds: UInt64, beganNanoseconds: UInt64) {
    compactKind = Self.compact(kind)
    self.timeNanoseconds = timeNanoseconds
    self.beganNanoseconds = beganNanoseconds
  }
}

extension Detection.Kind {
  /// The detector that finds this kind of thing.
  public var detector: DetectorSelection {
    @_noLocks get {
      switch self {
      case .shake: .shake
      case .tap: .tap
      case .freeFall, .landing: .freeFall
      case .step: .step
      case .orientation: .orientation
      }
    }
  }
}
