#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// What people do with a device in their hands, one thing after the other, over and over: something for detectors to find.
///
/// Face up on a table it is tapped (at 2 s) and tapped twice (3.5 s), lifted upright (5 s), shaken (7 s), carried for
/// sixteen steps (10 s), laid down again (19 s) and dropped by 31 cm (21 s), all within ``period``.
public struct GestureMotion: OrientedMotionSource, Equatable {
  /// After so many seconds it begins anew.
  public static let period = 24.0

  /// In degrees Celsius.
  public var temperature: Double
  /// Added to each sample; nil for none.
  public var noise: SeededNoise?

  /// The gestures; parameters as the properties.
  public init(temperature: Double = 25, noise: SeededNoise? = nil) {
    self.temperature = temperature
    self.noise = noise
  }

  /// Force, rates and temperature at a time.
  public func motion(atNanoseconds time: UInt64) -> Motion {
    let seconds = Self.seconds(time)
    let (angle, rate) = Self.lift(seconds)
    let up = SIMD3(0, sin(angle), cos(angle))
    let acceleration = SIMD3(Self.shake(seconds), 0, Self.taps(seconds) + Self.fall(seconds)) + Self.steps(seconds) * up
    let motion = Motion(
      specificForce: (up + acceleration) * Motion.standardGravity, angularRate: SIMD3(rate, 0, 0),
      temperature: temperature)
    return noise?.added(to: motion, atNanoseconds: time) ?? motion
  }

  /// The true orientation at a time, exact.
  public func orientation(atNanoseconds time: UInt64) -> TrueOrientation {
    TrueOrientation(roll: Self.lift(Self.seconds(time)).angle, pitch: 0, yaw: 0)
  }

  private static func seconds(_ nanoseconds: UInt64) -> Double {
    (Double(nanoseconds) * 1e-9).truncatingRemainder(dividingBy: period)
  }

  /// How far the top edge is raised, rad, and how fast, rad/s: up within 0.8 s, later down likewise.
  private static func lift(_ seconds: Double) -> (angle: Double, rate: Double) {
    let (begin, direction) = seconds < 12 ? (5.0, 1.0) : (19.0, -1.0)
    let part = min(max((seconds - begin) / 0.8, 0), 1)
    let raised = part * part * (3 - 2 * part)
    let rate = direction * .pi / 2 * 6 * part * (1 - part) / 0.8
    return (.pi / 2 * (direction > 0 ? raised : 1 - raised), rate)
  }

  /// Blows to the face, in g.
  private static func taps(_ seconds: Double) -> Double {
    blow(seconds - 2) + blow(seconds - 3.5) + blow(seconds - 3.75)
  }

  /// One of 10 ms, in g.
  private static func blow(_ since: Double) -> Double {
    since > 0 && since < 0.01 ? -5 * sin(.pi * since / 0.01) : 0
  }

  /// Six times to and fro sideways, in g.
  private static func shake(_ seconds: Double) -> Double {
    seconds > 7 && seconds < 8.5 ? 2.5 * sin(2 * .pi * 4 * (seconds - 7)) : 0
  }

  /// Two steps a second, along the vertical, in g.
  private static func steps(_ seconds: Double) -> Double {
    guard seconds > 10, seconds < 18 else { return 0 }
    let phase = 2 * .pi * 2 * (seconds - 10)
    return 0.3 * sin(phase) + 0.12 * sin(2 * phase + 1) - 0.12 * sin(1)
  }

  /// A quarter of a second without weight and the impact, in g.
  private static func fall(_ seconds: Double) -> Double {
    if seconds > 21, seconds < 21.25 { return -1 }
    let since = seconds - 21.25
    return since > 0 && since < 0.4 ? 8 * exp(-since / 0.03) * sin(2 * .pi * 40 * since) : 0
  }
}

extension MotionSource where Self == GestureMotion {
  /// What people do with a device in their hands; see ``GestureMotion``.
  public static func gestures(temperature: Double = 25, noise: SeededNoise? = nil) -> GestureMotion {
    GestureMotion(temperature: temperature, noise: noise)
  }
}
