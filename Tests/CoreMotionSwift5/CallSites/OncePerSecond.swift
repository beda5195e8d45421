import CoreMotion

/// A logger's file, which imports nothing else: dates, queues and run loops come with the module.
final class OncePerSecond {
  let manager = CMMotionManager()
  var lines: [String] = []

  func log(to queue: OperationQueue = .main) {
    manager.deviceMotionUpdateInterval = 1
    manager.startDeviceMotionUpdates(to: queue) { motion, error in
      guard let attitude = motion?.attitude else { return }
      self.lines.append("\(Date()) \(attitude.roll) \(attitude.pitch) \(attitude.yaw)")
    }
  }

  /// The end of a command-line program; a queue of the other kind beside it.
  func run(for seconds: TimeInterval) {
    DispatchQueue.global().async { print(Date()) }
    RunLoop.main.run(until: Date(timeIntervalSinceNow: seconds))
  }

  /// Members of what the module brings along, and the C library's mathematics.
  func degrees(of motion: CMDeviceMotion) -> String {
    let turn = atan2(motion.gravity.x, -motion.gravity.y) * 180 / .pi
    return String(format: "%.1f", turn) + " of " + NSNumber(value: sqrt(2)).stringValue
  }
}
