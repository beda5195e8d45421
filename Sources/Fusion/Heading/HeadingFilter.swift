/// The heading from a magnetometer, as one angle beside the six-axis orientation.
///
/// It only reads an ``OrientationFilter``, so a magnet can turn the heading but never tilt the horizon, and the six-axis
/// state is the same to the last bit with or without a magnetometer. Splitting the orientation this way, and telling a
/// disturbed field by its norm and dip, follow VQF (D. Laidig, T. Seel, "VQF: Highly accurate IMU orientation estimation
/// with bias estimation and magnetic disturbance rejection", Information Fusion 91, 2023). Two things differ: how much a
/// sample counts follows from how far the heading may have drifted since (``HeadingEstimate``), so that a start is quick
/// and a settled heading is calm; and the delay of the magnetometer against the gyroscope is learnt. A delay of 15 ms at
/// 3 rad/s is an error of 2.6 degrees of the field's direction, and 7 of the heading where the field is steep.
///
/// The magnetometer is calibrated (hard and soft iron), in the device frame, in microtesla, at any rate, with or without
/// gaps. The reference frame is ENU: x magnetic east, y magnetic north, z up.
///
/// A value type without heap. Not to be used from two threads at once. Real-time: safe on the sample path; no
/// allocation, no lock, and the same input gives the same bits.
public struct HeadingFilter: Sendable, BitwiseCopyable {
  /// The assumptions it was made with.
  public let parameters: Parameters

  /// What became of the magnetometer's samples so far.
  public private(set) var counts = MagneticCounts()

  private(set) var estimate: HeadingEstimate
  private(set) var field: FieldReference
  private var interval = FieldInterval()
  /// The last sample taken, nanoseconds; nil before the first.
  private(set) var lastTimeNanoseconds: UInt64?
  /// How often the body may have turned unseen by then.
  private var lossesSeen: UInt64 = 0
  /// How much of the patience with a disturbed field is used up, seconds.
  private var rejectionTime = 0.0

  /// A filter before its first sample.
  @_noLocks
  public init(parameters: Parameters = Parameters()) {
    self.parameters = parameters
    estimate = HeadingEstimate(parameters)
    field = FieldReference(parameters)
  }

  /// Takes one magnetometer sample.
  ///
  /// - Parameters:
  ///   - timeNanoseconds: when it was taken, on the clock of the gyroscope's samples, within
  ///     ``Parameters/greatestTimeDifference`` of the last of them.
  ///   - magneticField: the field, microtesla, device frame.
  ///   - inertial: the six-axis filter, which has taken the gyroscope's samples up to about then.
  /// - Returns: what was done with the sample.
  @_noLocks @discardableResult
  public mutating func update(timeNanoseconds: UInt64, magneticField: Vector3, inertial: OrientationFilter)
    -> MagneticVerdict
  {
    let pose = InertialPose(inertial)
    if let verdict = gather(timeNanoseconds, magneticField, pose) { return verdict }
    return correct(rateVariance: inertial.headingRateVariance, tiltVariance: inertial.tiltVariance)
  }

  /// The first half of ``update(timeNanoseconds:magneticField:inertial:)``: all that each sample needs.
  /// - Returns: what was done with the sample, or nil where a correction is due.
  @inline(__always) @_noLocks
  mutating func gather(_ time: UInt64, _ measured: Vector3, _ pose: InertialPose) -> MagneticVerdict? {
    if let verdict = take(time, measured, pose) {
      counts.count(verdict, samples: 1)
      return verdict
    }
    // The first sample corrects at once.
    return interval.seconds >= parameters.correctionInterval || !field.hasStarted ? nil : .gathered
  }

  /// Adds a sample to the interval, or tells why not.
  @inline(__always) @_noLocks
  private mutating func take(_ time: UInt64, _ measured: Vector3, _ pose: InertialPose) -> MagneticVerdict? {
    guard isPlausible(measured) else { return .refused }
    guard pose.isTimed else { return .notTimely }
    let inertialTime = pose.timeNanoseconds
    let ahead =
      inertialTime >= time ? Double(inertialTime &- time) * 1e-9 : -Double(time &- inertialTime) * 1e-9
    guard abs(ahead) <= parameters.greatestTimeDifference else { return .notTimely }
    var seconds = Self.firstInterval
    if let last = lastTimeNanoseconds {
      guard time > last else { return .notLater }
      seconds = Double(time &- last) * 1e-9
    }
    lastTimeNanoseconds = time
    if pose.losses != lossesSeen {
      // The body may have turned unseen, and what was gathered belongs to another tilt.
      lossesSeen = pose.losses
      interval = FieldInterval()
      estimate.loseHeading()
    }
    interval.add(measured, ahead: ahead, pose: pose, seconds: seconds)
    return nil
  }

