/// The orientation of a device from its gyroscope and accelerometer; heading free.
///
/// The filter is of the kind of VQF (D. Laidig, T. Seel, "VQF: Highly accurate IMU orientation estimation with bias
/// estimation and magnetic disturbance rejection", Information Fusion 91, 2023): the rotation rate is integrated; the
/// specific force is rotated into the resulting almost-inertial frame and low-passed there, where the device's own
/// acceleration averages out; what is left points up and corrects the tilt alone. The gyroscope's bias comes from rest
/// and from the rate of those corrections.
///
/// Frames: the device frame is right-handed, the reference frame has z up and keeps the heading that the device had at
/// the first sample (there, the orientation turns about a horizontal axis only). Units: seconds, rad/s, m/s^2.
///
/// A value type without heap: a copy is a snapshot. Not to be used from two threads at once. Real-time: `update` and all
/// properties are safe on the sample path; no allocation, no lock, the same input gives the same bits.
public struct OrientationFilter: Sendable, BitwiseCopyable {
  /// The assumptions it was made with.
  public let parameters: Parameters

  /// The orientation: `v_ref = q v_dev q*`, norm 1. The identity before the first sample.
  public private(set) var orientation = Quaternion.identity

  /// What became of the samples so far.
  public private(set) var counts = SampleCounts()

  /// True while neither sensor has moved for a while (``Parameters/restMinimumTime``) and the rate can be a bias.
  public private(set) var isAtRest = false

  var biasEstimate: GyroscopeBias
  private var restDetector: RestDetector
  private var tilt: TiltCorrection

  /// The last sample taken: time in nanoseconds (nil before the first), rad/s, m/s^2.
  private(set) var lastTimeNanoseconds: UInt64?
  private(set) var lastGyroscope = Vector3.zero
  private(set) var lastAccelerometer = Vector3.zero

  /// A filter before its first sample.
  @_noLocks
  public init(parameters: Parameters = Parameters()) {
    self.parameters = parameters
    biasEstimate = GyroscopeBias(parameters)
    restDetector = RestDetector(parameters)
    tilt = TiltCorrection(timeConstant: parameters.accelerationTimeConstant)
  }

  /// Takes one sample.
  ///
  /// Any interval will do; it is the difference of the times, never a nominal one. A sample that is not later than the
  /// one before (repeated, time stepping back) and one with NaN, infinity or a value that no chip measures change
  /// nothing but ``counts``; the next good sample bridges the interval. After an interval above
  /// ``Parameters/longestInterval`` the rotation in between is unknown: the tilt is taken from the sample as at the
  /// start, low-passes and rest begin anew, the heading is kept, and so is the bias, less sure by the time passed.
  ///
  /// - Parameters:
  ///   - timeNanoseconds: when the sample was taken, on a clock that runs forward.
  ///   - gyroscope: the rotation rate, rad/s, bias included.
  ///   - accelerometer: the specific force, m/s^2: 1 g upwards at rest.
  /// - Returns: what was done with the sample.
  @_noLocks @discardableResult
  public mutating func update(timeNanoseconds: UInt64, gyroscope: Vector3, accelerometer: Vector3) -> SampleVerdict {
    let verdict = take(timeNanoseconds, gyroscope, accelerometer)
    counts.count(verdict)
    return verdict
  }

  @inline(__always) @_noLocks
  private mutating func take(_ time: UInt64, _ gyroscope: Vector3, _ accelerometer: Vector3) -> SampleVerdict {
    guard isPlausible(gyroscope, accelerometer) else { return .refused }
    guard let last = lastTimeNanoseconds else {
      restart(gyroscope, accelerometer, time)
      return .restarted
    }
    guard time > last else { return .notLater }
    let seconds = Double(time - last) * 1e-9
    biasEstimate.walk(seconds: seconds)
    guard seconds <= parameters.longestInterval else {
      restart(gyroscope, accelerometer, time)
      return .restarted
    }
    advance(gyroscope, accelerometer, seconds)
    keep(gyroscope, accelerometer, time)
    return .used
  }

  /// No chip measures more than 32 g or 4000 deg/s on an axis; the limits are about twice the length of three such axes.
  /// Written so that NaN fails.
  @inline(__always) @_noLocks
  private func isPlausible(_ gyroscope: Vector3, _ accelerometer: Vector3) -> Bool {
    gyroscope.lengthSquared < 250 * 250 && accelerometer.lengthSquared < 1000 * 1000
  }

  @inline(__always) @_noLocks
  private mutating func keep(_ gyroscope: Vector3, _ accelerometer: Vector3, _ time: UInt64) {
    lastTimeNanoseconds = time
    lastGyroscope = gyroscope
    lastAccelerometer = accelerometer
  }

  @_noLocks
  private mutating func restart(_ gyroscope: Vector3, _ accelerometer: Vector3, _ time: UInt64) {
    tilt.restart()
    restDetector.restart()
    restDetector.update(seconds: 0, gyroscope: gyroscope, accelerometer: accelerometer)
    isAtRest = false
    orientation = tilt.correct(orientation, accelerometer: accelerometer, bias: biasEstimate.value, seconds: 0)
    keep(gyroscope, accelerometer, time)
  }

  @inline(__always) @_noLocks
  private mutating func advance(_ gyroscope: Vector3, _ accelerometer: Vector3, _ seconds: Double) {
    restDetector.update(seconds: seconds, gyroscope: gyroscope, accelerometer: accelerometer)
    let wasAtRest = isAtRest
    isAtRest = restDetector.isStill && biasEstimate.allows(restDetector.gyroscope)
    let turned = Quaternion(rotationVector: seconds * (gyroscope - biasEstimate.value))
    orientation = (orientation * turned).renormalized()
    orientation = tilt.correct(
      orientation, accelerometer: accelerometer, bias: biasEstimate.value, seconds: seconds)
    if isAtRest {
      if !wasAtRest { orientation = tilt.settle(orientation, accelerometer: restDetector.accelerometer) }
      biasEstimate.observeRest(rate: restDetector.gyroscope, seconds: seconds)
    } else if tellsBias {
      biasEstimate.observeMotion(tilt.xAxis, measured: tilt.biasAlongX, seconds: seconds)
      biasEstimate.observeMotion(tilt.yAxis, measured: tilt.biasAlongY, seconds: seconds)
    }
  }

  /// True if the rate of tilt corrections is that of the bias' error: not in the means of the start, and not while
  /// the low-passed specific force is no gravity.
  private var tellsBias: Bool {
    @_noLocks get {
      !tilt.isStarting
        && abs(tilt.forceLength - parameters.gravity) < parameters.biasForceTolerance * parameters.gravity
    }
  }
}
