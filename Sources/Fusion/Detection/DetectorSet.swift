/// All detectors, each run when it is wanted.
///
/// A value type without heap, for one thread at a time. Real-time: `update` is safe on the sample path over every sample;
/// a detector that isn't wanted costs a branch. One that is wanted again after a while finds a gap in time and starts anew
/// (the count of steps stays).
public struct DetectorSet: Sendable, BitwiseCopyable {
  private var shake = ShakeDetector()
  private var tap = TapDetector()
  private var freeFall = FreeFallDetector()
  private var step = StepDetector()
  private var orientation = OrientationDetector()

  /// Detectors with their default parameters, before the first sample.
  @_noLocks
  public init() {}

  /// Gives a sample to the detectors that are wanted.
  @_noLocks
  public mutating func update(_ sample: FusedSample, wanted: DetectorSelection) -> DetectionBatch {
    var found = DetectionBatch()
    if wanted.includes(.freeFall) { found.freeFall = freeFall.update(sample) }
    if wanted.includes(.tap) { found.tap = tap.update(sample) }
    if wanted.includes(.shake) { found.shake = shake.update(sample) }
    if wanted.includes(.step) { found.step = step.update(sample) }
    if wanted.includes(.orientation) { found.orientation = orientation.update(sample) }
    return found
  }
}
