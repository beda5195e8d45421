import SimulatedIMU

/// A motion that a chip behind a kernel's bus is to feel, by its name on the command line.
struct PlayedMotion {
  let source: any MotionSource

  static let help = "moving (default), still, rotation, gestures, or AX,AY,AZ,GX,GY,GZ"

  /// - Parameter text: a name, or what the chip feels for ever: specific force in m/s^2 and rate in rad/s with commas.
  init(_ text: String) throws {
    let noise = SeededNoise(seed: 1, angularRate: 0.001, specificForce: 0.02)
    switch text {
    case "moving": source = MovingMotion(noise: noise)
    case "still": source = StillMotion(noise: noise)
    case "gestures": source = GestureMotion(noise: noise)
    case "rotation": source = RotationMotion(axis: SIMD3(0, 0, 1), rate: 0.5, noise: noise)
    default:
      let numbers = text.split(separator: ",", omittingEmptySubsequences: false).map { Double($0) ?? .nan }
      guard numbers.count == 6, numbers.allSatisfy(\.isFinite) else {
        throw UsageError("--motion is '\(text)'; allowed: \(Self.help)")
      }
      source = ScriptedMotion.constant(
        Motion(
          specificForce: SIMD3(numbers[0], numbers[1], numbers[2]),
          angularRate: SIMD3(numbers[3], numbers[4], numbers[5])))
    }
  }
}
