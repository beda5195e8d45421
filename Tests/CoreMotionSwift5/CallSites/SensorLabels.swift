import CoreMotion
import Foundation

/// Two sensors on a private queue, texts to labels, stop on error.
class SensorLabels {
  let motionManager = CMMotionManager()
  let queue = OperationQueue()
  var accelerometerLabel = ""
  var gyroscopeLabel = ""
  var show: (() -> Void)?

  func viewDidLoad() {
    if motionManager.isAccelerometerAvailable {
      motionManager.accelerometerUpdateInterval = 1.0 / 10.0
      motionManager.startAccelerometerUpdates(to: queue) { data, error in
        let labelText: String
        if let error = error {
          self.motionManager.stopAccelerometerUpdates()
          labelText = "Accelerometer encountered error: \(error)"
        } else if let data = data {
          labelText = String(
            format: "x: %+.2f\ny: %+.2f\nz: %+.2f", data.acceleration.x, data.acceleration.y, data.acceleration.z)
        } else {
          return
        }
        self.accelerometerLabel = labelText
        self.show?()
      }
    } else {
      accelerometerLabel = "This device has no accelerometer."
    }
    if motionManager.isGyroAvailable {
      motionManager.gyroUpdateInterval = 1.0 / 10.0
      motionManager.startGyroUpdates(to: queue) { data, error in
        if let error = error {
          self.motionManager.stopGyroUpdates()
          self.gyroscopeLabel = "Gyroscope encountered error: \(error)"
        } else if let rate = data?.rotationRate {
          self.gyroscopeLabel = String(format: "x: %+.2f\ny: %+.2f\nz: %+.2f", rate.x, rate.y, rate.z)
        }
      }
    } else {
      gyroscopeLabel = "This device has no gyroscope"
    }
  }
}
