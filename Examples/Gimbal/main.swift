// A gimbal loop by pull: 100 times a second the latest attitude becomes two motor commands that keep the camera level.
//
//     example-gimbal [--simulate] [COUNT]
import CoreMotion
import Foundation

/// Proportional to the angle, damped by the rate, within what the motor can do.
struct Axis {
  var proportional = 4.0
  var damping = 0.3
  var limit = 1.0

  func command(angle: Double, rate: Double) -> Double {
    min(max(-proportional * angle - damping * rate, -limit), limit)
  }
}

let arguments = CommandLine.arguments.dropFirst()
if arguments.contains("--simulate") { MotionBoard.standard = .simulated(.moving) }
let count = arguments.compactMap { Int($0) }.first ?? 1000

let manager = CMMotionManager()
manager.deviceMotionUpdateInterval = 0.01
do {
  // Waits until there is an attitude, or says why there is none.
  let first = try await manager.firstDeviceMotion(timeout: .seconds(5))
  print("running", first.timestamp)
} catch {
  print(error)
  exit(1)
}

let (roll, pitch) = (Axis(), Axis())
let clock = ContinuousClock()
var next = clock.now
for step in 0..<count {
  next += .milliseconds(10)
  try await clock.sleep(until: next)
  // Stale means nil: a gimbal must not follow an attitude that is half a second old.
  guard let motion = manager.deviceMotion else {
    print("no attitude: motors off;", manager.unavailability(of: .deviceMotion)?.description ?? "no value yet")
    continue
  }
  let attitude = motion.attitude
  let rollCommand = roll.command(angle: attitude.roll, rate: motion.rotationRate.y)
  let pitchCommand = pitch.command(angle: attitude.pitch, rate: motion.rotationRate.x)
  if step % 10 == 0 { print(String(format: "roll %+.3f pitch %+.3f", rollCommand, pitchCommand)) }
}
let report = manager.report(of: .deviceMotion)
print(
  String(format: "chip %.1f Hz, jitter %.0f us, lost %d", report.chipHertz, report.jitter * 1e6, report.lostSamples))
