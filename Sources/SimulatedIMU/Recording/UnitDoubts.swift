#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// What speaks against a recording's units: numbers that can't be in them, and numbers that hardly can.
///
/// Nothing is doubted that was said. Real recordings without a rest, of chips whose gravity reads 0.6 to 1.5 g, clipped or slow
/// ones pass.
struct UnitDoubts {
  /// What can't be: the reason, and the units by which it could, as `--units` takes them.
  struct Refusal: Equatable {
    var reason: String
    var units: String
  }

  private(set) var refusals: [Refusal] = []
  private(set) var remarks: [String] = []
  private let rows: [RecordedTrial.Row]
  private var coherence: RotationCoherence

  /// Rows that are looked at for a middle.
  private static let mostLooked = 4096
  /// Fewer rows tell no rate.
  private static let leastRows = 10

  /// - Parameters:
  ///   - rows: in the units that were said, or in SI where nothing was.
  ///   - timeScale: what made the times seconds.
  init(_ rows: [RecordedTrial.Row], units: RecordingUnits, timeScale: RecordingUnits.Scale) {
    self.rows = rows
    coherence = RotationCoherence([], secondsPerTimeUnit: 1)
    var secondsPerTimeUnit = 1.0
    if !units.isNamed(.time) { secondsPerTimeUnit = judgeTime(timeScale) }
    coherence = RotationCoherence(rows, secondsPerTimeUnit: secondsPerTimeUnit)
    if !units.isNamed(.accelerometer) { judgeForce() }
    if !units.isNamed(.gyroscope) { judgeRates() }
  }

  private mutating func refuse(_ reason: String, units: String) {
    refusals.append(Refusal(reason: reason, units: units))
  }

  /// The middle of a value over rows that are spread evenly.
  private func median(of range: Range<Int>, _ value: (Int) -> Double) -> Double {
    let step = max(1, range.count / Self.mostLooked)
    let values = stride(from: range.lowerBound, to: range.upperBound, by: step).map(value).sorted()
    return values.isEmpty ? 0 : values[(values.count - 1) / 2]
  }

  // MARK: Time

  /// - Returns: what the times are to be multiplied by to be seconds, as far as can be told.
  private mutating func judgeTime(_ scale: RecordingUnits.Scale) -> Double {
    guard rows.count >= Self.leastRows else { return 1 }
    let spacing = median(of: 1..<rows.count) { rows[$0].timeSeconds - rows[$0 - 1].timeSeconds }
    let mean = (rows[rows.count - 1].timeSeconds - rows[0].timeSeconds) / Double(rows.count - 1)
    // Rows that come in bunches are close together in the middle, and pauses are far apart in the mean; neither deceives both.
    if mean < 1e-4 {
      refuse("\(Self.text(1 / mean)) rows a second are more than any chip gives", units: "time=s")
      return 1
    }
    guard spacing > 0.9 else { return 1 }
    let raw = spacing * scale.divisor / scale.factor
    let unit = raw < 300 ? "ms" : raw < 3e5 ? "us" : "ns"
    let apart = "rows are \(Self.text(spacing)) s apart"
    guard spacing > 1.5 else {
      remarks.append("\(apart): if their time counts \(unit), say --units time=\(unit)")
      return 1
    }
    refuse("\(apart), which looks like a time in \(unit)", units: "time=\(unit)")
    guard let suspected = RecordingUnits.scale(unit, of: .time) else { return 1 }
    return scale.divisor / scale.factor * suspected.factor / suspected.divisor
  }

  // MARK: Specific force

  private mutating func judgeForce() {
    let norm = median(of: 0..<rows.count) { Self.norm(rows[$0].motion.specificForce) }
    let reading = "the accelerometer's median norm is \(Self.text(norm))"
    switch norm {
    case 4.9..<30: judgeSign()
    case 0.4..<3 where !isGravityOut: refuse(reading, likely: "g")
    // At rest gravity is 1000 mg and 981 cm/s^2, and chips are out by more than the difference.
    case 700..<1450: refuse("\(reading) (it may also be in cm/s^2)", likely: "mg")
    case 100...:
      // Counts a g are powers of two, from the ranges of 2 to 16 g at 12 to 16 bits.
      let counts = exp2(min(14, max(7, log2(norm).rounded())))
      refuse(reading, likely: "counts/\(Int(counts))")
    case ..<3:
      remarks.append(
        "\(reading), where gravity alone is 9.81 m/s^2: is gravity taken out of it? Attitudes need it in")
    default: remarks.append("\(reading), where gravity alone is 9.81 m/s^2: units are named with --units")
    }
  }

