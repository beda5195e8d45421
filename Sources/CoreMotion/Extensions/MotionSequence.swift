import Foundation
import Pipeline

/// Values of one kind as an asynchronous sequence, apart from the manager's handler: any number of them may run at once.
///
/// It begins with the call that makes it, and ends when the iterating task is cancelled or the sequence goes. It throws
/// ``MotionUnavailable`` when there is no chip, or when the chip is lost. The buffer is bounded: when the consumer is slow the oldest value is
/// dropped and counted.
public struct MotionSequence<Element: Sendable>: AsyncSequence, Sendable {
  public typealias Failure = any Error

  private let stream: AsyncThrowingStream<Element, any Error>
  private let counter = DropCounter()

  /// - Parameter capacity: values that wait while the consumer is busy, at least 1; nothing is dropped in virtual time.
  init(
    board: MotionBoard, interval: UpdateInterval, capacity: Int,
    value: @escaping @Sendable (MotionSample, SensorChannel) -> Element
  ) {
    let (stream, continuation) = AsyncThrowingStream.makeStream(
      of: Element.self, bufferingPolicy: board.isVirtual ? .unbounded : .bufferingNewest(Swift.max(capacity, 1)))
    self.stream = stream
    let channel = SensorChannel(board: board)
    channel.interval = interval
    continuation.onTermination = { _ in channel.stop() }
    let counter = counter
    do throws(MotionUnavailable) {
      // At once where the delivery thread hands it over: yielding is brief, and what follows runs in the consumer's task.
      try channel.start(capacity: 1, executor: { $0() }) { [weak channel] sample, error in
        guard let sample, let channel else { return continuation.finish(throwing: error) }
        if case .dropped = continuation.yield(value(sample, channel)) { counter.add() }
      }
    } catch { continuation.finish(throwing: error) }
  }

  /// One that throws at once.
  init(failing reason: MotionUnavailable) {
    let (stream, continuation) = AsyncThrowingStream.makeStream(of: Element.self)
    self.stream = stream
    continuation.finish(throwing: reason)
  }

  /// Values dropped so far because the consumer was slow.
  public var dropped: UInt64 { counter.count }

  public func makeAsyncIterator() -> AsyncThrowingStream<Element, any Error>.AsyncIterator {
    stream.makeAsyncIterator()
  }
}

extension CMMotionManager {
  /// Device motion as an asynchronous sequence at the present interval; its yaw begins at 0.
  public func deviceMotionValues(capacity: Int = 64) -> MotionSequence<CMDeviceMotion> {
    MotionSequence(board: board, interval: channel(.deviceMotion).interval, capacity: capacity) { sample, channel in
      sample.deviceMotion(yawZero: channel.yawZero)
    }
  }

  /// Samples of the accelerometer as an asynchronous sequence at the present interval.
  public func accelerometerValues(capacity: Int = 64) -> MotionSequence<CMAccelerometerData> {
    MotionSequence(board: board, interval: channel(.accelerometer).interval, capacity: capacity) { sample, _ in
      sample.accelerometerData
    }
  }

  /// Samples of the gyroscope as an asynchronous sequence at the present interval.
  public func gyroValues(capacity: Int = 64) -> MotionSequence<CMGyroData> {
    MotionSequence(board: board, interval: channel(.gyro).interval, capacity: capacity) { sample, _ in sample.gyroData }
  }

  /// Samples of the magnetometer: throws ``MotionUnavailable/noMagnetometer`` at once, since no supported chip has one.
  public func magnetometerValues() -> MotionSequence<CMMagnetometerData> { MotionSequence(failing: .noMagnetometer) }
}
