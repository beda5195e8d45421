/// Takes a chip's samples of its motion.
struct MotionSampler {
  private let source: any MotionSource
  private let sampled: (any SampledMotionSource)?
  /// The board's start, which is the motion's zero.
  private let zero: UInt64

  init(_ source: any MotionSource, zero: UInt64) {
    self.source = source
    sampled = source as? any SampledMotionSource
    self.zero = zero
  }

  var recording: (any SampledMotionSource)? { sampled }

  func motion(_ tick: SampleClock.Tick) -> Motion {
    if let row = tick.row, let sampled { return sampled.sample(row) }
    return source.motion(atNanoseconds: tick.time &- zero)
  }
}