  private mutating func refuse(_ reading: String, likely unit: String) {
    let isTurned = isPhonesSign
    let sign = isTurned ? " in a phone's sign (z reads -1 g face up)" : ""
    refuse("\(reading), which looks like \(unit)\(sign)", units: "accelerometer=\(isTurned ? "-" : "")\(unit)")
  }

  /// Whether forces of that size have no direction that stays, as those have that gravity was taken out of.
  private var isGravityOut: Bool {
    let best = zip(coherence.shares(ratesTimes: 1), coherence.shares(ratesTimes: Self.degree)).map { max($0, $1) }
    return !best.isEmpty && best.reduce(0, +) / Double(best.count) < 0.3
  }

  /// Nothing in a recording tells a turned sign from a chip that lay face down, and whoever recorded it knows.
  private mutating func judgeSign() {
    guard isPhonesSign else { return }
    refuse(
      "gravity is along -z, as in a phone's sign (z reads -9.81 face up; for a chip that lay face down say accelerometer=m/s2)",
      units: "accelerometer=-m/s2")
  }

  /// Whether the device is face down by the chip's sign: at first, and most of the time.
  private var isPhonesSign: Bool {
    func share(_ row: Int) -> Double {
      let force = rows[row].motion.specificForce
      return force.z / max(Self.norm(force), .leastNormalMagnitude)
    }
    let first = rows.prefix { $0.timeSeconds <= rows[0].timeSeconds + 1 }.indices
    return median(of: first, share) < -0.7 && median(of: rows.indices, share) < -0.7
  }

  // MARK: Rates

  private static let degree = Double.pi / 180
  /// The fastest ranges are 2000 deg/s, of a few chips 4000 (rad/s).
  private static let usualLimit = 2050 * degree
  private static let anyLimit = 4100 * degree

  /// Units of a rate: counts a deg/s of the MPU-6050's ranges (specification 6.1), then of the LSM6DS3's (datasheet table 3).
  private static let rateUnits =
    ["deg/s", "mdeg/s"] + ["131", "65.5", "32.8", "16.4", "114.3", "57.1", "28.6", "14.3"].map { "counts/\($0)" }

  private mutating func judgeRates() {
    let largest = rows.lazy.map { Self.largest($0.motion.angularRate) }
    let most = largest.reduce(0, max)
    let impossible = largest.count { $0 > Self.anyLimit }
    if impossible * 100 > rows.count {
      return refuse("rates reach \(Self.text(most)) rad/s, more than any chip measures", most: most)
    }
    if most > Self.usualLimit {
      remarks.append(
        "rates reach \(Self.text(most)) rad/s, more than chips of 2000 deg/s measure: units are named with --units")
    }
    judgeTurns(most: most)
  }

  /// Whether gravity turns as the rates say, or by less, or the other way round.
  private mutating func judgeTurns(most: Double) {
    let asRadians = coherence.shares(ratesTimes: 1)
    guard asRadians.contains(where: { $0 < Self.turnedShare }) else { return }
    let turned = coherence.shares(ratesTimes: -1)
    let backwards = zip(asRadians, turned).count { $1 > 0.9 && $1 > $0 + 0.3 }
    let forwards = zip(asRadians, turned).count { $0 > $1 + 0.3 }
    if backwards >= 2, backwards * 5 >= asRadians.count, forwards == 0 {
      remarks.append(
        "gravity turns against the rates: their sign is the other one, or axes are exchanged; "
          + "--units gyro=-rad/s turns the sign")
      return
    }
    // As deg/s, or as something so small that it hardly turned: counts of a chip at rest.
    let smaller = zip(
      coherence.shares(ratesTimes: Self.degree), coherence.shares(ratesTimes: Self.degree / 100)
    ).map { max($0, $1) }
    // A share that is low by both was shaken, cut off or sampled too slowly, and tells nothing.
    let means = coherence.means()
    let against = asRadians.indices.count {
      asRadians[$0] < 0.5 && smaller[$0] > max(0.7, asRadians[$0] + 0.35, turned[$0])
        || asRadians[$0] < Self.turnedShare && smaller[$0] > 0.99 && isStill(means[$0])
    }
    let inFavour = zip(asRadians, smaller).count { $0 > $1 + 0.35 }
    if against > 3 * inFavour, against * 20 >= asRadians.count {
      refuse("by its rates it turned far more than gravity shows", most: most)
    }
  }

