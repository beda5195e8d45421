import CoreMotion
import Foundation

/// A view of the main actor whose handler comes on the main queue.
@MainActor
final class LevelView {
  private let motionManager = CMMotionManager()
  private(set) var bubble = 0.0
  private(set) var updates = 0

  func appear() {
    guard motionManager.isDeviceMotionAvailable else { return }
    motionManager.deviceMotionUpdateInterval = 1.0 / 60.0
    motionManager.startDeviceMotionUpdates(to: .main) { [weak self] motion, error in
      guard let self = self, let motion = motion, error == nil else { return }
      self.bubble = atan2(motion.gravity.x, -motion.gravity.z)
      self.updates += 1
    }
  }

  func disappear() { motionManager.stopDeviceMotionUpdates() }
}
