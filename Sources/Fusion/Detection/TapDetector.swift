/// Finds single and double taps: a sudden, short blow to a device that is at rest or moves calmly.
///
/// A tap rises out of the motion before it within two samples and has died away, to its residue, a tenth of a second later.
/// What rises slowly (a hand), goes on (vibration, shaking) or follows a fall (landing) is none; putting the device down
/// hard is like a tap, and is told as one.
///
/// Taps last 5 to 20 ms: the chip must run at 70 Hz or more (``leastRateHertz``), whatever rate consumers are served at,
/// since the detector sees every sample. Below, ``isAvailable`` is false and nothing is told. A value type for one thread
/// at a time; `update` is real-time safe.
public struct TapDetector: Sendable, BitwiseCopyable {
  /// The least sample rate of the chip, Hz: the lower end of the band that the documents give for taps, 70 to 100 Hz.
  public static var leastRateHertz: Double { @_noLocks get { 70 } }

  private enum Phase: BitwiseCopyable {
    /// Nothing but calm motion.
    case calm
    /// The acceleration stands out; whether it is enough will be seen.
    case rising
    /// A blow; whether it was a tap will be seen.
    case dyingAway
    /// Something else; over once it has been quiet for a while.
    case disturbed
  }

  private let parameters: Parameters
  private var clock: DetectorClock
  private var typicalInterval = TypicalInterval()
  private var phase = Phase.calm
  /// The acceleration just before, m/s^2: it follows at once and decays.
  private var envelope = 0.0
  /// The averaged specific force, m/s^2, and rotation rate, rad/s, outside blows.
  private var force = 0.0
  private var rotationRate = 0.0
  /// The present blow: begin, envelope before it, peak.
  private var began: UInt64 = 0
  private var envelopeBefore = 0.0
  private var peak = 0.0
  private var quietTime = 0.0
  /// The begin of a tap that a second one may follow.
  private var first: UInt64?

  /// The time over which force and rotation rate are averaged, seconds.
  private static var averagingTime: Double { @_noLocks get { 0.1 } }
  /// How far a chip's clock may be off (5 %), and a little for the measured interval.
  private static var clockTolerance: Double { @_noLocks get { 1.06 } }

  /// A detector before its first sample.
  @_noLocks
  public init(parameters: Parameters = Parameters()) {
    self.parameters = parameters
    clock = DetectorClock(longestInterval: parameters.longestInterval)
    first = nil
  }

  /// Whether samples come often enough, as far as is known; lost ones don't count.
  public var isAvailable: Bool {
    @_noLocks get { typicalInterval.seconds * Self.leastRateHertz <= Self.clockTolerance }
  }

  /// Takes one sample, and tells a double tap with its second blow and a single one once no second can follow.
  @_noLocks
  public mutating func update(_ sample: FusedSample) -> Detection? {
    switch clock.advance(to: sample) {
    case .refused: return nil
    case .started: return restart(sample)
    case .later(let seconds):
      typicalInterval.learn(seconds)
      guard isAvailable else { return restart(sample) }
      return take(sample, seconds)
    }
  }

  /// Begins anew; a tap that still waited for a second one was a single one.
  @_noLocks
  private mutating func restart(_ sample: FusedSample) -> Detection? {
    phase = .calm
    envelope = sample.linearAcceleration.length
    force = sample.specificForce.length
    rotationRate = sample.rotationRate.length
    return takeFirst(sample.timeNanoseconds)
  }

  @_noLocks
  private mutating func take(_ sample: FusedSample, _ seconds: Double) -> Detection? {
    let acceleration = sample.linearAcceleration.length
    let before = envelope / (1 + seconds / parameters.envelopeTime)
    envelope = max(acceleration, before)
    var found: Detection?
    switch phase {
    case .calm: begin(acceleration, before, sample.timeNanoseconds)
    case .rising: rise(acceleration, sample.timeNanoseconds)
    case .dyingAway: found = dieAway(acceleration, sample.timeNanoseconds)
    case .disturbed: calmDown(acceleration, seconds)
    }
    switch phase {
    case .calm, .disturbed: average(sample, seconds)
    case .rising, .dyingAway: break
    }
    return found ?? expireFirst(sample.timeNanoseconds)
  }

  @_noLocks
  private mutating func begin(_ acceleration: Double, _ before: Double, _ time: UInt64) {
    // Early in the rise: at a high rate the first samples of a blow are small.
    guard acceleration > 0.3 * parameters.threshold, acceleration > 2 * before else { return }
    phase = .rising
    began = time
    envelopeBefore = before
    peak = 0
    rise(acceleration, time)
  }

  @_noLocks
  private mutating func rise(_ acceleration: Double, _ time: UInt64) {
    peak = max(peak, acceleration)
    if peak > parameters.threshold, peak > parameters.prominence * envelopeBefore {
      phase = isAtHand ? .dyingAway : .disturbed
      quietTime = 0
    } else if seconds(since: began, time) > parameters.longestRise {
      phase = .calm
    }
  }

  private var isAtHand: Bool {
    @_noLocks get {
      force > parameters.leastForce && force < parameters.greatestForce
        && rotationRate < parameters.greatestRotationRate
    }
  }

  @_noLocks
  private mutating func dieAway(_ acceleration: Double, _ time: UInt64) -> Detection? {
    let age = seconds(since: began, time)
    if age <= parameters.peakTime {
      peak = max(peak, acceleration)
      return nil
    }
    let share = age > parameters.quietBegin ? parameters.residue : parameters.aftermath
    if acceleration > max(share * peak, parameters.leastResidue) {
      phase = .disturbed
      quietTime = 0
      return nil
    }
    guard age > parameters.quietEnd else { return nil }
    phase = .calm
    return tapped(time)
  }

  @_noLocks
  private mutating func tapped(_ time: UInt64) -> Detection? {
    if let first {
      self.first = nil
      return Detection(.tap(count: 2), timeNanoseconds: time, beganNanoseconds: first)
    }
    guard parameters.doubleTapTime > 0 else {
      return Detection(.tap(count: 1), timeNanoseconds: time, beganNanoseconds: began)
    }
    first = began
    return nil
  }

  /// Tells a single tap once no blow that could be its second one has begun in time.
  @_noLocks
  private mutating func expireFirst(_ time: UInt64) -> Detection? {
    guard let first, seconds(since: first, time) > parameters.doubleTapTime else { return nil }
    switch phase {
    case .rising, .dyingAway:
      guard seconds(since: first, began) > parameters.doubleTapTime else { return nil }
    case .calm, .disturbed: break
    }
    return takeFirst(time)
  }

  @_noLocks
  private mutating func takeFirst(_ time: UInt64) -> Detection? {
    guard let first else { return nil }
    self.first = nil
    return Detection(.tap(count: 1), timeNanoseconds: time, beganNanoseconds: first)
  }

  @_noLocks
  private mutating func calmDown(_ acceleration: Double, _ seconds: Double) {
    quietTime = acceleration < parameters.leastResidue ? quietTime + seconds : 0
    if quietTime > parameters.pause { phase = .calm }
  }

  @_noLocks
  private mutating func average(_ sample: FusedSample, _ seconds: Double) {
    let share = seconds / (Self.averagingTime + seconds)
    force += (sample.specificForce.length - force) * share
    rotationRate += (sample.rotationRate.length - rotationRate) * share
  }

  @_noLocks
  private func seconds(since earlier: UInt64, _ time: UInt64) -> Double { Double(time - earlier) * 1e-9 }
}
