/// The orientation of a device from its gyroscope and accelerometer; heading free.
///
/// The rotation rate is integrated (``Strapdown``). The specific force is rotated into the resulting frame, whose tilt is
/// almost right, and an error-state Kalman filter (``InertialEstimate``) corrects tilt and gyroscope bias so that the
/// device's velocity and position stay bounded. At rest (``RestDetector``, ``RestJudge``) the gyroscope shows its bias and the
/// accelerometer the tilt. Integration in the almost-inertial frame and rest detection follow VQF (D. Laidig, T. Seel,
/// "VQF: Highly accurate IMU orientation estimation with bias estimation and magnetic disturbance rejection",
/// Information Fusion 91, 2023).
///
/// Frames: the device frame is right-handed; the reference frame has z up and the heading that the device had at the first
/// sample (its first orientation turns about a horizontal axis). Units: seconds, rad/s, m/s^2.
///
/// A value type without heap: a copy is a snapshot. Not to be used from two threads at once. Real-time: `update` and all
/// properties are safe on the sample path; no allocation, no lock, and the same input gives the same bits.
public struct OrientationFilter: Sendable, BitwiseCopyable {
  /// The assumptions it was made with.
  public let parameters: Parameters

  /// The orientation: `v_ref = q v_dev q*`, norm 1. The identity before the first sample.
  public private(set) var orientation = Quaternion.identity

  /// What became of the samples so far.
  public private(set) var counts = SampleCounts()

  /// True while neither sensor has moved for a while (``Parameters/restMinimumTime``), the rate can be a bias by what is known of
  /// it, and the tilt can be right.
  ///
  /// Until the first rest any bias within ``Parameters/biasTolerance`` is possible, so a body that turns evenly about the
  /// vertical with less from the first sample on passes for one at rest: nothing can tell the two apart, and
  /// ``biasUncertainty`` says so. After a rest an even turn is none for as long as it lasts.
  public private(set) var isAtRest = false

  private(set) var estimate: InertialEstimate
  private var restDetector: RestDetector
  private(set) var judge: RestJudge
  private var strapdown = Strapdown()
  private var interval = MotionInterval()

  /// The last sample taken: time in nanoseconds (nil before the first), rad/s, m/s^2.
  private(set) var lastTimeNanoseconds: UInt64?
  private(set) var lastGyroscope = Vector3.zero
  private(set) var lastAccelerometer = Vector3.zero

  /// Below this, m/s^2, a specific force has no direction: free fall, or a dead accelerometer.
  private static let leastForce = 1.0

  /// A filter before its first sample.
  @_noLocks
  public init(parameters: Parameters = Parameters()) {
    self.parameters = parameters
    estimate = InertialEstimate(parameters)
    restDetector = RestDetector(parameters)
    judge = RestJudge(parameters)
  }

