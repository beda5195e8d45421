// Push with asynchronous sequences: attitude and raw rates side by side, each at an interval of its own.
//
//     example-push [--simulate] [COUNT]
import CoreMotion
import Foundation

let arguments = CommandLine.arguments.dropFirst()
if arguments.contains("--simulate") { MotionBoard.standard = .simulated(.moving) }
let count = arguments.compactMap { Int($0) }.first ?? 100

let manager = CMMotionManager()
manager.deviceMotionUpdateInterval = 0.05
manager.gyroUpdateInterval = 0.1

do {
  try await withThrowingTaskGroup(of: Void.self) { group in
    group.addTask {
      for try await motion in manager.deviceMotionValues().prefix(count) {
        let q = motion.attitude.quaternion
        print(String(format: "attitude %.4f %.4f %.4f %.4f", q.w, q.x, q.y, q.z))
      }
    }
    group.addTask {
      for try await data in manager.gyroValues().prefix(count / 2) {
        let rate = data.rotationRate
        print(String(format: "rate %+.3f %+.3f %+.3f", rate.x, rate.y, rate.z))
      }
    }
    try await group.waitForAll()
  }
} catch {
  print(error)
  exit(1)
}
