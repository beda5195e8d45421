/// Counts steps and their cadence: a carried device bobs up and down once a step.
///
/// The acceleration along the vertical, which the filter knows in any pose, passes a band around the pace of feet; each
/// swing from well below zero to well above is one bob, however uneven its shape. Bobs count as steps once several have
/// come at an even pace; those are then counted, too. Single jolts, tilting and turning about are not: a device that turns fast is not being carried, and a vertical swing above 1 g to both sides is no gait.
///
/// Available from 20 Hz on; what is said of steps holds for a device on the body or held still before it. A hand that moves
/// up and down at the pace of feet counts. A value type for one thread at a time; `update` is real-time safe.
public struct StepDetector: Sendable, BitwiseCopyable {
  /// What it goes by.
  public struct Parameters: Equatable, Sendable, BitwiseCopyable {
    /// The band of the vertical acceleration that is looked at, Hz: people walk at 1.4 to 2.5 steps a second and run at up
    /// to 3.5; harmonics lie above.
    public var lowestFrequency = 0.5
    public var highestFrequency = 3.0
    /// The least swing within the band to each side of zero, m/s^2, above 0. Default: 0.04 g; an easy walk has 0.1 g and
    /// more.
    public var leastSwing = 0.04 * standardGravity
    /// The share of the recent swings that the next one must reach, 0 to 1.
    public var swingShare = 0.35
    /// How long a swing counts as recent, seconds.
    public var swingMemory = 1.0
    /// The greatest swing within the band, m/s^2. Default: 1.2 g, as in ``ShakeDetector``.
    public var greatestSwing = 1.2 * standardGravity
    /// The greatest rotation rate, averaged over 0.3 s, rad/s. In recorded motion through space by hand (BROAD trial 21)
    /// it keeps 120 bobs from counting as steps; flung to and fro (trial 16) 9 still do.
    public var greatestRotationRate = 4.0
    /// The shortest and the longest time between two steps, seconds.
    public var shortestStep = 0.25
    public var longestStep = 1.1
    /// By which share of the usual interval one may differ from it.
    public var evenness = 0.25
    /// Even intervals in a row before anything counts, 1 and more.
    public var confirmingIntervals = 6
    /// The longest interval between two samples, seconds: after a longer one steps must be confirmed anew.
    public var longestInterval = 0.25

    /// The defaults.
    @_noLocks
    public init() {}
  }

  /// Steps since the start.
  public private(set) var count: UInt64 = 0

  private let parameters: Parameters
  private var clock: DetectorClock
  private var lowPass = LowPass1()
  private var mean = LowPass1()
  /// The recent swings, m/s^2, and the averaged rotation rate, rad/s.
  private var swing = 0.0
  private var rotationRate = 0.0
  /// Whether the acceleration has been well below zero since the last bob.
  private var isArmed = false
  private var lastBob: UInt64?
  /// The usual interval between bobs, seconds; nil before the first.
  private var interval: Double?
  private var evenIntervals = 0
  /// Bobs at the present pace that have not been counted as steps.
  private var uncounted: UInt64 = 0

  /// The time over which the rotation rate is averaged, seconds.
  private static var rotationTime: Double { @_noLocks get { 0.3 } }
  /// The share of a new interval in the usual one.
  private static var intervalGain: Double { @_noLocks get { 0.3 } }

  /// A detector before its first sample.
  @_noLocks
  public init(parameters: Parameters = Parameters()) {
    self.parameters = parameters
    clock = DetectorClock(longestInterval: parameters.longestInterval)
    lastBob = nil
    interval = nil
  }

  /// Takes one sample, and tells steps: several at once by the one that confirms them, then each.
  @_noLocks
  public mutating func update(_ sample: FusedSample) -> Detection? {
    switch clock.advance(to: sample) {
    case .refused: return nil
    case .started:
      restart(sample)
      return nil
    case .later(let seconds):
      guard hasBobbed(sample, seconds) else { return nil }
      return bob(sample.timeNanoseconds)
    }
  }

  @_noLocks
  private mutating func restart(_ sample: FusedSample) {
    lowPass = LowPass1()
    mean = LowPass1()
    swing = 0
    rotationRate = sample.rotationRate.length
    isArmed = false
    lastBob = nil
    forgetPace()
  }

  /// Follows the vertical acceleration; true with the sample that completes a bob.
  @_noLocks
  private mutating func hasBobbed(_ sample: FusedSample, _ seconds: Double) -> Bool {
    rotationRate += (sample.rotationRate.length - rotationRate) * (seconds / (Self.rotationTime + seconds))
    lowPass.advance(
      to: sample.linearAcceleration.dot(sample.up),
      by: LowPassStep(naturalFrequency: 2 * .pi * parameters.highestFrequency, seconds: seconds))
    mean.advance(
      to: lowPass.value, by: LowPassStep(naturalFrequency: 2 * .pi * parameters.lowestFrequency, seconds: seconds))
    let vertical = lowPass.value - mean.value
    swing = max(abs(vertical), swing / (1 + seconds / parameters.swingMemory))
    let threshold = max(parameters.leastSwing, parameters.swingShare * swing)
    if vertical < -threshold { isArmed = true }
    guard isArmed, vertical > threshold else { return false }
    isArmed = false
    return true
  }

  @_noLocks
  private mutating func bob(_ time: UInt64) -> Detection? {
    let before = lastBob
    lastBob = time
    guard swing <= parameters.greatestSwing, rotationRate <= parameters.greatestRotationRate, let before else {
      forgetPace()
      return nil
    }
    let seconds = Double(time - before) * 1e-9
    guard seconds >= parameters.shortestStep, seconds <= parameters.longestStep else {
      forgetPace()
      return nil
    }
    guard let usual = interval, abs(seconds - usual) <= parameters.evenness * usual else {
      // The pace begins anew with the bob before, unless that one has been counted.
      uncounted = evenIntervals >= parameters.confirmingIntervals ? 1 : 2
      evenIntervals = 0
      interval = seconds
      return nil
    }
    let pace = usual + Self.intervalGain * (seconds - usual)
    interval = pace
    uncounted += 1
    evenIntervals += 1
    return evenIntervals >= parameters.confirmingIntervals ? tell(time, cadence: 1 / pace) : nil
  }

  @_noLocks
  private mutating func tell(_ time: UInt64, cadence: Double) -> Detection {
    count &+= uncounted
    uncounted = 0
    return Detection(.step(count: count, cadence: cadence), timeNanoseconds: time, beganNanoseconds: time)
  }

  @_noLocks
  private mutating func forgetPace() {
    interval = nil
    evenIntervals = 0
    uncounted = 1
  }
}
