import Foundation
import Pipeline

extension CMMotionManager {
  func channel(_ sensor: MotionSensor) -> SensorChannel { channels[sensor] }

  /// Starts for the properties. A start has no way to say why it failed; ``unavailability(of:)`` tells.
  func begin(_ sensor: MotionSensor) {
    do throws(MotionUnavailable) { try channel(sensor).start() } catch {}
  }

  /// Starts with a handler, which gets the reason if that fails.
  func begin<Value>(
    _ sensor: MotionSensor, to queue: OperationQueue, value: @escaping (MotionSample) -> Value,
    handler: @escaping (Value?, (any Error)?) -> Void
  ) {
    // Ownership: the handler is the caller's and not Sendable, as on the phone. It runs on the queue that the caller chose, one call
    // at a time, and is touched nowhere else; `value` captures nothing that is not Sendable.
    nonisolated(unsafe) let handle = handler
    nonisolated(unsafe) let value = value
    do throws(MotionUnavailable) {
      try channel(sensor).start(
        capacity: delivery.capacity, executor: { work in queue.addOperation(work) },
        handler: { sample, error in
          if let sample { handle(value(sample), nil) } else { handle(nil, error?.asNSError) }
        })
    } catch {
      refuse(sensor, error, to: queue) { handle(nil, $0) }
    }
  }

  /// Tells a handler why there will be no values, unless a stop comes before.
  func refuse(
    _ sensor: MotionSensor, _ reason: MotionUnavailable, to queue: OperationQueue,
    handler: @escaping (NSError) -> Void
  ) {
    guard delivery.reportsUnavailability else { return }
    // Ownership: as in begin(_:to:value:handler:); this is the only call.
    nonisolated(unsafe) let handler = handler
    channel(sensor).refusal.tell(reason, executor: { work in queue.addOperation(work) }) { handler($0.asNSError) }
  }
}

/// The four channels of a manager.
final class SensorChannels: Sendable {
  let accelerometer: SensorChannel
  let gyro: SensorChannel
  let magnetometer: SensorChannel
  let motion: SensorChannel

  init(_ board: MotionBoard) {
    accelerometer = SensorChannel(board: board)
    gyro = SensorChannel(board: board)
    magnetometer = SensorChannel(board: board)
    motion = SensorChannel(board: board)
  }

  subscript(sensor: MotionSensor) -> SensorChannel {
    switch sensor {
    case .accelerometer: accelerometer
    case .gyro: gyro
    case .magnetometer: magnetometer
    case .deviceMotion: motion
    }
  }
}
