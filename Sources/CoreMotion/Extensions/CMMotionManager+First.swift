import Foundation
import Pipeline

extension CMMotionManager {
  /// The first value: waits for it, for so long. Starts device motion if it is not active, and leaves it so. Never nil, so that a reference
  /// attitude can't be.
  ///
  /// On a board in virtual time the wait moves the board's clock.
  /// - Throws: ``MotionUnavailable``, `.timeout` if nothing came and the chip is not lost; `CancellationError`.
  public func firstDeviceMotion(timeout: Duration) async throws -> CMDeviceMotion {
    let channel = channel(.deviceMotion)
    try channel.start()
    if board.isVirtual { return try firstVirtual(timeout / .seconds(1)) }
    let values = MotionSequence(board: board, interval: channel.interval, capacity: 1) { sample, _ in sample }
    let sample = try await withThrowingTaskGroup(of: MotionSample?.self) { group in
      group.addTask {
        for try await sample in values { return sample }
        return nil
      }
      group.addTask {
        try await Task.sleep(for: timeout)
        return nil
      }
      defer { group.cancelAll() }
      return try await group.next() ?? nil
    }
    try Task.checkCancellation()
    guard let sample else { throw late(timeout / .seconds(1)) }
    return deviceMotion ?? sample.deviceMotion(yawZero: channel.yawZero)
  }

  private func firstVirtual(_ seconds: Double) throws(MotionUnavailable) -> CMDeviceMotion {
    if let motion = deviceMotion { return motion }
    board.pipeline?.advance(nanoseconds: UInt64(min(max(seconds, 0), 1e6) * 1e9)) { [self] _ in deviceMotion != nil }
    guard let motion = deviceMotion else { throw late(seconds) }
    return motion
  }

  /// Why nothing came in time.
  private func late(_ seconds: Double) -> MotionUnavailable { board.unavailability ?? .timeout(seconds: seconds) }

  /// The same for callers that can't wait asynchronously: blocks the calling thread. Not for a handler's queue or the main thread of a
  /// program whose main run loop must go on.
  public func waitForDeviceMotion(timeout: Duration) throws(MotionUnavailable) -> CMDeviceMotion {
    let channel = channel(.deviceMotion)
    try channel.start()
    let seconds = timeout / .seconds(1)
    if board.isVirtual { return try firstVirtual(seconds) }
    let end = Date(timeIntervalSinceNow: seconds)
    // Every 2 ms until the deadline: for occasional questions, as the documents say of theirs.
    while true {
      if let motion = deviceMotion { return motion }
      guard Date() < end else { throw late(seconds) }
      Thread.sleep(forTimeInterval: 0.002)
    }
  }
}
