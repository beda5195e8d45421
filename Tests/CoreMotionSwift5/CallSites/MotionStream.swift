import CoreMotion
import Foundation

/// Errors by code, results by closure.
enum MotionFailure: Error { case needsMovement, noTrueNorth, unavailable, other(Int) }

struct MotionClient {
  let manager: CMMotionManager
  let queue: OperationQueue

  func updates(_ receive: @escaping (Result<CMDeviceMotion, MotionFailure>) -> Void) {
    manager.startDeviceMotionUpdates(using: .xMagneticNorthZVertical, to: queue) { motion, error in
      if let motion = motion { return receive(.success(motion)) }
      guard let error = error as NSError?, error.domain == CMErrorDomain else { return }
      switch error.code {
      case Int(CMErrorDeviceRequiresMovement.rawValue): receive(.failure(.needsMovement))
      case Int(CMErrorTrueNorthNotAvailable.rawValue): receive(.failure(.noTrueNorth))
      case Int(CMErrorNotAvailable.rawValue): receive(.failure(.unavailable))
      default: receive(.failure(.other(error.code)))
      }
    }
  }
}

/// Roll, pitch and yaw as an asynchronous stream.
func rollStream(_ manager: CMMotionManager) -> AsyncStream<Double> {
  AsyncStream { continuation in
    manager.startDeviceMotionUpdates(to: OperationQueue()) { motion, _ in
      if let motion = motion { continuation.yield(motion.attitude.roll) }
    }
    continuation.onTermination = { _ in manager.stopDeviceMotionUpdates() }
  }
}
