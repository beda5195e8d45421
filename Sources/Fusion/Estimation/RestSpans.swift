/// A stretch of a still signal cut into spans of some seconds, whose means say more than its samples: whether it is even.
///
/// A drift of the bias takes minutes, a turn that begins takes less: what a mean differs by from the one before tells them apart.
struct RestSpans: Sendable, BitwiseCopyable {
  /// Sums over a span: rate and force by time, and the time.
  struct Span: Sendable, BitwiseCopyable {
    private(set) var rateTime = Vector3.zero
    private(set) var forceTime = Vector3.zero
    private(set) var seconds = 0.0

    @_noLocks
    init() {}

    /// The mean rate, rad/s. Only where time has passed.
    var rate: Vector3 { @_noLocks get { rateTime / seconds } }
    /// The mean specific force, m/s^2.
    var force: Vector3 { @_noLocks get { forceTime / seconds } }

    @_noLocks
    mutating func add(_ reading: StillReading, seconds: Double) {
      rateTime += seconds * reading.rate
      forceTime += seconds * reading.force
      self.seconds += seconds
    }
  }

  /// How many whole spans are held: the softest turn that is to be followed, 1 deg/s within 40 s, has shown by then.
  static var most: Int { @_noLocks get { 4 } }

  private(set) var current = Span()
  private var first = Span()
  private var second = Span()
  private var third = Span()
  private(set) var last = Span()
  /// Whole spans held, the last ones of the stretch.
  private(set) var count: UInt64 = 0

  @_noLocks
  init() {}

  /// Adds a reading that held for `seconds`.
  /// - Returns: true where that makes the span `length` seconds long.
  @_noLocks
  mutating func add(_ reading: StillReading, seconds: Double, length: Double) -> Bool {
    current.add(reading, seconds: seconds)
    return current.seconds >= length
  }

  /// Takes the present span as whole and begins the next.
  /// - Returns: the oldest one, where there is no more room for it.
  @_noLocks
  mutating func close() -> Span? {
    let oldest = count == Self.most ? first : nil
    (first, second, third, last) = (second, third, last, current)
    current = Span()
    if count < Self.most { count += 1 }
    return oldest
  }

  /// Takes out the oldest whole span; nil where there is none.
  @_noLocks
  mutating func takeOldest() -> Span? {
    guard count > 0 else { return nil }
    let oldest = count == 4 ? first : count == 3 ? second : count == 2 ? third : last
    count -= 1
    return oldest
  }

  /// By how much the present span's mean rate differs from the last one's, rad/s.
  var rateStep: Vector3 { @_noLocks get { current.rate - last.rate } }
  /// The same of the specific force, m/s^2.
  var forceStep: Vector3 { @_noLocks get { current.force - last.force } }

  /// All rates by time, rad, and the time: what the spans turn by if they are a turn.
  var total: (rateTime: Vector3, seconds: Double) {
    @_noLocks get {
      var (rateTime, seconds) = (current.rateTime, current.seconds)
      if count > 0 { (rateTime, seconds) = (rateTime + last.rateTime, seconds + last.seconds) }
      if count > 1 { (rateTime, seconds) = (rateTime + third.rateTime, seconds + third.seconds) }
      if count > 2 { (rateTime, seconds) = (rateTime + second.rateTime, seconds + second.seconds) }
      if count > 3 { (rateTime, seconds) = (rateTime + first.rateTime, seconds + first.seconds) }
      return (rateTime, seconds)
    }
  }
}

extension RestSpans {
  mutating func exchange(_ archive: inout StateArchive) {
    current.exchange(&archive)
    first.exchange(&archive)
    second.exchange(&archive)
    third.exchange(&archive)
    last.exchange(&archive)
    archive.exchange(&count)
  }

  /// False for a state that no run leads to.
  var isPossible: Bool {
    count <= Self.most && [current, first, second, third].allSatisfy { $0.seconds >= 0 }
      && (count == 0 ? last.seconds >= 0 : last.seconds > 0)
  }
}

extension RestSpans.Span {
  mutating func exchange(_ archive: inout StateArchive) {
    archive.exchange(&rateTime)
    archive.exchange(&forceTime)
    archive.exchange(&seconds)
  }
}
