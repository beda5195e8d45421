import CoreMotion
import Foundation

// Apps add conformances and operators of their own.
extension CMAcceleration: Equatable {}
extension CMAcceleration {
  public static func == (a: CMAcceleration, b: CMAcceleration) -> Bool { a.x == b.x && a.y == b.y && a.z == b.z }
  var magnitude: Double { sqrt(x * x + y * y + z * z) }
}

extension CMQuaternion {
  static func * (a: CMQuaternion, b: CMQuaternion) -> CMQuaternion {
    CMQuaternion(
      x: a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y, y: a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x,
      z: a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w, w: a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z)
  }
  var inverse: CMQuaternion { CMQuaternion(x: -x, y: -y, z: -z, w: w) }
}

protocol ShakeDelegate: AnyObject {
  func didShake(_ strength: Double)
}

/// The user's acceleration above a threshold, told to a delegate.
class ShakeRecogniser: NSObject {
  weak var delegate: ShakeDelegate?
  var threshold = 1.5
  private let motion = CMMotionManager()

  func start(on queue: OperationQueue) {
    motion.deviceMotionUpdateInterval = 0.02
    motion.startDeviceMotionUpdates(to: queue) { [unowned self] motion, _ in
      guard let acceleration = motion?.userAcceleration, acceleration != CMAcceleration() else { return }
      if acceleration.magnitude > self.threshold { self.delegate?.didShake(acceleration.magnitude) }
    }
  }

  func stop() { motion.stopDeviceMotionUpdates() }
}
