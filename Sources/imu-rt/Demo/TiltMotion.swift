import Pipeline
import SimulatedIMU

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A simulated board in somebody's hands: keys tilt it about two axes, at a steady rate, so that the gyroscope agrees.
final class TiltMotion: MotionSource {
  /// What the two angles mean.
  enum Grip: Sendable {
    /// Lies face up. First angle: the right edge goes down; second: the top edge rises.
    case flat
    /// Is held upright. First angle: turned clockwise; second: the top edge tips away.
    case upright
  }

  private struct State {
    var from = SIMD2<Double>(0, 0)
    var to = SIMD2<Double>(0, 0)
    /// Nanoseconds since the board's start.
    var start: UInt64 = 0
  }

  /// How fast the hand turns, rad/s.
  private static let rate = 1.5
  /// How far the hand goes at most, rad.
  private static let limit = 1.4

  private let grip: Grip
  private let state = Guarded(State())

  init(_ grip: Grip) { self.grip = grip }

  /// Turns on by two angles in radians.
  func turn(by angles: SIMD2<Double>, atNanoseconds time: UInt64) {
    state.withLock { state in
      let now = Self.position(state, time).angles
      let wanted = state.to + angles
      // Upright, the turn in the plane of the screen has no end.
      let first = grip == .flat ? min(max(wanted.x, -Self.limit), Self.limit) : wanted.x
      state = State(from: now, to: SIMD2(first, min(max(wanted.y, -Self.limit), Self.limit)), start: time)
    }
  }

  func motion(atNanoseconds time: UInt64) -> Motion {
    let (angles, rates) = Self.position(state.withLock { $0 }, time)
    switch grip {
    case .flat:
      // R = Rx(pitch) Ry(roll), device to reference; up is its third row, rates are those of the two turns in device axes.
      let (roll, pitch) = (angles.x, angles.y)
      return Motion(
        specificForce: SIMD3(-cos(pitch) * sin(roll), sin(pitch), cos(pitch) * cos(roll)) * Motion.standardGravity,
        angularRate: SIMD3(rates.y * cos(roll), rates.x, rates.y * sin(roll)))
    case .upright:
      // R = Rx(pi/2 - tip) Rz(-turn).
      let (turn, raised) = (angles.x, .pi / 2 - angles.y)
      let up = SIMD3(-sin(turn) * sin(raised), cos(turn) * sin(raised), cos(raised))
      return Motion(
        specificForce: up * Motion.standardGravity,
        angularRate: SIMD3(-rates.y * cos(turn), -rates.y * sin(turn), -rates.x))
    }
  }

  private static func position(_ state: State, _ time: UInt64) -> (angles: SIMD2<Double>, rates: SIMD2<Double>) {
    let way = state.to - state.from
    let length = (way * way).sum().squareRoot()
    let elapsed = time > state.start ? Double(time - state.start) * 1e-9 : 0
    guard length > 0, elapsed * rate < length else { return (state.to, .zero) }
    let direction = way / length
    return (state.from + direction * (elapsed * rate), direction * rate)
  }
}
