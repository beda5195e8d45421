/// The words of one sample as the chip gave them.
public struct RawSample: BitwiseCopyable, Sendable, Equatable {
  public var accelerometerX: Int16 = 0
  public var accelerometerY: Int16 = 0
  public var accelerometerZ: Int16 = 0
  public var gyroscopeX: Int16 = 0
  public var gyroscopeY: Int16 = 0
  public var gyroscopeZ: Int16 = 0
  public var temperature: Int16 = 0

  @_noLocks public init() {}

  /// Whether a word sits at the end of its range, where the true value may lie beyond.
  public var isClipped: Bool {
    @_noLocks get {
      isRail(accelerometerX) || isRail(accelerometerY) || isRail(accelerometerZ) || isRail(gyroscopeX)
        || isRail(gyroscopeY) || isRail(gyroscopeZ)
    }
  }

  /// Whether all words are the same. `==` is refused on the sample path: it looks up metadata.
  @_noLocks func isSame(as other: RawSample) -> Bool {
    accelerometerX == other.accelerometerX && accelerometerY == other.accelerometerY
      && accelerometerZ == other.accelerometerZ && gyroscopeX == other.gyroscopeX && gyroscopeY == other.gyroscopeY
      && gyroscopeZ == other.gyroscopeZ && temperature == other.temperature
  }

  /// Whether the words alone show another sample than the last: not the zeros of a sensor that was powered down, nor one sensor
  /// that goes on without the other.
  ///
  /// - Parameter byRate: whether the gyroscope's words must show it, since its flag is the one that was missing.
  @_noLocks func isEvidentlyNew(since last: RawSample, byRate: Bool) -> Bool {
    guard byRate else { return !isSame(as: last) && accelerometerX | accelerometerY | accelerometerZ != 0 }
    let isSameRate =
      gyroscopeX == last.gyroscopeX && gyroscopeY == last.gyroscopeY && gyroscopeZ == last.gyroscopeZ
    return !isSameRate && gyroscopeX | gyroscopeY | gyroscopeZ != 0
  }

  @_noLocks private func isRail(_ word: Int16) -> Bool { word == Int16.max || word == Int16.min }
}

/// One sample in SI units, in the chip's own axes.
public struct InertialSample: BitwiseCopyable, Sendable, Equatable {
  /// Specific force in m/s^2: +9.81 on the axis that points up at rest.
  public var specificForce: SIMD3<Double>
  /// Angular rate in rad/s, right-handed, bias included.
  public var angularRate: SIMD3<Double>
  /// Temperature of the die in degrees Celsius.
  public var temperatureCelsius: Double

  @_noLocks public init(specificForce: SIMD3<Double>, angularRate: SIMD3<Double>, temperatureCelsius: Double) {
    self.specificForce = specificForce
    self.angularRate = angularRate
    self.temperatureCelsius = temperatureCelsius
  }
}

/// The factors that turn a chip's words into SI units.
public struct SampleScale: BitwiseCopyable, Sendable, Equatable {
  /// m/s^2 for one least significant bit.
  public let accelerometer: Double
  /// rad/s for one least significant bit.
  public let gyroscope: Double
  public let temperature: TemperatureLaw

  /// Standard gravity in m/s^2 (CGPM 1901, ISO 80000-3).
  public static var standardGravity: Double { @_noLocks get { 9.80665 } }

  /// - Parameters:
  ///   - gravityPerBit: g for one least significant bit.
  ///   - degreesPerSecondPerBit: degrees per second for one least significant bit.
  public init(gravityPerBit: Double, degreesPerSecondPerBit: Double, temperature: TemperatureLaw) {
    accelerometer = gravityPerBit * Self.standardGravity
    gyroscope = degreesPerSecondPerBit * Double.pi / 180
    self.temperature = temperature
  }

  /// The sample in SI units. Pure.
  @_noLocks public func scaled(_ raw: RawSample) -> InertialSample {
    InertialSample(
      specificForce: SIMD3(
        Double(raw.accelerometerX) * accelerometer, Double(raw.accelerometerY) * accelerometer,
        Double(raw.accelerometerZ) * accelerometer),
      angularRate: SIMD3(
        Double(raw.gyroscopeX) * gyroscope, Double(raw.gyroscopeY) * gyroscope, Double(raw.gyroscopeZ) * gyroscope),
      temperatureCelsius: Double(raw.temperature) / temperature.divisor + temperature.offset)
  }
}
