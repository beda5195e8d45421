import Foundation
import Fusion

/// A body whose orientation and acceleration are known, and the ideal chip on it.
struct SimulatedMotion {
  static let gravity = 9.80665

  /// Where the body is now, device frame to reference frame.
  var orientation: Quaternion
  /// The next sample's time in nanoseconds.
  var timeNanoseconds: UInt64 = 1_000_000_000
  /// The chip's bias, rad/s.
  var bias = Vector3.zero
  /// Standard deviations of white noise on each axis, rad/s and m/s^2.
  var gyroscopeNoise = 0.0
  var accelerometerNoise = 0.0
  /// Earth's field around the body, microtesla, reference frame (ENU): middle Europe's.
  var earthField = Vector3(0, 18, -44)
  /// What turns with the body: a magnet or hard iron, microtesla, device frame.
  var bodyField = Vector3.zero
  /// Standard deviation of the magnetometer's white noise, microtesla, and its delay, seconds.
  var magnetometerNoise = 0.0
  var magnetometerDelay = 0.0
  private var lastRate = Vector3.zero
  private var random = SplitMix64(seed: 7)

  init(orientation: Quaternion = .identity) { self.orientation = orientation }

  /// Turns the body at `rate` (rad/s, device frame) for `seconds` while it accelerates by `acceleration` (m/s^2,
  /// reference frame), and returns what the chip then says.
  mutating func sample(rate: Vector3, seconds: Double, acceleration: Vector3 = .zero) -> Sample {
    orientation = (orientation * Quaternion(rotationVector: seconds * rate)).renormalized()
    lastRate = rate
    timeNanoseconds += UInt64((seconds * 1e9).rounded())
    let force = orientation.rotateBack(acceleration + Vector3(0, 0, Self.gravity))
    return Sample(
      timeNanoseconds: timeNanoseconds,
      gyroscope: rate + bias + gyroscopeNoise * random.vector(),
      accelerometer: force + accelerometerNoise * random.vector())
  }

  /// What the magnetometer says at the last sample's time, microtesla.
  mutating func magneticField() -> Vector3 {
    let then = orientation * Quaternion(rotationVector: -magnetometerDelay * lastRate)
    let noise = magnetometerNoise > 0 ? magnetometerNoise * random.vector() : .zero
    return then.rotateBack(earthField) + bodyField + noise
  }
}

/// One row of a chip: nanoseconds, rad/s, m/s^2.
struct Sample {
  var timeNanoseconds: UInt64
  var gyroscope: Vector3
  var accelerometer: Vector3
}

extension OrientationFilter {
  @discardableResult
  mutating func update(_ sample: Sample) -> SampleVerdict {
    update(
      timeNanoseconds: sample.timeNanoseconds, gyroscope: sample.gyroscope, accelerometer: sample.accelerometer)
  }
}

extension NineAxisFilter {
  /// Turns the body and takes what all three sensors say.
  @discardableResult
  mutating func step(_ motion: inout SimulatedMotion, rate: Vector3, seconds: Double = 0.01) -> MagneticVerdict {
    let sample = motion.sample(rate: rate, seconds: seconds)
    update(timeNanoseconds: sample.timeNanoseconds, gyroscope: sample.gyroscope, accelerometer: sample.accelerometer)
    return update(timeNanoseconds: sample.timeNanoseconds, magneticField: motion.magneticField())
  }
}

/// A tumbling rate that brings each axis to the vertical in turn, rad/s; `time` in seconds.
func tumbling(_ time: Double) -> Vector3 {
  Vector3(1.1 * cos(0.9 * time), 1.3 * cos(0.7 * time), 0.9 * cos(0.5 * time))
}

/// Steele, Lea and Flood's generator (OOPSLA 2014): the same numbers on each machine.
struct SplitMix64: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }

  /// Mean 0, variance 1: the sum of four uniform numbers, centred and scaled.
  mutating func normal() -> Double {
    var sum = -2.0
    for _ in 0..<4 { sum += Double(next() >> 11) * 0x1p-53 }
    return sum * 3.0.squareRoot()
  }

  mutating func vector() -> Vector3 { Vector3(normal(), normal(), normal()) }
}

func degrees(_ angle: Double) -> Double { angle * 180 / .pi }
func radians(_ angle: Double) -> Double { angle * .pi / 180 }
func radians(_ angles: Vector3) -> Vector3 { angles * (.pi / 180) }

/// The angle in degrees between two orientations.
func angle(_ a: Quaternion, _ b: Quaternion) -> Double { degrees((a * b.conjugate).angle) }

/// The angle in degrees between the two orientations' ideas of up.
func inclination(_ a: Quaternion, _ b: Quaternion) -> Double {
  let e = a * b.conjugate
  return degrees(Quaternion(w: (e.w * e.w + e.z * e.z).squareRoot(), x: e.x, y: e.y, z: 0).angle)
}
