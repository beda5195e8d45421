// swift-format-ignore-file: NeverForceUnwrap
// As the tutorial has it.

import CoreMotion
import Foundation

/// The ball demo of a tutorial in Swift, with its UIKit parts taken out: handler on the current queue, data unwrapped by force.
class BallController {
  var ballCentre = (x: 160.0, y: 240.0)
  var speedX = 0.0
  var speedY = 0.0
  var frames = 0
  let motionManager = CMMotionManager()

  func viewDidLoad() {
    motionManager.accelerometerUpdateInterval = 1 / 60
    if motionManager.isAccelerometerAvailable {
      let queue = OperationQueue.current
      motionManager.startAccelerometerUpdates(
        to: queue!,
        withHandler: { (accelerometerData, error) in
          self.speedX += accelerometerData!.acceleration.x
          self.speedY += accelerometerData!.acceleration.y
          var posX = self.ballCentre.x + self.speedX
          var posY = self.ballCentre.y - self.speedY
          if posX < 0 {
            posX = 0
            self.speedX *= -0.4
          } else if posX > 320 {
            posX = 320
            self.speedX *= -0.4
          }
          if posY < 0 {
            posY = 0
            self.speedY = 0
          } else if posY > 480 {
            posY = 480
            self.speedY *= -1.5
          }
          self.ballCentre = (posX, posY)
          self.frames += 1
        })
    }
  }
}
