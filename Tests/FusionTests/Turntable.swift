import Foundation
import Fusion

/// A chip on a turntable: what it shows, what the filter makes of it, and by how much the heading is off.
struct Turntable {
  var motion: SimulatedMotion
  var filter: OrientationFilter
  /// Samples a second.
  let hertz: Double
  /// The axis of the turntable, reference frame, length 1.
  var axis = Vector3(0, 0, 1)
  /// The chip's temperature, degrees Celsius, which a thermometer of noise 0.05 shows; nil where it has none.
  var celsius: Double?
  private(set) var seconds = 0.0
  /// How far the turntable has turned, degrees, whichever way.
  private(set) var turned = 0.0
  private var rate = 0.0
  private var random = SplitMix64(seed: 3)
  private var lastError = 0.0
  /// The heading's error since the start, degrees, over whole turns.
  private(set) var headingError = 0.0

  /// - Parameters:
  ///   - tilt: how the chip is mounted, a rotation vector in degrees.
  ///   - bias: in deg/s; `noise` of a sample at 100 Hz, too.
  init(
    tilt: Vector3 = .zero, bias: Vector3 = .zero, noise: Double = 0.05, hertz: Double = 100,
    parameters: OrientationFilter.Parameters = OrientationFilter.Parameters()
  ) {
    motion = SimulatedMotion(orientation: Quaternion(rotationVector: radians(tilt)))
    motion.bias = radians(bias)
    motion.gyroscopeNoise = radians(noise) * (hertz / 100).squareRoot()
    motion.accelerometerNoise = 0.04 * (hertz / 100).squareRoot()
    filter = OrientationFilter(parameters: parameters)
    self.hertz = hertz
  }

  /// Turns at `rate` deg/s for one sample.
  mutating func step(_ rate: Double, acceleration: Vector3 = .zero) {
    self.rate = rate
    turned += abs(rate) / hertz
    step(rotation: motion.orientation.rotateBack(radians(rate) * axis), acceleration: acceleration)
  }

  /// Turns by any rate in the device frame, rad/s, for one sample.
  mutating func step(rotation: Vector3, acceleration: Vector3 = .zero) {
    seconds += 1 / hertz
    let sample = motion.sample(rate: rotation, seconds: 1 / hertz, acceleration: acceleration)
    if let celsius { filter.update(temperatureCelsius: celsius + 0.05 * random.normal()) }
    filter.update(sample)
    let difference = filter.orientation * motion.orientation.conjugate
    let error = 2 * degrees(atan2(difference.z, difference.w))
    headingError += remainder(error - lastError, 360)
    lastError = error
  }

  /// Stays at a rate, deg/s.
  mutating func turn(_ rate: Double, seconds: Double, watch: (Turntable) -> Void = { _ in }) {
    for _ in 0..<Int(seconds * hertz) {
      step(rate)
      watch(self)
    }
  }

  /// Goes over to a rate, deg/s, in `seconds`.
  mutating func ramp(to rate: Double, seconds: Double, shape: Ramp = .straight, watch: (Turntable) -> Void = { _ in }) {
    let start = self.rate
    let count = Int(seconds * hertz)
    for index in 0..<count {
      step(start + (rate - start) * shape.share(Double(index) / Double(count)))
      watch(self)
    }
  }

  /// Counts the heading's error and the turn from here on.
  mutating func startCounting() {
    headingError = 0
    turned = 0
  }

  /// How far the heading's error is beyond half a percent of the turn and a degree, degrees; below zero where it is within.
  var excess: Double { abs(headingError) - 0.005 * turned - 1 }

  /// How a turntable goes over from one rate to another.
  enum Ramp: CaseIterable {
    case straight, cosine, smooth

    func share(_ x: Double) -> Double {
      switch self {
      case .straight: x
      case .cosine: 0.5 * (1 - cos(.pi * x))
      case .smooth: x * x * x * (10 - 15 * x + 6 * x * x)
      }
    }
  }
}
