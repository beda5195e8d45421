import CoreMotion
import Foundation

/// A shared manager, a weak self, the initial attitude taken in the first call of the handler.
class MotionService {
  let manager: CMMotionManager = {
    let manager = CMMotionManager()
    manager.deviceMotionUpdateInterval = 1.0 / 30.0
    manager.showsDeviceMovementDisplay = true
    return manager
  }()
}

class ParallaxScroller {
  let service: MotionService
  var initialAttitude: CMAttitude?
  var offset: Double = 0
  private let queue: OperationQueue

  init(service: MotionService, queue: OperationQueue) {
    self.service = service
    self.queue = queue
  }

  func begin() {
    let frames = CMMotionManager.availableAttitudeReferenceFrames()
    let frame: CMAttitudeReferenceFrame =
      frames.contains(.xTrueNorthZVertical) ? .xTrueNorthZVertical : .xArbitraryZVertical
    service.manager.startDeviceMotionUpdates(using: frame, to: queue) { [weak self] data, error in
      guard let strongSelf = self, let data = data, error == nil else { return }
      guard let initial = strongSelf.initialAttitude else {
        strongSelf.initialAttitude = data.attitude
        return
      }
      data.attitude.multiply(byInverseOf: initial)
      strongSelf.offset = data.attitude.roll * 50
    }
  }

  func end() {
    if service.manager.isDeviceMotionActive { service.manager.stopDeviceMotionUpdates() }
  }
}