  /// The second half: corrects the heading by what was gathered.
  /// - Parameters:
  ///   - rateVariance: the variance of the gyroscope's bias about the vertical, (rad/s)^2.
  ///   - tiltVariance: the variance of the tilt, both axes, rad^2.
  @_noLocks
  mutating func correct(rateVariance: Double, tiltVariance: Double) -> MagneticVerdict {
    let gathered = interval
    interval = FieldInterval()
    estimate.predict(seconds: gathered.seconds, rateVariance: rateVariance, squaredRateTime: gathered.squaredRate)
    let view = FieldView(gathered, delay: estimate.delay)
    let isTurning =
      gathered.squaredRate >= parameters.turningRate * parameters.turningRate * gathered.seconds
    // However long the samples stayed away, a few are no mean over more than this.
    let seconds = min(gathered.seconds, Self.longestWeight)
    // Once patience is at an end, the heading itself may be what is wrong.
    let fitsHeading =
      (rejectionTime >= parameters.greatestRejectionTime && field.isSteady)
      || estimate.allows(
        heading: view.heading, tolerance: parameters.headingTolerance, deviations: parameters.headingDeviations)
    if field.update(view, fitsHeading: fitsHeading, isTurning: isTurning, seconds: seconds) {
      estimate.loseHeading()
    }
    let verdict = correct(view, seconds: seconds)
    // A tilt by e turns the field's steep part into the horizontal one: a heading error of e tan(dip).
    let share = max(view.horizontalShareSquared, Self.leastShare * Self.leastShare)
    estimate.limit(toVariance: 0.5 * tiltVariance * (1 - share) / share)
    counts.count(verdict, samples: gathered.samples)
    return verdict
  }

  @_noLocks
  private mutating func correct(_ view: FieldView, seconds: Double) -> MagneticVerdict {
    let isDisturbed = field.isDisturbed
    var noise = parameters.fieldDirectionNoise * parameters.fieldDirectionNoise / seconds
    if isDisturbed {
      let isPatient = rejectionTime < parameters.greatestRejectionTime
      if isPatient { rejectionTime += seconds }
      guard (!isPatient && field.isSteady) || estimate.isHeadingUnknown else { return .rejected }
      noise *= parameters.disturbedNoiseFactor * parameters.disturbedNoiseFactor
    } else {
      // Patience comes back twice as fast as it is used up (Laidig & Seel 2023).
      rejectionTime = max(0, rejectionTime - 2 * seconds)
    }
    // A steep field tells the heading by its short horizontal part only.
    guard view.horizontalShareSquared > Self.leastShare * Self.leastShare else { return .rejected }
    estimate.correct(
      heading: view.heading, headingPerDelay: view.headingPerDelay, noise: noise / view.horizontalShareSquared,
      learnsDelay: !isDisturbed)
    return isDisturbed ? .usedDisturbed : .used
  }

  /// Earth's field is 22 to 67 microtesla (World Magnetic Model 2020). What is 20 times weaker or 100 times stronger is
  /// a dead sensor or one at its rails. Written so that NaN fails.
  @inline(__always) @_noLocks
  private func isPlausible(_ field: Vector3) -> Bool {
    let squared = field.lengthSquared
    return squared > 1 && squared < 10_000 * 10_000
  }

  /// What the first sample counts as, having no interval of its own, seconds.
  private static let firstInterval = 0.01
  /// See ``correct(rateVariance:)``, seconds.
  private static let longestWeight = 0.5
  /// Below this share of the field, its horizontal part has no direction: within 3 degrees of a magnetic pole.
  private static let leastShare = 0.05
}

extension HeadingFilter {
  /// The clock may be set anew, and the body may have turned unseen.
  mutating func pause() {
    lastTimeNanoseconds = nil
    interval = FieldInterval()
    estimate.loseHeading()
  }

  mutating func exchange(_ archive: inout StateArchive) {
    counts.exchange(&archive)
    estimate.exchange(&archive)
    field.exchange(&archive)
    interval.exchange(&archive)
    archive.exchange(&lastTimeNanoseconds)
    archive.exchange(&lossesSeen)
    archive.exchange(&rejectionTime)
  }

  /// What is wrong with a state that no run leads to; nil for one that is possible.
  var fault: String? {
    if !field.isPossible { return "the magnetic field's norm or dip is out of bounds" }
    if interval.seconds < 0 || rejectionTime < 0 { return "a duration is negative" }
    return estimate.fault
  }
}
