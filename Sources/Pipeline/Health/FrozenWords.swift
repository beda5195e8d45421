import IMUDrivers

/// Finds words that do not move any more although they must: a dead chip, an axis in standby, a damaged part.
///
/// What rests on the noise that every such chip has: about 0.4 to 1 mg and 0.02 to 0.1 deg/s (product specifications), which is
/// a third of a count to some counts of a 16-bit word. One word may repeat for a while, honestly:
///
/// * All six words for two seconds and 25 samples: the accelerometer's noise alone, at its least (90 ug/sqrt(Hz), 4 Hz, 16 g
///   full scale: a third of a count), leaves at least one of its words on another value in three samples of ten. Below
///   1e-13 for 25 samples in a row.
/// * One word, while the two others of the same sensor move by three quarters of a count a sample on the average, for a whole
///   window of two seconds and 256 samples: the three axes have one noise and one scale, so the third stays on a value with a
///   chance of at most 0.6 a sample. Where the noise is too low for that (wide range, narrow filter), only motion shows a
///   dead axis, and only then is it told.
/// * A whole sensor, while each word of the other moves as much; for the gyroscope, whose words may honestly rest, the
///   accelerometer must have swung by half a g meanwhile, or the gyroscope's own noise must be too large for rest: at half its
///   typical density (5 mdps/sqrt(Hz), the least of the product specifications) a quarter of a count over its bandwidth. Then even
///   three words in the midst of a count stay there with a chance of 0.87 a sample: below 1e-10 for the samples of a window that
///   do not depend on each other (two a hertz of bandwidth and second, 168 at least at the rates that pass this test).
/// * All six words 0 for a quarter of a second and ten samples: no fall is as free.
///
/// A word at its rail is clipped, not frozen. All this holds for a stream that has shown its noise, in one window at least. One
/// that never did is a chip that was dead from the start, or a simulation without noise: it is told when all its words rest for
/// ten seconds (two, where they are 0), and not set up again, since that was just done.
struct FrozenWords: BitwiseCopyable, Sendable {
  /// What a sample showed.
  enum Finding: BitwiseCopyable, Sendable {
    case nothing
    /// These words (bits as in ``SensorWords``) stand still from now on.
    case frozen(UInt8)
    /// All words are 0.
    case zeros
  }

  static var stillNanoseconds: UInt64 { @_noLocks get { 2_000_000_000 } }
  static var stillSamples: UInt32 { @_noLocks get { 25 } }
  static var noiselessNanoseconds: UInt64 { @_noLocks get { 10_000_000_000 } }
  static var noiselessZeroNanoseconds: UInt64 { @_noLocks get { 2_000_000_000 } }
  static var zeroNanoseconds: UInt64 { @_noLocks get { 250_000_000 } }
  static var zeroSamples: UInt32 { @_noLocks get { 10 } }
  static var windowNanoseconds: UInt64 { @_noLocks get { 2_000_000_000 } }
  static var windowSamples: UInt32 { @_noLocks get { 256 } }
  /// Reversals for each sample of a window, over all words, from which on a stream counts as noisy: a quarter. White
  /// noise of the least kind gives 0.5 and more, usual noise 3; a swinging motion at 200 Hz less than 0.05.
  static var samplesPerReversal: UInt32 { @_noLocks get { 4 } }

  /// Words that stand still, by bit, as told last; 0 while all move.
  private(set) var frozen: UInt8 = 0

  private var last: MotionWords?
  /// Whether the stream has shown the noise of a real chip.
  private(set) var isNoisy = false
  /// Since when, and for how many samples, all six words have been the same.
  private var sameSince: UInt64 = 0
  private var sameSamples: UInt32 = 0
  private var window = WordActivity(beganNanoseconds: 0)
  /// Counts of half a g.
  private let halfGravity: Int
  /// Whether the gyroscope's noise alone keeps its words moving.
  private let isGyroscopeRestless: Bool

  /// Half the least noise density of the gyroscopes, in rad/s/sqrt(Hz).
  private static var gyroscopeNoiseDensity: Double { 0.0025 * .pi / 180 }
  /// Narrower, and too few samples of a window are independent.
  private static var leastBandwidthHertz: Double { 40 }

  /// - Parameters:
  ///   - metresPerCount: m/s^2 for one count of the accelerometer.
  ///   - radiansPerCount: rad/s for one count of the gyroscope.
  ///   - gyroscopeBandwidthHertz: of its low-pass filter.
  init(metresPerCount: Double, radiansPerCount: Double, gyroscopeBandwidthHertz: Double) {
    halfGravity = Int(SampleScale.standardGravity / 2 / metresPerCount)
    // A filter of first order lets pass half as much again as its bandwidth; steeper ones less, hence none of it is counted.
    let noise = Self.gyroscopeNoiseDensity * gyroscopeBandwidthHertz.squareRoot()
    isGyroscopeRestless = noise >= 0.25 * radiansPerCount && gyroscopeBandwidthHertz >= Self.leastBandwidthHertz
  }

  /// Takes a sample.
  @_noLocks mutating func take(_ raw: RawSample, timeNanoseconds time: UInt64) -> Finding {
    let words = MotionWords(raw)
    guard let former = last else {
      last = words
      begin(at: time)
      return .nothing
    }
    last = words
    let moved = words.differing(from: former)
    window.add(words, former: former, moved: moved)
    // What was found together is over together: a word of low noise may honestly rest for long.
    if frozen & moved != 0 { frozen = 0 }
    guard moved == 0 else {
      sameSince = time
      sameSamples = 1
      return judgeWindow(at: time)
    }
    sameSamples &+= 1
    return judgeSameness(words, at: time)
  }

  /// The chip was set up again: what was found stays found until the words move, and the watch begins anew.
  @_noLocks mutating func restart() {
    last = nil
  }

  @_noLocks private mutating func begin(at time: UInt64) {
    sameSince = time
    sameSamples = 1
    window = WordActivity(beganNanoseconds: time)
  }

  @_noLocks private mutating func judgeSameness(_ words: MotionWords, at time: UInt64) -> Finding {
    let nanoseconds = time &- sameSince
    guard frozen != 0x3F else { return .nothing }
    let zeroPatience = isNoisy ? Self.zeroNanoseconds : Self.noiselessZeroNanoseconds
    if words.isZero, nanoseconds >= zeroPatience, sameSamples >= Self.zeroSamples {
      frozen = 0x3F
      return .zeros
    }
    let patience = isNoisy ? Self.stillNanoseconds : Self.noiselessNanoseconds
    guard nanoseconds >= patience, sameSamples >= Self.stillSamples else { return .nothing }
    frozen = 0x3F
    return .frozen(0x3F)
  }

  /// Looks at single words and sensors, once a window.
  @_noLocks private mutating func judgeWindow(at time: UInt64) -> Finding {
    guard time &- window.beganNanoseconds >= Self.windowNanoseconds, window.samples >= Self.windowSamples else {
      return .nothing
    }
    if window.reversals &* Self.samplesPerReversal >= window.samples { isNoisy = true }
    let found = isNoisy ? window.still(halfGravity: halfGravity, isGyroscopeRestless: isGyroscopeRestless) & ~frozen : 0
    window = WordActivity(beganNanoseconds: time)
    guard found != 0 else { return .nothing }
    frozen |= found
    return .frozen(found)
  }
}
