import SimulatedIMU
import Synchronization

/// A motion that numbers the chip's samples: sample n has n as its raw word of acceleration x, so that what arrives tells exactly
/// which samples did not.
final class NumberedMotion: MotionSource {
  /// Numbers begin again after so many: more than any round takes.
  static let modulus: UInt64 = 20_000

  private let count = Atomic<UInt64>(0)
  /// One step of the accelerometer in m/s^2.
  private let step: Double

  init(step: Double) { self.step = step }

  /// Samples measured so far.
  // Relaxed: the board's lock orders the calls, and whoever reads does so on the same thread.
  var produced: UInt64 { count.load(ordering: .relaxed) }

  func motion(atNanoseconds time: UInt64) -> Motion {
    let number = count.wrappingAdd(1, ordering: .relaxed).newValue
    return Motion(
      specificForce: SIMD3(Double(number % Self.modulus) * step, 0, Motion.standardGravity), angularRate: .zero)
  }

  /// The number of the sample with this acceleration, which is among the last ones.
  func number(of acceleration: Double) -> UInt64 {
    let code = UInt64(min(max((acceleration / step).rounded(), 0), Double(Self.modulus - 1)))
    let now = produced
    return now - (now % Self.modulus + Self.modulus - code) % Self.modulus
  }
}
