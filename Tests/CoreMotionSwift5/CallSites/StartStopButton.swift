import CoreMotion
import Foundation

/// One button starts and stops gyroscope and attitude at 100 Hz, and lets the manager go.
class StartStopButton {
  var motionManager: CMMotionManager?
  var title = "Start"
  var yaw = "", pitch = "", roll = ""
  let queue = OperationQueue()

  func degrees(_ radians: Double) -> Double { return 180 * radians / Double.pi }

  func toggle() {
    if let manager = motionManager {
      manager.stopGyroUpdates()
      manager.stopDeviceMotionUpdates()
      motionManager = nil
      title = "Start"
      return
    }
    let manager = CMMotionManager()
    manager.gyroUpdateInterval = 0.01
    manager.deviceMotionUpdateInterval = 0.01
    if manager.isGyroAvailable {
      manager.startGyroUpdates(to: queue) { (gyroData, _) in _ = gyroData?.rotationRate.x }
    }
    if manager.isDeviceMotionAvailable {
      manager.startDeviceMotionUpdates(to: queue) { [weak self] (motion, error) in
        guard let self = self, let attitude = motion?.attitude else { return }
        self.yaw = String(format: "%.3f", self.degrees(attitude.yaw))
        self.pitch = String(format: "%.3f", self.degrees(attitude.pitch))
        self.roll = String(format: "%.3f", self.degrees(attitude.roll))
      }
    }
    motionManager = manager
    title = "Stop"
  }
}
