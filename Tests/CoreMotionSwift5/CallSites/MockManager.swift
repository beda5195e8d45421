import CoreMotion
import Foundation

/// Apps test themselves with subclasses.
class MockAttitude: CMAttitude, @unchecked Sendable {
  override var pitch: Double { return 0.5 }
}

class MockMotion: CMDeviceMotion, @unchecked Sendable {
  override var attitude: CMAttitude { return MockAttitude() }
  override var userAcceleration: CMAcceleration { return CMAcceleration(x: 2, y: 0, z: 0) }
}

class MockManager: CMMotionManager, @unchecked Sendable {
  var starts = 0
  override var isDeviceMotionAvailable: Bool { return true }
  override var deviceMotion: CMDeviceMotion? { return MockMotion() }
  override func startDeviceMotionUpdates() { starts += 1 }
  override init() { super.init() }
}

/// What the app tests.
func isTilted(_ manager: CMMotionManager) -> Bool {
  guard manager.isDeviceMotionAvailable else { return false }
  manager.startDeviceMotionUpdates()
  return (manager.deviceMotion?.attitude.pitch ?? 0) > 0.4
}
