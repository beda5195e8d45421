/// A choice of detectors.
public struct DetectorSelection: OptionSet, Sendable, BitwiseCopyable {
  /// One bit a detector.
  public let rawValue: UInt8

  /// The choice of these bits.
  @_noLocks
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// ``ShakeDetector``.
  public static var shake: DetectorSelection { @_noLocks get { DetectorSelection(rawValue: 1) } }
  /// ``TapDetector``; needs 70 samples a second.
  public static var tap: DetectorSelection { @_noLocks get { DetectorSelection(rawValue: 2) } }
  /// ``FreeFallDetector``.
  public static var freeFall: DetectorSelection { @_noLocks get { DetectorSelection(rawValue: 4) } }
  /// ``StepDetector``.
  public static var step: DetectorSelection { @_noLocks get { DetectorSelection(rawValue: 8) } }
  /// ``OrientationDetector``.
  public static var orientation: DetectorSelection { @_noLocks get { DetectorSelection(rawValue: 16) } }
  /// All of them.
  public static var all: DetectorSelection { @_noLocks get { DetectorSelection(rawValue: 31) } }

  /// Whether one of `detectors` is among these; `OptionSet`'s own functions are generic, which `@_noLocks` refuses.
  @_noLocks
  public func includes(_ detectors: DetectorSelection) -> Bool { rawValue & detectors.rawValue != 0 }

  /// Those that can't work at a chip's sample rate.
  /// - Parameter hertz: the rate by the data sheet; what the chip's clock is off is allowed for.
  public func unavailable(atHertz hertz: Double) -> DetectorSelection {
    hertz < TapDetector.leastRateHertz ? intersection(.tap) : []
  }
}