  /// About an axis that leans by 14 degrees, the mean of gravity over whole turns is this share of it.
  private static let turnedShare = 0.97
  /// Beyond every part's zero-rate offset, the MPU-6050's of 20 deg/s and what temperature adds to it, rad/s.
  private static let mostOffset = 27 * degree

  /// Whether a force that stands still is gravity alone, while the rates are more than an offset. Any other force that turns with
  /// the body, as on the edge of a turntable, makes it larger where gravity would be seen to turn.
  private func isStill(_ mean: (rate: SIMD3<Double>, force: Double)) -> Bool {
    abs(mean.force / Motion.standardGravity - 1) < 0.03 && Self.largest(mean.rate) > Self.mostOffset
  }

  private mutating func refuse(_ reason: String, most: Double) {
    let unit = likelyRateUnit(most: most)
    let range = unit.hasPrefix("counts") ? " (N of them to 1 deg/s, by the range that was set)" : ""
    refuse("\(reason): they look like \(unit)\(range)", units: "gyro=\(unit)")
  }

  /// The unit by which gravity turns as the rates say, of those that such numbers may be in.
  private func likelyRateUnit(most: Double) -> String {
    let fitsDegrees = most < Self.anyLimit / Self.degree
    // Counts are whole numbers, and what is above any chip's rate in deg/s is in less.
    guard isWhole else { return fitsDegrees ? "deg/s" : "mdeg/s" }
    let forces = refusals.last { $0.units.hasPrefix("accelerometer") }?.units ?? ""
    let possible = Self.rateUnits.filter { unit in
      if forces.contains("counts") || forces.contains("mg") {
        return unit.hasPrefix("counts") == forces.contains("counts")
      }
      return unit != "deg/s" || fitsDegrees
    }
    let shares = possible.map { unit in
      let scale = RecordingUnits.scale(unit, of: .gyroscope) ?? RecordingUnits.Scale()
      let shares = coherence.shares(ratesTimes: scale.applied(to: 1))
      return shares.reduce(0, +) / Double(max(1, shares.count))
    }
    let best = shares.max() ?? 0
    let unit = shares.firstIndex(of: best).map { possible[$0] } ?? "deg/s"
    // It hardly turned, so that any of the counts would do.
    guard unit.hasPrefix("counts"), best - (shares.min() ?? 0) < 0.03 else { return unit }
    return "counts/N"
  }

  private var isWhole: Bool {
    rows.prefix(Self.mostLooked).allSatisfy {
      let rate = $0.motion.angularRate
      return rate.x == rate.x.rounded() && rate.y == rate.y.rounded() && rate.z == rate.z.rounded()
    }
  }

  // MARK: Numbers

  private static func norm(_ vector: SIMD3<Double>) -> Double {
    (vector.x * vector.x + vector.y * vector.y + vector.z * vector.z).squareRoot()
  }

  private static func largest(_ vector: SIMD3<Double>) -> Double { max(abs(vector.x), abs(vector.y), abs(vector.z)) }

  /// A number to three digits.
  private static func text(_ value: Double) -> String {
    guard value != 0, value.isFinite else { return "\(value)" }
    let unit = pow(10, floor(log10(abs(value))) - 2)
    let rounded = unit < 1 ? (value / unit).rounded() / (1 / unit).rounded() : (value / unit).rounded() * unit
    return rounded == rounded.rounded() && abs(rounded) < 1e15 ? "\(Int(rounded))" : "\(rounded)"
  }
}
