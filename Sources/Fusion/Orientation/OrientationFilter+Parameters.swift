extension OrientationFilter {
  /// What the filter assumes. The defaults serve every chip and motion; they are those of Laidig & Seel 2023, table 1,
  /// unless said otherwise.
  public struct Parameters: Equatable, Sendable, BitwiseCopyable {
    /// The time constant over which acceleration in the almost-inertial frame averages out, in seconds.
    public var accelerationTimeConstant = 3.0

    /// The standard deviation of each axis' bias before anything was measured, rad/s. Default: 5 deg/s, so that the
    /// 20 deg/s of the MPU-6050 datasheet (section 6.1, zero-rate output) lie within four of them.
    public var biasInitialDeviation = 5.0 * radiansPerDegree

    /// The standard deviation of what the bias walks in one second, rad/s. Default: 0.1 deg/s in 100 s.
    public var biasWalk = 0.01 * radiansPerDegree

    /// The standard deviation that the bias settles at in motion, rad/s.
    public var biasMotionDeviation = 0.1 * radiansPerDegree

    /// The standard deviation that the bias settles at at rest, rad/s.
    public var biasRestDeviation = 0.03 * radiansPerDegree

    /// The largest residual that a measurement of the bias in motion is taken for, rad/s. It keeps one shock from
    /// throwing the estimate.
    public var biasMotionResidualLimit = 2.0 * radiansPerDegree

    /// The share of gravity by which the low-passed specific force may differ from it in length and still tell about
    /// the bias. Beyond, the accelerometer is at its rails, in free fall or broken. Our own choice.
    public var biasForceTolerance = 0.3

    /// How long both sensors must be still for rest, in seconds.
    public var restMinimumTime = 1.5

    /// The time constant of the low-passes that samples are compared with to find rest, in seconds.
    public var restTimeConstant = 0.5

    /// How far a gyroscope sample may lie from its low-passed value at rest, rad/s.
    public var restGyroscopeDeviation = 2.0 * radiansPerDegree

    /// How far an accelerometer sample may lie from its low-passed value at rest, m/s^2.
    public var restAccelerometerDeviation = 0.5

    /// How far the low-passed rate at rest may lie from the present estimate of the bias, beyond
    /// ``restBiasDeviations`` of its uncertainty, and still be a bias and no slow rotation, rad/s.
    public var restBiasMargin = 2.0 * radiansPerDegree

    /// See ``restBiasMargin``: how many standard deviations of the estimate.
    public var restBiasDeviations = 4.0

    /// The longest interval that a rotation is integrated over, in seconds. After a longer one the filter restarts.
    public var longestInterval = 1.0

    /// The magnitude of gravity, m/s^2. Default: standard gravity (CGPM 1901).
    public var gravity = 9.80665

    /// The defaults.
    @_noLocks
    public init() {}
  }
}

/// One degree in radians.
var radiansPerDegree: Double { @_noLocks get { .pi / 180 } }
