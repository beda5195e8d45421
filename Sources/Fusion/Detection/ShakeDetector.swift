/// Finds shaking: an acceleration that turns back on itself several times, hard and at the pace of a hand.
///
/// The linear acceleration is freed of vibration above and of turning in a circle below its band. A swing is a stretch
/// of it above the threshold in about one direction; a reversal is a swing against the one before. A runner carries a
/// device through free flight at most, which is 1 g downwards and never above the threshold.
///
/// Meant for 70 Hz and more; down to 50 Hz shaking by hand (2 to 5 Hz) is found as well. A value type for one thread at a
/// time; `update` is real-time safe.
public struct ShakeDetector: Sendable, BitwiseCopyable {
  /// What it goes by. On recorded motion (BROAD trials 7, 16 and 21 of Laidig et al. 2021) the defaults find the sensor
  /// that is swung to and fro at 3 Hz and neither fast rotation nor fast motion through space; a threshold of 1 g found
  /// shakes in fast rotation.
  public struct Parameters: Equatable, Sendable, BitwiseCopyable {
    /// The least acceleration of a swing, m/s^2, above 0. Default: 1.2 g.
    public var threshold = 1.2 * standardGravity
    /// Reversals that make a shake, 1 and more. Default 3: to, fro, to, fro.
    public var reversals = 3
    /// The shortest and the longest time between two reversals, seconds. Default: shaking at 1.25 to 10 Hz.
    public var shortestSwing = 0.05
    public var longestSwing = 0.4
    /// Stillness that ends a shake, seconds; the next one is told anew.
    public var pause = 0.4
    /// The band of the acceleration that is looked at, Hz.
    public var lowestFrequency = 0.5
    public var highestFrequency = 12.0
    /// The longest interval between two samples, seconds: after a longer one a shake begins anew.
    public var longestInterval = 0.25

    /// The defaults.
    @_noLocks
    public init() {}
  }

  private let parameters: Parameters
  private var clock: DetectorClock
  private var lowPass = LowPass3()
  private var mean = LowPass3()
  /// The present swing's direction (length 1) and the greatest acceleration in it, m/s^2; 0 outside a shake.
  private var direction = Vector3.zero
  private var peak = 0.0
  private var reversals = 0
  private var isTold = false
  /// When the first swing, the present one, and its last sample above the threshold were.
  private var began: UInt64 = 0
  private var turned: UInt64 = 0
  private var swung: UInt64 = 0

  /// A detector before its first sample.
  @_noLocks
  public init(parameters: Parameters = Parameters()) {
    self.parameters = parameters
    clock = DetectorClock(longestInterval: parameters.longestInterval)
  }

  /// Takes one sample, and tells a shake by the sample that makes it one.
  @_noLocks
  public mutating func update(_ sample: FusedSample) -> Detection? {
    switch clock.advance(to: sample) {
    case .refused: return nil
    case .started:
      lowPass = LowPass3()
      mean = LowPass3()
      end()
      return nil
    case .later(let seconds):
      lowPass.advance(to: sample.linearAcceleration, by: step(parameters.highestFrequency, seconds))
      mean.advance(to: lowPass.value, by: step(parameters.lowestFrequency, seconds))
      return take(lowPass.value - mean.value, sample.timeNanoseconds)
    }
  }

  @_noLocks
  private mutating func take(_ acceleration: Vector3, _ time: UInt64) -> Detection? {
    if peak > 0, seconds(since: swung, time) > parameters.pause { end() }
    let length = acceleration.length
    guard length > parameters.threshold else { return nil }
    guard peak > 0 else {
      begin(acceleration, length, time)
      return nil
    }
    let along = acceleration.dot(direction)
    if along >= 0 {
      swung = time
      if length > peak { aim(acceleration, length) }
      return nil
    }
    // Against the swing before, not just across it.
    guard -along > parameters.threshold, -along > 0.5 * length else { return nil }
    return reverse(acceleration, length, time)
  }

  @_noLocks
  private mutating func reverse(_ acceleration: Vector3, _ length: Double, _ time: UInt64) -> Detection? {
    let swing = seconds(since: turned, time)
    if swing >= parameters.shortestSwing, swing <= parameters.longestSwing {
      reversals += 1
    } else {
      reversals = 0
      began = time
    }
    turned = time
    swung = time
    aim(acceleration, length)
    guard reversals >= parameters.reversals, !isTold else { return nil }
    isTold = true
    return Detection(.shake, timeNanoseconds: time, beganNanoseconds: began)
  }

  @_noLocks
  private mutating func begin(_ acceleration: Vector3, _ length: Double, _ time: UInt64) {
    began = time
    turned = time
    swung = time
    aim(acceleration, length)
  }

  @_noLocks
  private mutating func aim(_ acceleration: Vector3, _ length: Double) {
    direction = acceleration / length
    peak = length
  }

  @_noLocks
  private mutating func end() {
    peak = 0
    reversals = 0
    isTold = false
  }

  @_noLocks
  private func step(_ hertz: Double, _ seconds: Double) -> LowPassStep {
    LowPassStep(naturalFrequency: 2 * .pi * hertz, seconds: seconds)
  }

  @_noLocks
  private func seconds(since earlier: UInt64, _ time: UInt64) -> Double { Double(time - earlier) * 1e-9 }
}
