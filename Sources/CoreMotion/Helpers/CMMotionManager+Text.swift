import Foundation

extension CMMotionManager {
  /// Shows a sensor as the documents do: three lines for each value (see ``SensorText``), the text of a sensor that is missing, and the text of
  /// an error, which stops the sensor.
  ///
  /// Three axes of the accelerometer in g and of the gyroscope in rad/s; of device motion yaw, pitch and roll in degrees. It is the kind's one
  /// handler: a start or a stop of the kind ends it. Who wants values after a loss, which comes back by itself, starts again.
  ///
  /// - Parameters:
  ///   - sensor: what is shown.
  ///   - queue: where `show` is called, one call at a time and in order.
  ///   - show: takes what a label is to show.
  public func startTextUpdates(of sensor: MotionSensor, to queue: OperationQueue, show: @escaping (String) -> Void) {
    // A chip that is lost while it runs is there; the start tells of the loss.
    if let reason = unavailability(of: sensor), board.presentLoss == nil || sensor == .magnetometer {
      // Ownership: the closure is the caller's; this is its only call.
      nonisolated(unsafe) let show = show
      channel(sensor).stop()
      return channel(sensor).refusal.tell(reason, executor: { work in queue.addOperation(work) }) { _ in
        show(SensorText.missing(sensor))
      }
    }
    switch sensor {
    case .accelerometer:
      startAccelerometerUpdates(to: queue) { [weak self] data, error in
        let text = data.map { SensorText.lines(x: $0.acceleration.x, y: $0.acceleration.y, z: $0.acceleration.z) }
        self?.tell(text, error, of: sensor, show)
      }
    case .gyro:
      startGyroUpdates(to: queue) { [weak self] data, error in
        let text = data.map { SensorText.lines(x: $0.rotationRate.x, y: $0.rotationRate.y, z: $0.rotationRate.z) }
        self?.tell(text, error, of: sensor, show)
      }
    case .deviceMotion:
      startDeviceMotionUpdates(to: queue) { [weak self] motion, error in
        let text = motion.map {
          SensorText.lines(yaw: $0.attitude.yaw, pitch: $0.attitude.pitch, roll: $0.attitude.roll)
        }
        self?.tell(text, error, of: sensor, show)
      }
    case .magnetometer: break
    }
  }

  /// An error stops the sensor before its text is shown, so that no value comes behind it.
  private func tell(_ text: String?, _ error: (any Error)?, of sensor: MotionSensor, _ show: (String) -> Void) {
    if let error {
      channel(sensor).stop()
      show(SensorText.failed(sensor, error))
    } else if let text {
      show(text)
    }
  }
}
