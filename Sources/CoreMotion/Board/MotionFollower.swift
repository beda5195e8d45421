import Fusion
import Pipeline

/// Follows a board's values and detections for as long as it lives, for what is counted or judged from them.
final class MotionFollower: Sendable {
  private let lease: BoardLease
  private let subscription: Subscription

  /// - Parameter take: called in order, on the delivery thread: brief, and waiting for nothing.
  init(
    _ board: MotionBoard, interval: UpdateInterval, detecting detectors: DetectorSelection,
    take: @escaping @Sendable (MotionUpdate) -> Void
  ) throws(MotionUnavailable) {
    lease = try board.lease(interval: interval)
    subscription = lease.pipeline.follow(
      interval: interval, detecting: detectors, capacity: 64, executor: { $0() }, handler: take)
  }

  deinit { subscription.cancel() }
}