  /// Takes one sample.
  ///
  /// Any interval will do; it is the difference of the times, never a nominal one. A sample that is not later than the
  /// one before (repeated, time stepping back) and one with NaN, infinity or a value that no chip measures change
  /// nothing but ``counts``; the next good sample bridges the interval. After an interval above
  /// ``Parameters/longestInterval`` the rotation in between is unknown: the tilt is taken from the sample as at the
  /// start, rest begins anew, the heading is kept, and so is the bias, less sure by the time passed. The same restart
  /// follows when the tilt turns out to be wrong altogether.
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
      restart(accelerometer)
      keep(gyroscope, accelerometer, time)
      return .restarted
    }
    guard time > last else { return .notLater }
    let verdict = advance(gyroscope, accelerometer, seconds: Double(time - last) * 1e-9)
    keep(gyroscope, accelerometer, time)
    return verdict
  }

  @inline(__always) @_noLocks
  private mutating func advance(_ gyroscope: Vector3, _ accelerometer: Vector3, seconds: Double) -> SampleVerdict {
    guard seconds <= parameters.longestInterval else {
      estimate.restart(after: seconds)
      judge.restart(after: seconds)
      restart(accelerometer)
      return .restarted
    }
    turn(gyroscope, accelerometer, seconds: seconds)
    guard interval.seconds >= parameters.correctionInterval else { return .used }
    estimate.predict(interval, isAtRest: isAtRest)
    guard !estimate.hasDiverged else {
      estimate.restartWithUnknownBias()
      judge.doubt()
      restart(accelerometer)
      return .restarted
    }
    correct()
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
  private mutating func restart(_ accelerometer: Vector3) {
    restDetector.restart()
    strapdown.restart()
    interval = MotionInterval()
    isAtRest = false
    if let up = direction(of: accelerometer) {
      orientation = (Quaternion(turningUp: up) * orientation).renormalized()
    }
  }

  /// Where a specific force points in the reference frame, or nil where it is too weak to tell.
  @inline(__always) @_noLocks
  private func direction(of force: Vector3) -> Vector3? {
    let squared = force.lengthSquared
    guard squared > Self.leastForce * Self.leastForce else { return nil }
    return orientation.rotate(force) * (1 / squareRoot(squared))
  }

  @inline(__always) @_noLocks
  private mutating func turn(_ gyroscope: Vector3, _ accelerometer: Vector3, seconds: Double) {
    restDetector.update(seconds: seconds, gyroscope: gyroscope, accelerometer: accelerometer)
    // Rest begins with a correction, which looks at it closely, and ends with the first sample that isn't still.
    isAtRest = isAtRest && restDetector.isStill
    let rate = gyroscope - estimate.bias
    let turned = strapdown.rotation(from: lastGyroscope - estimate.bias, to: rate, seconds: seconds)
    orientation = (orientation * turned).renormalized()
    interval.add(Matrix3(rotation: orientation), force: accelerometer, rate: rate, seconds: seconds)
    // The length first: it spares the axes to nearly all samples.
    if gyroscope.lengthSquared >= parameters.gyroscopeLimit * parameters.gyroscopeLimit {
      noteClipping(gyroscope, seconds: seconds)
    }
    if accelerometer.lengthSquared >= parameters.accelerometerLimit * parameters.accelerometerLimit {
      noteClipping(force: accelerometer, seconds: seconds)
    }
  }

  @_noLocks
  private mutating func noteClipping(_ gyroscope: Vector3, seconds: Double) {
    let greatest = max(max(abs(gyroscope.x), abs(gyroscope.y)), abs(gyroscope.z))
    guard greatest >= parameters.gyroscopeLimit else { return }
    counts.clipped &+= 1
    interval.addClipping(rate: gyroscope, seconds: seconds)
  }

  /// The tilt is hardly corrected by an interval whose velocity is so uncertain: vibration beyond the range would drag it.
  @_noLocks
  private mutating func noteClipping(force: Vector3, seconds: Double) {
    let greatest = max(max(abs(force.x), abs(force.y)), abs(force.z))
    guard greatest >= parameters.accelerometerLimit else { return }
    interval.addClipping(force: force, seconds: seconds)
  }

  @_noLocks
  private mutating func correct() {
    let seconds = interval.seconds
    let vertical = up
    judge.pass(seconds: seconds, up: vertical)
    var correction: Vector3
    if restDetector.isStill, let up = direction(of: restDetector.accelerometer) {
      correction = correctStill(up, seconds: seconds)
    } else {
      judge.move(up: vertical, estimate: &estimate)
      isAtRest = false
      correction = estimate.correctInMotion(seconds: seconds)
    }
    orientation = (Quaternion(rotationVector: correction) * orientation).renormalized()
    interval = MotionInterval()
  }

  /// The correction where the signal is still: at rest, or in an even turn.
  @_noLocks
  private mutating func correctStill(_ up: Vector3, seconds: Double) -> Vector3 {
    let allowsTilt = estimate.allowsTilt(up)
    let isTiltPossible = allowsTilt || restDetector.stillTime > parameters.restUndoubtedTime
    let verdict = judge.judge(
      restDetector.reading, isTiltPossible: isTiltPossible, seconds: seconds, estimate: &estimate)
    isAtRest = verdict.isRest
    if verdict.isRest, !allowsTilt { estimate.restart(after: 0) }
    var correction =
      verdict.isRest ? estimate.correctAtRest(seconds: seconds, up: up) : estimate.correctInMotion(seconds: seconds)
    correction.z = verdict.heading
    return correction
  }
}

extension OrientationFilter {
  /// Takes the temperature of the chip, in degrees Celsius, before the sample that it belongs to; one that no chip has changes
  /// nothing. With it a bias that moved in a warm-up is told from a turn by how much the chip has warmed. A temperature that has
  /// never changed proves nothing. Without any the bias is granted what a warm-up takes in the time. Real-time.
  @_noLocks
  public mutating func update(temperatureCelsius: Double) {
    let variance = judge.take(celsius: temperatureCelsius)
    if variance > 0 { estimate.widenBias(by: squareRoot(variance)) }
  }

  /// The chip was set up again, as after a failure of its supply: its bias may have changed as in a warm-up. Real-time.
  @_noLocks
  public mutating func noteChipRestart() {
    judge.admitChange()
    isAtRest = false
  }

  /// Lets time pass unseen, in which the clock may have been set anew: the next sample, whatever its time, restarts the
  /// filter as after a gap of `seconds` (0 or more). Heading and bias are kept, the bias less surely.
  public mutating func pause(seconds: Double) {
    estimate.restart(after: max(0, seconds))
    judge.restart(after: max(0, seconds))
    restDetector.restart()
    strapdown.restart()
    interval = MotionInterval()
    isAtRest = false
    lastTimeNanoseconds = nil
  }

  mutating func exchange(_ archive: inout StateArchive) {
    archive.exchange(&orientation)
    counts.exchange(&archive)
    archive.exchange(&isAtRest)
    estimate.exchange(&archive)
    restDetector.exchange(&archive)
    judge.exchange(&archive)
    strapdown.exchange(&archive)
    interval.exchange(&archive)
    archive.exchange(&lastTimeNanoseconds)
    archive.exchange(&lastGyroscope)
    archive.exchange(&lastAccelerometer)
  }

  /// What is wrong with a state that no run leads to; nil for one that is possible.
  var fault: String? {
    if abs(orientation.norm - 1) > 1e-9 { return "the orientation's norm is not 1" }
    if !isPlausible(lastGyroscope, lastAccelerometer) { return "the last sample is beyond what any chip measures" }
    if !isPlausible(estimate.bias, .zero) { return "the bias is beyond what any chip has" }
    if !restDetector.isPossible || !strapdown.isPossible { return "a duration is negative, or too short" }
    if !judge.isPossible { return "what is known of the bias can't be so" }
    if !interval.isPossible { return "the interval's sums don't belong to its length" }
    return estimate.fault
  }
}
