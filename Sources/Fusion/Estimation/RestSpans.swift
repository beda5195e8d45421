/// A stretch of a still signal cut into spans of two seconds, whose means say more than its samples: whether it is even.
///
/// A bias drifts in minutes, a turn begins in less: what spans differ by from those before tells the two apart.
struct RestSpans: Sendable, BitwiseCopyable {
  /// Rate by time, rad, device frame, and the time, seconds.
  struct Turned: Sendable, BitwiseCopyable {
    var angle = Vector3.zero
    var seconds = 0.0

    @_noLocks
    init() {}

    /// The mean rate, rad/s. Only where time has passed.
    var rate: Vector3 { @_noLocks get { angle / seconds } }

    @_noLocks
    static func += (a: inout Turned, b: Turned) {
      a.angle += b.angle
      a.seconds += b.seconds
    }
  }

  /// How long a span is, seconds.
  static var length: Double { @_noLocks get { 2 } }
  /// How long one of the first rest is, seconds.
  static var shortLength: Double { @_noLocks get { 1 } }
  /// How many whole spans are held: the softest turn that is to be followed, 1 deg/s within 40 s, has shown by then.
  static var most: Int { @_noLocks get { 8 } }
  /// How many of them can be part of such a turn by more than the noise.
  static var mostOfTurn: Int { @_noLocks get { 6 } }

  /// The span that is being filled.
  private(set) var current = Turned()
  private var currentForce = Vector3.zero
  /// The mean specific force of the last whole span, m/s^2.
  private(set) var lastForce = Vector3.zero
  /// Whole spans, the latest first: the coordinates of their angles, and their times.
  private var x = SIMD8<Double>(repeating: 0)
  private var y = SIMD8<Double>(repeating: 0)
  private var z = SIMD8<Double>(repeating: 0)
  private var seconds = SIMD8<Double>(repeating: 0)
  private var held: UInt64 = 0

  @_noLocks
  init() {}

  /// How many whole spans are held.
  var count: Int { @_noLocks get { Int(truncatingIfNeeded: held) } }

  /// A whole span by its age; 0 is the latest.
  @_noLocks
  subscript(age: Int) -> Turned {
    @_noLocks get {
      var span = Turned()
      span.angle = Vector3(x[age], y[age], z[age])
      span.seconds = seconds[age]
      return span
    }
  }

  /// Adds a reading that stood for `seconds`.
  /// - Returns: true where that makes the span whole.
  @_noLocks
  mutating func add(_ reading: StillReading, seconds: Double) -> Bool {
    current.angle += seconds * reading.rate
    current.seconds += seconds
    currentForce += seconds * reading.force
    return current.seconds >= Self.length
  }

  /// The mean specific force of the span that is being filled, m/s^2.
  var force: Vector3 { @_noLocks get { currentForce / current.seconds } }

  /// Holds the present span as whole and begins the next.
  /// - Returns: the oldest one, where there is no more room for it; else a span of no time. No optional: Swift 6.0.3 fails to compile
  ///   one of this size here.
  @_noLocks
  mutating func close() -> Turned {
    var oldest = Turned()
    if count == Self.most { oldest = takeOldest() }
    var age = count
    while age > 0 {
      (x[age], y[age], z[age], seconds[age]) = (x[age &- 1], y[age &- 1], z[age &- 1], seconds[age &- 1])
      age &-= 1
    }
    (x[0], y[0], z[0], seconds[0]) = (current.angle.x, current.angle.y, current.angle.z, current.seconds)
    held &+= 1
    lastForce = force
    current = Turned()
    currentForce = .zero
    return oldest
  }

  /// Takes out the oldest whole span; a span of no time where there is none.
  @_noLocks
  mutating func takeOldest() -> Turned {
    guard held > 0 else { return Turned() }
    held &-= 1
    return self[count]
  }

  /// How much time the whole spans come to, seconds.
  var heldSeconds: Double {
    @_noLocks get {
      var sum = 0.0
      var age = 0
      while age < count {
        sum += seconds[age]
        age &+= 1
      }
      return sum
    }
  }

  /// Everything held, and the present span.
  var total: Turned {
    @_noLocks get {
      var sum = current
      var age = 0
      while age < count {
        sum += self[age]
        age &+= 1
      }
      return sum
    }
  }

  /// True if the present span, whole, differs from the last by no more than a drift of `slope` (rad/s^2), and the force by no more
  /// than `tilt` (m/s^2).
  @_noLocks
  func isEven(slope: Double, tilt: Double) -> Bool {
    let most = slope * current.seconds
    return (current.rate - self[0].rate).lengthSquared <= most * most
      && (force - lastForce).lengthSquared <= tilt * tilt
  }

  /// The same of the last four seconds and the four before, which noise troubles less; true where so much is not held yet.
  @_noLocks
  func isEvenByPairs(slope: Double, tilt: Double) -> Bool {
    guard count > 2 else { return true }
    var (late, early) = (current, self[1])
    late += self[0]
    early += self[2]
    let most = slope * late.seconds
    return (late.rate - early.rate).lengthSquared <= most * most
      && (force - lastForce).lengthSquared <= tilt * tilt
  }
}

// MARK: - The first rest

extension RestSpans {
  /// The oldest whole span. Only where there is one.
  var oldest: Turned { @_noLocks get { self[count &- 1] } }

  /// The oldest whole spans, as far as they are even with the first.
  @_noLocks
  func evenStart(slope: Double) -> Turned {
    var sum = Turned()
    guard count > 0 else { return sum }
    let first = oldest
    let most = slope * first.seconds
    var age = count
    while age > 0, (self[age &- 1].rate - first.rate).lengthSquared <= most * most {
      sum += self[age &- 1]
      age &-= 1
    }
    return sum
  }

  /// True if the rate was even at first and has walked off to `rate` since; false if it walked from the first span on.
  @_noLocks
  func beganEven(before rate: Vector3) -> Bool {
    guard count > 1 else { return false }
    let all = total
    var (early, next) = (oldest, self[count &- 2])
    if count > 3 {
      early += next
      next = self[count &- 3]
      next += self[count &- 4]
    }
    // From the middle of the early spans until now.
    let walked = (rate - early.rate) / (all.seconds - 0.5 * early.seconds)
    let atFirst = (next.rate - early.rate) / early.seconds
    return atFirst.lengthSquared < 0.25 * walked.lengthSquared
  }
}

extension RestSpans {
  mutating func exchange(_ archive: inout StateArchive) {
    archive.exchange(&current.angle)
    archive.exchange(&current.seconds)
    archive.exchange(&currentForce)
    archive.exchange(&lastForce)
    for age in 0..<Self.most {
      archive.exchange(&x[age])
      archive.exchange(&y[age])
      archive.exchange(&z[age])
      archive.exchange(&seconds[age])
    }
    archive.exchange(&held)
  }

  /// False for a state that no run leads to.
  var isPossible: Bool {
    held <= UInt64(Self.most) && current.seconds >= 0 && current.seconds < Self.length
      && (0..<count).allSatisfy { seconds[$0] >= Self.shortLength }
  }
}
