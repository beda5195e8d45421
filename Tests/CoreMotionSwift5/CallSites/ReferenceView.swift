import CoreMotion
import Foundation

/// Pulls on a timer, against a reference attitude that a tap saves.
class ReferenceView {
  let motionManager = CMMotionManager()
  var referenceAttitude: CMAttitude?
  var rotation = CMRotationMatrix()

  func start() {
    guard motionManager.isDeviceMotionAvailable else { return }
    motionManager.deviceMotionUpdateInterval = 0.01
    motionManager.startDeviceMotionUpdates()
  }

  func saveReference() {
    if let motion = motionManager.deviceMotion {
      referenceAttitude = motion.attitude
    }
  }

  func drawFrame() {
    guard let deviceMotion = motionManager.deviceMotion else { return }
    let attitude = deviceMotion.attitude
    if let reference = referenceAttitude {
      attitude.multiply(byInverseOf: reference)
    }
    rotation = attitude.rotationMatrix
  }

  deinit { motionManager.stopDeviceMotionUpdates() }
}
