import Foundation
import SimulatedIMU

/// A walk or a run at a pace of its own, with rests before and after.
struct Walk: MotionSource {
  var stepsASecond: Double
  var begin = 4.0
  var end = 20.0

  func motion(atNanoseconds time: UInt64) -> Motion {
    let seconds = Double(time) * 1e-9
    guard seconds > begin, seconds < end else {
      return Motion(specificForce: [0, 0, 9.80665], angularRate: .zero)
    }
    let phase = 2 * .pi * stepsASecond * (seconds - begin)
    let bob = 0.3 * sin(phase) + 0.12 * sin(2 * phase + 1) - 0.12 * sin(1)
    return Motion(specificForce: [0, 0, 9.80665 * (1 + bob)], angularRate: .zero)
  }
}
