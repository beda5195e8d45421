extension OrientationFilter {
  /// The time of the last sample taken, nanoseconds; nil before the first.
  public var timeNanoseconds: UInt64? { @_noLocks get { lastTimeNanoseconds } }

  /// The estimate of the gyroscope's bias, rad/s, device frame.
  public var bias: Vector3 { @_noLocks get { estimate.bias } }

  /// The standard deviation of ``bias`` on each axis, rad/s.
  ///
  /// One rest alone does not prove the bias about the vertical: it may as well have been an even turn. That part stays as wide as
  /// the part's spread until a rest in another pose, or motion with that axis tilted, confirms it.
  public var biasUncertainty: Vector3 {
    @_noLocks get {
      let variance = estimate.biasVariance
      let unproven = judge.knowledge
      return Vector3(
        squareRoot(variance.x + unproven.unprovenVariance(along: Vector3(1, 0, 0))),
        squareRoot(variance.y + unproven.unprovenVariance(along: Vector3(0, 1, 0))),
        squareRoot(variance.z + unproven.unprovenVariance(along: Vector3(0, 0, 1))))
    }
  }

  /// The standard deviation of the tilt, rad.
  public var tiltUncertainty: Double { @_noLocks get { squareRoot(estimate.tiltVariance) } }

  /// The square of ``tiltUncertainty``.
  var tiltVariance: Double { @_noLocks get { estimate.tiltVariance } }

  /// The standard deviation of the bias about the vertical, rad/s: how fast the heading may drift. What one rest alone does not
  /// prove is in it; see ``biasUncertainty``.
  public var headingRateUncertainty: Double {
    @_noLocks get { squareRoot(headingRateVariance + judge.knowledge.unprovenVariance(along: up)) }
  }

  /// The variance of the bias about the vertical provided that what was taken for rest was rest, (rad/s)^2. The magnetic heading goes
  /// by it: a field that turns tells by itself that it was none.
  var headingRateVariance: Double { @_noLocks get { max(0, estimate.biasVariance(along: up)) } }

  /// The last sample's rotation rate with the bias removed, rad/s, device frame.
  public var rotationRate: Vector3 { @_noLocks get { lastGyroscope - estimate.bias } }

  /// The direction of up in the device frame, length 1: where the specific force points at rest.
  public var up: Vector3 { @_noLocks get { orientation.rotateBack(Vector3(0, 0, 1)) } }

  /// The acceleration of gravity in the device frame, m/s^2. It points down.
  public var gravity: Vector3 { @_noLocks get { -parameters.gravity * up } }

  /// The device's true acceleration in its own frame, m/s^2: the last sample's specific force and ``gravity`` together.
  /// Null at rest, ``gravity`` in free fall.
  public var linearAcceleration: Vector3 { @_noLocks get { lastAccelerometer + gravity } }
}
