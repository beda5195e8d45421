/// What a still signal says, low-passed, device frame.
struct StillReading: Sendable, BitwiseCopyable {
  /// The rate, rad/s, and how fast it changes, rad/s^2.
  let rate: Vector3
  let rateSlope: Vector3
  /// The specific force, m/s^2, and how fast it changes, m/s^3.
  let force: Vector3
  let forceSlope: Vector3
  /// How long the signal has been still, seconds.
  let stillTime: Double
  /// By how long the low-passed values are late, seconds.
  let delay: Double

  @_noLocks
  init(rate: LowPass3, force: LowPass3, stillTime: Double, delay: Double) {
    self.rate = rate.value
    rateSlope = rate.slope
    self.force = force.value
    forceSlope = force.slope
    self.stillTime = stillTime
    self.delay = delay
  }

  /// The rate without the low-pass' delay, rad/s.
  var presentRate: Vector3 { @_noLocks get { rate + delay * rateSlope } }

  /// True if rate and force stand as still as their noise lets them: a turn that slows down, or takes gravity along, looks
  /// still, too. The limits are 7 times what an MPU-6050's noise makes of the slopes.
  var isCalm: Bool {
    @_noLocks get {
      rateSlope.lengthSquared < Self.calmRate * Self.calmRate
        && forceSlope.lengthSquared < Self.calmForce * Self.calmForce
    }
  }

  private static var calmRate: Double { @_noLocks get { 0.1 * radiansPerDegree } }
  private static var calmForce: Double { @_noLocks get { 0.1 } }
}
