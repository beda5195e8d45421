extension TapDetector {
  /// What it goes by. Of the 26 taps of a recording in which a moving sensor is tapped (BROAD trial 25 of Laidig et al.
  /// 2021) the defaults find all at 286 and 200 Hz, and 24 at 100 and 71 Hz behind the narrower low-passes of an MPU-6050 at
  /// these rates; in 18 minutes of six other trials, where hands move, turn and regrip the sensor hard, they take 14
  /// jolts for taps at 200 Hz, ten of them in the trial of fast rotation.
  public struct Parameters: Equatable, Sendable, BitwiseCopyable {
    /// The least acceleration of a tap, m/s^2, above 0. Default: 0.5 g; a knock on the table beside has 0.3 g at most.
    public var threshold = 0.5 * standardGravity
    /// How many times the motion just before a tap must stand out from it, above 1.
    public var prominence = 3.0
    /// How long motion counts as just before, seconds: the time constant of its decay.
    public var envelopeTime = 0.06
    /// The longest time that the rise to the threshold may take, seconds. Default: two samples at 80 Hz.
    public var longestRise = 0.025
    /// Until when after its begin a tap has its peak, and from when to when it must have died away, seconds, each above the
    /// one before.
    public var peakTime = 0.05
    public var quietBegin = 0.09
    public var quietEnd = 0.12
    /// What may come between ``peakTime`` and ``quietBegin``, as a share of the peak: a blow is over its peak by then.
    public var aftermath = 0.9
    /// What may be left of the peak after ``quietBegin``, as a share of it, and in any case, m/s^2. Taps ring on.
    public var residue = 0.5
    public var leastResidue = 0.25 * standardGravity
    /// How long it must have been quieter than ``leastResidue`` after something else than a tap, seconds.
    public var pause = 0.15
    /// The longest time between the begins of the two taps of a double tap, seconds. A single tap is told once it has
    /// passed; 0 tells every tap by itself and at once. Two taps within ``quietEnd`` are one, or none.
    public var doubleTapTime = 0.4
    /// The specific force, averaged over 0.1 s, within which a device is at hand, m/s^2: not falling and landing, not
    /// being thrown about. Default: 0.6 to 1.4 g.
    public var leastForce = 0.6 * standardGravity
    public var greatestForce = 1.4 * standardGravity
    /// The greatest rotation rate, averaged over 0.1 s, rad/s: who taps a device does not swing it about.
    public var greatestRotationRate = 4.0
    /// The longest interval between two samples, seconds: a tap may hide in a longer one.
    public var longestInterval = 0.1

    /// The defaults.
    @_noLocks
    public init() {}
  }
}
