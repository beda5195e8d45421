extension OrientationFilter {
  /// What the filter assumes. One set of defaults serves every chip and motion: halving or doubling one of the deviations
  /// and noises of motion and sensors changed the mean inclination error over recorded trials by less than a tenth.
  /// All must be above 0.
  public struct Parameters: Equatable, Sendable, BitwiseCopyable {
    // MARK: The body's motion

    /// The standard deviation of the horizontal velocity in motion, m/s.
    public var velocityDeviation = 0.5
    /// The standard deviation of the horizontal position about its place in motion, m.
    public var positionDeviation = 0.3
    /// How long a velocity or position lasts, in seconds: what it deviates by counts as noise of that duration.
    public var motionCorrelationTime = 1.0
    /// Horizontal velocity and position are cut to these, m/s and m: in a vehicle, its own velocity and place take the
    /// place of zero. About ten and five standard deviations.
    public var greatestVelocity = 5.0
    public var greatestPosition = 1.5
    /// When more than this was cut off the velocity within about 2 s, the tilt is wrong altogether (or the accelerometer
    /// at its rails) and the filter restarts, m/s.
    public var greatestExcess = 10.0
    /// The standard deviations that the filter starts with: of the tilt about an axis by one sample that may be taken
    /// in motion, rad, and of the velocity, m/s.
    public var startTiltDeviation = 20.0 * radiansPerDegree
    public var startVelocityDeviation = 1.0

    // MARK: The sensors

    /// The gyroscope's white noise, rad/s by the root of Hz. Default: 0.01 deg/s, twice the MPU-6050's
    /// (datasheet section 6.1).
    public var gyroscopeNoise = 0.01 * radiansPerDegree
    /// The gyroscope's error in proportion to the rate (scale, alignment, non-linearity), as noise by the root of Hz.
    public var gyroscopeRateError = 0.003
    /// A rate on an axis from here on was cut off at the gyroscope's rails, rad/s: the tilt and the heading are then unsure.
    /// Default: just below 2000 deg/s, the widest range of the MPU-6050 and the LSM6DS3. Lower it with the range.
    public var gyroscopeLimit = 1990.0 * radiansPerDegree
    /// A force on an axis from here on was cut off at the accelerometer's rails, m/s^2: it then hardly corrects the tilt.
    /// Default: none is. Set it to just below the full scale.
    public var accelerometerLimit = Double.infinity
    /// The accelerometer's noise, m/s^2 by the root of Hz.
    public var accelerometerNoise = 0.05
    /// The standard deviation of each axis' bias before anything was measured, rad/s. Default: 10 deg/s, for the
    /// MPU-6050's zero-rate output of +-20 deg/s (datasheet section 6.1).
    public var biasInitialDeviation = 10.0 * radiansPerDegree
    /// The standard deviation of what the bias walks in one second, rad/s: in motion, and at rest, where it is seen all the time.
    public var biasWalk = 0.02 * radiansPerDegree
    public var restBiasWalk = 0.005 * radiansPerDegree

    // MARK: What a bias can be

    /// The largest bias of a working part on an axis at 25 degrees Celsius, rad/s: a larger rate is a turn, however still it is.
    /// Default: 20 deg/s, the MPU-6050's (product specification 3.4, section 6.1, initial ZRO tolerance).
    public var biasTolerance = 20.0 * radiansPerDegree
    /// By how much the bias may change with each degree Celsius, rad/s. Default: a third of a deg/s, the MPU-6050's (the same
    /// section, ZRO variation over temperature: 20 deg/s from 25 to 85 degrees).
    public var biasPerDegree = 20.0 / 60 * radiansPerDegree
    /// By how much it may change where the temperature is not known, rad/s, and the time constant of that, in seconds: a warm-up
    /// by 15 degrees at 0.1 deg/s a degree within ten minutes, and some.
    public var biasDrift = 1.8 * radiansPerDegree
    public var biasDriftTime = 300.0
    /// How fast it may change at most, rad/s^2: 1 deg/s in a minute, at a third of a deg/s a degree a warming by 3 degrees a
    /// minute. A rate that changes faster is a turn that begins; one of 1 deg/s within 40 s does.
    public var biasSlope = 1.0 / 60 * radiansPerDegree
    /// The temperature that the bias was calibrated at, degrees Celsius; nil where it was not. The rates are then corrected by the
    /// calibration, and ``biasInitialDeviation`` is the calibration's.
    public var calibratedCelsius: Double? {
      @_noLocks get { calibration.value }
      set { calibration.value = newValue }
    }
    private var calibration = OptionalCelsius(nil)
    /// The magnitude of gravity, m/s^2. Default: standard gravity (CGPM 1901).
    public var gravity = 9.80665

    // MARK: Rest

    /// How long both sensors must be still for rest, in seconds. This and the next three are those of Laidig & Seel 2023.
    public var restMinimumTime = 1.5
    /// The time constant of the low-passes that samples are compared with to find rest, in seconds.
    public var restTimeConstant = 0.5
    /// How far a gyroscope sample may lie from its low-passed value at rest, rad/s.
    public var restGyroscopeDeviation = 2.0 * radiansPerDegree
    /// How far an accelerometer sample may lie from its low-passed value at rest, m/s^2.
    public var restAccelerometerDeviation = 0.5
    /// By which share of gravity the specific force at rest may differ from it in length: offsets and scale errors.
    public var restForceTolerance = 0.3
    /// How far a rate at rest may lie from the bias as it was shown last, beyond what it can have moved by since, and still be it,
    /// rad/s: the MPU-6050's changes by 0.1 deg/s with each g along an axis (product specification 3.4, section 6.1), 0.2 deg/s from
    /// one pose to another, and some for time.
    public var restBiasMargin = 0.3 * radiansPerDegree
    /// How far up at rest may lie from the present estimate, beyond ``restDeviations`` of its uncertainty, and still be
    /// an error of the tilt and no steady acceleration, rad.
    public var restTiltMargin = 5.0 * radiansPerDegree
    /// See ``restTiltMargin``: how many standard deviations of the estimate. As many count as a limit elsewhere.
    public var restDeviations = 4.0
    /// After so much stillness the force is gravity whatever was known of the tilt, in seconds: hardly anything accelerates so
    /// evenly for so long.
    public var restUndoubtedTime = 60.0
    /// The noise of the low-passed gyroscope at rest as a measurement of the bias, rad/s by the root of Hz.
    public var restGyroscopeNoise = 0.09 * radiansPerDegree
    /// The noise of the low-passed accelerometer at rest as a measurement of the tilt, m/s^2 by the root of Hz.
    public var restAccelerometerNoise = 0.07

    // MARK: Time

    /// The time between corrections, in seconds; with slower samples each one corrects. Results are the same from 0.02
    /// to 0.1, while the cost of a sample falls.
    public var correctionInterval = 0.05
    /// The longest interval that a rotation is integrated over, in seconds. After a longer one the filter restarts.
    public var longestInterval = 1.0

    /// The defaults.
    @_noLocks
    public init() {}
  }
}

extension OrientationFilter.Parameters {
  /// Limits the bias to what a part's data sheet promises: on an axis at 25 degrees Celsius, rad/s, and by which it may change with
  /// each degree. Half of the tolerance is the deviation that the filter starts with.
  public mutating func limitBias(tolerance: Double, perDegree: Double) {
    biasTolerance = tolerance
    biasPerDegree = perDegree
    biasInitialDeviation = 0.5 * tolerance
  }

  /// Has the filter start with what the calibration knows of the gyroscope's bias, where there is one.
  public mutating func calibrate(by correction: InertialCorrection) {
    guard let (uncertainty, celsius) = correction.knownBias else { return }
    // The calibration was made in some pose: the MPU-6050's bias changes by 0.1 deg/s with each g along an axis (product
    // specification 3.4, section 6.1).
    let pose = 0.1 * radiansPerDegree
    biasInitialDeviation = squareRoot(uncertainty * uncertainty + pose * pose)
    calibratedCelsius = celsius
  }
}

/// One degree in radians.
var radiansPerDegree: Double { @_noLocks get { .pi / 180 } }
