// The ball of the Swift tutorial without UIKit: a controller whose handler pushes a ball, on the main queue.
//
//     example-ball [--simulate] [COUNT]
import CoreMotion
import Foundation

@MainActor
final class BallController {
  private let motionManager = CMMotionManager()
  private var ball = BallPhysics(width: 320, height: 480, bounce: .quiet)
  private var left: Int

  init(count: Int) { left = count }

  func start() {
    guard motionManager.isAccelerometerAvailable else {
      print(motionManager.unavailability(of: .accelerometer)?.description ?? "")
      exit(1)
    }
    motionManager.accelerometerUpdateInterval = 1.0 / 60
    motionManager.startAccelerometerUpdates(to: .main) { [weak self] data, error in
      guard let self else { return }
      if let error { return self.stop("Accelerometer encountered error: \(error.localizedDescription)") }
      guard let data else { return }
      self.move(data.acceleration)
    }
  }

  private func move(_ acceleration: CMAcceleration) {
    let walls = ball.step(acceleration)
    print(String(format: "%.1f %.1f", ball.x, ball.y), walls.isEmpty ? "" : "\(walls)")
    left -= 1
    if left == 0 { stop(nil) }
  }

  private func stop(_ reason: String?) {
    motionManager.stopAccelerometerUpdates()
    if let reason { print(reason) }
    exit(reason == nil ? 0 : 1)
  }
}

let arguments = CommandLine.arguments.dropFirst()
if arguments.contains("--simulate") { MotionBoard.standard = .simulated(.moving) }
let controller = BallController(count: arguments.compactMap { Int($0) }.first ?? 600)
controller.start()
RunLoop.main.run()
