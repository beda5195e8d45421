extension HeadingFilter {
  /// The angle about the vertical that turns the six-axis orientation to magnetic north, in [-pi, pi] rad. 0 before the
  /// first sample.
  public var correction: Double { @_noLocks get { estimate.correction } }

  /// The standard deviation of ``correction``, rad; pi where the heading is unknown.
  public var correctionUncertainty: Double { @_noLocks get { squareRoot(estimate.variance) } }

  /// True while norm or dip of the field don't fit the reference, and for ``Parameters/undisturbedMinimumTime`` after
  /// that.
  public var isDisturbed: Bool { @_noLocks get { field.isDisturbed } }

  /// The norm of the field over the last correction's interval, microtesla; 0 before the first sample.
  public var fieldNorm: Double { @_noLocks get { field.current.norm } }

  /// The dip of that field below the horizon, rad; positive in the northern hemisphere.
  public var fieldDip: Double { @_noLocks get { field.current.dip } }

  /// The norm and the dip of the field that counts as undisturbed, microtesla and rad.
  public var referenceNorm: Double { @_noLocks get { field.reference.norm } }
  public var referenceDip: Double { @_noLocks get { field.reference.dip } }

  /// True once the device has turned in the reference field for long enough to tell it from that of a magnet which turns
  /// with the device.
  public var isReferenceConfirmed: Bool { @_noLocks get { field.isConfirmed } }

  /// The delay of the magnetometer's samples against the gyroscope's, seconds.
  public var delay: Double { @_noLocks get { estimate.delay } }

  /// The standard deviation of ``delay``, seconds.
  public var delayUncertainty: Double { @_noLocks get { squareRoot(estimate.delayVariance) } }

  /// The time of the last sample taken, nanoseconds; nil before the first.
  public var timeNanoseconds: UInt64? { @_noLocks get { lastTimeNanoseconds } }

  /// A six-axis orientation turned to magnetic north: device frame to ENU, norm 1.
  @_noLocks
  public func oriented(_ inertial: Quaternion) -> Quaternion {
    let half = 0.5 * estimate.correction
    return (Quaternion(w: cosine(half), x: 0, y: 0, z: sine(half)) * inertial).renormalized()
  }
}
