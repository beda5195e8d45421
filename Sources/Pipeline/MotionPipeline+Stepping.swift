import Fusion

extension MotionPipeline {
  /// Lets a stepped pipeline's time pass: the chip samples, values are fused, published and handed to the queues.
  ///
  /// Returns when the clock of the bus has moved on by that much. Where the last step waited for a sample it is a little more, and
  /// the next call goes less far.
  /// Does nothing while the pipeline is not started, or when it runs on threads of its own. Not from several threads at once:
  /// the second waits for the first. A handler must not wait for a queue that the caller keeps busy.
  ///
  /// - Parameter limit: when nothing more is to come, as at the end of a recording: returns true to stop early.
  public func advance(nanoseconds: UInt64, until limit: (MotionSample?) -> Bool = { _ in false }) {
    guard let stepper = life.withLock({ $0.run?.stepper }) else { return }
    stepper.advance(nanoseconds: nanoseconds, until: limit)
  }

  /// The present on the clock of the samples, in nanoseconds; nil when not running.
  public var nowNanoseconds: UInt64? { outlet.withLock { $0 }?.clock.nowNanoseconds }
}
