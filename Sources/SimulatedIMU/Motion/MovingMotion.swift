#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A pleasant motion for demonstrations: roll, pitch and yaw swing as sums of sines, in gravity, without translation.
///
/// The rates are the exact derivatives of the orientation, and the force is gravity in its axes; so a perfect filter
/// finds ``orientation(atNanoseconds:)`` again.
public struct MovingMotion: OrientedMotionSource, Equatable {
  /// One sine: amplitude in radians, frequency in Hz, phase in radians.
  struct Sine: BitwiseCopyable, Sendable, Equatable {
    var amplitude: Double
    var frequency: Double
    var phase: Double

    func value(at seconds: Double) -> Double { amplitude * sin(2 * .pi * frequency * seconds + phase) }
    func derivative(at seconds: Double) -> Double {
      let angular = 2 * Double.pi * frequency
      return amplitude * angular * cos(angular * seconds + phase)
    }
  }

  // Frequencies without a small common multiple keep the motion from repeating within minutes. Phase 0 lets the motion
  // begin level; pitch stays well below 90 degrees.
  private static let roll = (
    Sine(amplitude: 0.60, frequency: 0.23, phase: 0), Sine(amplitude: 0.18, frequency: 0.71, phase: 0)
  )
  private static let pitch = (
    Sine(amplitude: 0.45, frequency: 0.17, phase: 0), Sine(amplitude: 0.12, frequency: 0.59, phase: 0)
  )
  private static let yaw = (
    Sine(amplitude: 0.80, frequency: 0.11, phase: 0), Sine(amplitude: 0.25, frequency: 0.37, phase: 0)
  )

  /// Multiplies all angles; 1 swings about 45 degrees in roll.
  public var vigour: Double
  /// Added to the true rates, in rad/s.
  public var gyroBias: SIMD3<Double>
  /// In degrees Celsius.
  public var temperature: Double
  /// Added to each sample; nil for none.
  public var noise: SeededNoise?

  /// A swinging motion; parameters as the properties.
  public init(
    vigour: Double = 1, gyroBias: SIMD3<Double> = .zero, temperature: Double = 25, noise: SeededNoise? = nil
  ) {
    self.vigour = vigour
    self.gyroBias = gyroBias
    self.temperature = temperature
    self.noise = noise
  }

  /// Rates, gravity and temperature at a time.
  public func motion(atNanoseconds time: UInt64) -> Motion {
    let seconds = Double(time) * 1e-9
    let roll = vigour * angle(Self.roll, seconds)
    let pitch = vigour * angle(Self.pitch, seconds)
    let rollRate = vigour * rate(Self.roll, seconds)
    let pitchRate = vigour * rate(Self.pitch, seconds)
    let yawRate = vigour * rate(Self.yaw, seconds)
    // Once each: the compiler may not assume that two calls into the mathematical library give the same.
    let (sinRoll, cosRoll, sinPitch, cosPitch) = (sin(roll), cos(roll), sin(pitch), cos(pitch))
    // Body rates of the sequence yaw, pitch, roll (Diebel, "Representing Attitude", 2006, section 8).
    let rates = SIMD3(
      rollRate - yawRate * sinPitch,
      pitchRate * cosRoll + yawRate * sinRoll * cosPitch,
      -pitchRate * sinRoll + yawRate * cosRoll * cosPitch)
    let up = SIMD3(-sinPitch, sinRoll * cosPitch, cosRoll * cosPitch)
    let motion = Motion(
      specificForce: up * Motion.standardGravity, angularRate: rates + gyroBias, temperature: temperature)
    return noise?.added(to: motion, atNanoseconds: time) ?? motion
  }

  /// The true orientation at a time, exact.
  public func orientation(atNanoseconds time: UInt64) -> TrueOrientation {
    let seconds = Double(time) * 1e-9
    return TrueOrientation(
      roll: vigour * angle(Self.roll, seconds), pitch: vigour * angle(Self.pitch, seconds),
      yaw: vigour * angle(Self.yaw, seconds))
  }

  private func angle(_ sines: (Sine, Sine), _ seconds: Double) -> Double {
    sines.0.value(at: seconds) + sines.1.value(at: seconds)
  }

  private func rate(_ sines: (Sine, Sine), _ seconds: Double) -> Double {
    sines.0.derivative(at: seconds) + sines.1.derivative(at: seconds)
  }
}

extension MotionSource where Self == MovingMotion {
  /// A pleasant motion for demonstrations; see ``MovingMotion``.
  public static func moving(
    vigour: Double = 1, gyroBias: SIMD3<Double> = .zero, temperature: Double = 25, noise: SeededNoise? = nil
  ) -> MovingMotion {
    MovingMotion(vigour: vigour, gyroBias: gyroBias, temperature: temperature, noise: noise)
  }
}
