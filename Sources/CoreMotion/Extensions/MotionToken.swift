import Foundation
import Pipeline

/// Keeps a handler called for as long as it lives: when the last reference goes, so does the handler. Apart from the manager's own
/// handler, any number may be had.
public final class MotionToken: Sendable {
  private let channel: SensorChannel

  init(_ channel: SensorChannel) { self.channel = channel }

  deinit { channel.stop() }

  /// Ends it at once. After the return no handler is taken up. From any thread, the handler included.
  public func stop() { channel.stop() }

  /// Values that the handler was too slow for.
  public var dropped: UInt64 { channel.dropped }
}

extension CMMotionManager {
  /// Calls a handler with device motion at the present interval until the token goes; its yaw begins at 0.
  ///
  /// - Throws: ``MotionUnavailable``.
  public func observeDeviceMotion(
    on queue: OperationQueue, handler: @escaping @Sendable (CMDeviceMotion?, (any Error)?) -> Void
  ) throws(MotionUnavailable) -> MotionToken {
    try observe(.deviceMotion, on: queue) { sample, channel in
      sample.deviceMotion(yawZero: channel.yawZero)
    } handler: {
      handler($0, $1)
    }
  }

  /// Calls a handler with samples of the accelerometer at the present interval until the token goes.
  public func observeAccelerometer(
    on queue: OperationQueue, handler: @escaping @Sendable (CMAccelerometerData?, (any Error)?) -> Void
  ) throws(MotionUnavailable) -> MotionToken {
    try observe(.accelerometer, on: queue) { sample, _ in
      sample.accelerometerData
    } handler: {
      handler($0, $1)
    }
  }

  /// Calls a handler with samples of the gyroscope at the present interval until the token goes.
  public func observeGyro(
    on queue: OperationQueue, handler: @escaping @Sendable (CMGyroData?, (any Error)?) -> Void
  ) throws(MotionUnavailable) -> MotionToken {
    try observe(.gyro, on: queue) { sample, _ in
      sample.gyroData
    } handler: {
      handler($0, $1)
    }
  }

  private func observe<Value>(
    _ sensor: MotionSensor, on queue: OperationQueue, value: @escaping @Sendable (MotionSample, SensorChannel) -> Value,
    handler: @escaping @Sendable (Value?, (any Error)?) -> Void
  ) throws(MotionUnavailable) -> MotionToken {
    let channel = SensorChannel(board: board)
    channel.interval = self.channel(sensor).interval
    // Weak: the channel holds the handler.
    try channel.start(capacity: delivery.capacity, executor: { work in queue.addOperation(work) }) {
      [weak channel] sample, error in
      guard let channel else { return }
      if let sample { handler(value(sample, channel), nil) } else { handler(nil, error?.asNSError) }
    }
    return MotionToken(channel)
  }
}
