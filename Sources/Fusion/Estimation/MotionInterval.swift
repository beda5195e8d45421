/// What has been measured since the last correction, summed up: the corrections need no more than this, so they can come
/// at a lower rate than the samples without losing one.
struct MotionInterval: Sendable, BitwiseCopyable {
  /// The time covered, seconds.
  private(set) var seconds = 0.0
  /// The specific force over that time in the reference frame: the change of velocity, gravity included, m/s.
  private(set) var velocityChange = Vector3.zero
  /// The reference frame's horizontal axes in the device frame, by time: seconds.
  private(set) var xAxis = Vector3.zero
  private(set) var yAxis = Vector3.zero
  /// The square of the rotation rate by time, rad^2/s.
  private(set) var squaredRate = 0.0
  /// What the orientation may have turned unseen while the gyroscope was at its rails: a variance, rad^2.
  private(set) var unseenTurn = 0.0
  /// What the velocity may have changed unseen while the accelerometer was at its rails: a variance, m^2/s^2.
  private(set) var unseenVelocity = 0.0

  @_noLocks
  init() {}

  /// Adds a sample: the orientation after it, the specific force (m/s^2) and the rate without bias (rad/s), both in the
  /// device frame.
  @inline(__always) @_noLocks
  mutating func add(_ rotation: Matrix3, force: Vector3, rate: Vector3, seconds: Double) {
    self.seconds += seconds
    velocityChange += seconds * (rotation * force)
    xAxis += seconds * rotation.row1
    yAxis += seconds * rotation.row2
    squaredRate += seconds * rate.lengthSquared
  }

  /// Adds that the sample just added was cut off: the true rate was higher by half, give or take.
  @_noLocks
  mutating func addClipping(rate: Vector3, seconds: Double) {
    unseenTurn += 0.25 * seconds * seconds * rate.lengthSquared
  }

  /// Adds that the force of the sample just added was cut off: what is missing may be as much as what was seen.
  @_noLocks
  mutating func addClipping(force: Vector3, seconds: Double) {
    unseenVelocity += seconds * seconds * force.lengthSquared
  }
}

extension MotionInterval {
  mutating func exchange(_ archive: inout StateArchive) {
    archive.exchange(&seconds)
    archive.exchange(&velocityChange)
    archive.exchange(&xAxis)
    archive.exchange(&yAxis)
    archive.exchange(&squaredRate)
    archive.exchange(&unseenTurn)
    archive.exchange(&unseenVelocity)
  }

  /// False for a state that no run leads to. A little more than the sums of rounded products can come to is allowed.
  var isPossible: Bool {
    let most = 1.001 * seconds * seconds
    return seconds >= 0 && squaredRate >= 0 && unseenTurn >= 0 && unseenVelocity >= 0 && xAxis.lengthSquared <= most
      && yAxis.lengthSquared <= most
  }
}
