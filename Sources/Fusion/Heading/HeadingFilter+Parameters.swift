extension HeadingFilter {
  /// What the heading filter assumes. All must be above 0. The times and tolerances of disturbances are those of
  /// Laidig & Seel 2023 but for ``undisturbedMinimumTime``, which is twice theirs.
  public struct Parameters: Equatable, Sendable, BitwiseCopyable {
    // MARK: Heading

    /// How far the local field's direction lies off the reference's, as noise, rad by the root of Hz. The heading's
    /// noise is that divided by the cosine of the dip.
    public var fieldDirectionNoise = 2.5 * radiansPerDegree
    /// The factor on ``fieldDirectionNoise`` when a disturbed field is used after all.
    public var disturbedNoiseFactor = 2.0
    /// How long the error of the rotation rate about the vertical stays the same, in seconds.
    public var driftCorrelationTime = 30.0
    /// The gyroscope's white noise and its error in proportion to the rate, as in ``OrientationFilter/Parameters``.
    public var gyroscopeNoise = 0.01 * radiansPerDegree
    public var gyroscopeRateError = 0.003

    /// The time over which samples are averaged for a correction, in seconds; slower samples correct each by itself.
    public var correctionInterval = 0.05

    // MARK: Delay

    /// The standard deviation of the magnetometer's delay against the gyroscope before anything was measured, seconds:
    /// magnetometers convert for 5 to 10 ms and average over several conversions, and a gyroscope's low-pass is late too.
    public var delayDeviation = 0.02
    /// The standard deviation of what the delay walks in one second, seconds.
    public var delayWalk = 0.0001
    /// The delay is cut to plus and minus this, seconds.
    public var greatestDelay = 0.05
    /// How far a sample's time may lie from the last gyroscope sample's, seconds.
    public var greatestTimeDifference = 0.1

    // MARK: Disturbance

    /// By which share of the reference the field's norm may differ from it.
    public var normTolerance = 0.1
    /// How far the field's dip may lie from the reference, rad.
    public var dipTolerance = 10.0 * radiansPerDegree
    /// How far the field's heading may lie from the present one, beyond ``headingDeviations`` of its uncertainty, rad. A
    /// magnet may happen to give the right norm and dip, but hardly the right heading, too.
    public var headingTolerance = 20.0 * radiansPerDegree
    /// See ``headingTolerance``: how many standard deviations.
    public var headingDeviations = 3.0
    /// The time constant with which the reference follows the undisturbed field, seconds.
    public var referenceTimeConstant = 20.0
    /// How long the field must fit the reference to count as undisturbed, seconds. A magnet that is moved around passes
    /// through the right norm and dip now and then.
    public var undisturbedMinimumTime = 1.0
    /// How long a disturbed field is rejected altogether, seconds; then it corrects slowly where it is steady.
    public var greatestRejectionTime = 60.0
    /// How long a field must have stayed the same to be steady, seconds. One that changes from moment to moment, as that
    /// of a magnet on the device in a turn, is of no use however long it lasts.
    public var steadyMinimumTime = 5.0
    /// How long the device must turn in a steady field for it to become the reference, seconds; and for the first one.
    public var newFieldTime = 20.0
    public var firstFieldTime = 5.0
    /// The rotation rate from which on the device counts as turning, rad/s.
    public var turningRate = 20.0 * radiansPerDegree

    /// The defaults.
    @_noLocks
    public init() {}
  }
}
