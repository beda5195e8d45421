import Fusion

/// Something that a detector found in the motion, in order with the samples.
///
/// It comes before the first value whose sample is ``sequence`` or a later one: detectors see every sample of the chip,
/// whatever interval values are served at.
public struct MotionEvent: BitwiseCopyable, Sendable, Equatable {
  /// What was found.
  public var kind: Detection.Kind
  /// Time of the sample by which it was certain, in nanoseconds on the clock of the samples.
  public var timeNanoseconds: UInt64
  /// When the motion began that it was found in; see ``Detection/beganNanoseconds``.
  public var beganNanoseconds: UInt64
  /// Number of the sample by which it was certain.
  public var sequence: UInt64

  /// An event of the given parts, for tests of code that consumes them.
  @_noLocks public init(kind: Detection.Kind, timeNanoseconds: UInt64, beganNanoseconds: UInt64, sequence: UInt64) {
    self.kind = kind
    self.timeNanoseconds = timeNanoseconds
    self.beganNanoseconds = beganNanoseconds
    self.sequence = sequence
  }

  /// A detection in the sample of that number.
  @_noLocks init(_ detection: Detection, sequence: UInt64) {
    self.init(
      kind: detection.kind, timeNanoseconds: detection.timeNanoseconds, beganNanoseconds: detection.beganNanoseconds,
      sequence: sequence)
  }
}
