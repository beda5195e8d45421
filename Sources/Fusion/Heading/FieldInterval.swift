/// What the heading needs of the six-axis filter for each sample.
struct InertialPose: Sendable, BitwiseCopyable {
  /// Whether the filter has taken a sample, and the time of its last; apart, because Swift 6.0.3 fails on an optional here.
  let isTimed: Bool
  let timeNanoseconds: UInt64
  let orientation: Quaternion
  /// rad/s, device frame, bias removed.
  let rotationRate: Vector3
  /// How often the body may have turned unseen: the filter's restarts and its samples at the gyroscope's rails.
  let losses: UInt64

  @inline(__always) @_noLocks
  init(_ filter: OrientationFilter) {
    isTimed = filter.timeNanoseconds != nil
    timeNanoseconds = filter.timeNanoseconds ?? 0
    orientation = filter.orientation
    rotationRate = filter.rotationRate
    losses = filter.counts.restarted &+ filter.counts.clipped
  }
}

/// The magnetometer's samples since the last correction, summed up in the frame of the six-axis orientation, where the
/// field stands still: corrections need no more than this, so they can come at a lower rate.
struct FieldInterval: Sendable, BitwiseCopyable {
  /// The time covered, seconds, and the number of samples.
  private(set) var seconds = 0.0
  private(set) var samples: UInt64 = 0
  /// The square of the rotation rate by time, rad^2/s.
  private(set) var squaredRate = 0.0
  /// The field by time, microtesla s.
  private var field = Vector3.zero
  /// How a sample that is late by a second would look turned away, by time: microtesla.
  private var turning = Vector3.zero

  @_noLocks
  init() {}

  /// The mean of the field, microtesla.
  var meanField: Vector3 { @_noLocks get { field / seconds } }

  /// What a delay of one second adds to ``meanField``, microtesla/s.
  var meanTurning: Vector3 { @_noLocks get { turning / seconds } }

  /// Adds a sample.
  /// - Parameters:
  ///   - measured: the field, microtesla, device frame.
  ///   - ahead: by how much the pose is later than the sample, seconds.
  ///   - pose: the device's orientation and rotation rate.
  ///   - seconds: the time since the sample before, above 0.
  @inline(__always) @_noLocks
  mutating func add(_ measured: Vector3, ahead: Double, pose: InertialPose, seconds: Double) {
    // A field that stands still in the reference frame turns against the device by dm/dt = -w x m, so an old sample
    // looks turned by w x m for each second of its age.
    let change = pose.rotationRate.cross(measured)
    self.seconds += seconds
    samples &+= 1
    squaredRate += seconds * pose.rotationRate.lengthSquared
    field += seconds * pose.orientation.rotate(measured - ahead * change)
    turning += seconds * pose.orientation.rotate(change)
  }
}

extension FieldInterval {
  mutating func exchange(_ archive: inout StateArchive) {
    archive.exchange(&seconds)
    archive.exchange(&samples)
    archive.exchange(&squaredRate)
    archive.exchange(&field)
    archive.exchange(&turning)
  }
}
