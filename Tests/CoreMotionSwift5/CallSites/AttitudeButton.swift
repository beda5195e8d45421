import CoreMotion
import Foundation

/// An article's start of device motion, which asks for the gyroscope; and as it should ask.
struct AttitudeButton {
  let manager: CMMotionManager

  func startAsTheArticleDoes() {
    if manager.isGyroAvailable {
      manager.startDeviceMotionUpdates()
    }
  }

  func start() {
    if manager.isDeviceMotionAvailable {
      manager.startDeviceMotionUpdates()
    }
  }
}

/// A device with a gyroscope and without device motion.
class GyroOnlyManager: CMMotionManager, @unchecked Sendable {
  var starts = 0
  override var isGyroAvailable: Bool { return true }
  override var isDeviceMotionAvailable: Bool { return false }
  override func startDeviceMotionUpdates() { starts += 1 }
  override init() { super.init() }
}
