/// Whether gravity turns in a recording as its rates say.
///
/// Specific force, turned by the rates into the axes of a span's begin, adds up to gravity, since what else accelerates a body averages
/// out over some seconds: the norm of its mean, as a share of the mean norm, is near 1. By rates of a wrong unit gravity ends up
/// in all directions, and that share is near 0. On 48 recordings of hands, pockets, runners and swinging arms (BROAD, and phones that
/// were walked and run with) the right unit is never more than 0.2 behind another one in a span of 8 s, however a pendulum, a bias
/// of 5 deg/s or clipping disturb it, and the wrong one is 0.4 to 0.9 behind in most spans.
struct RotationCoherence {
  /// Long enough that a swing or a step averages out, short enough that a zero-rate offset of 5 deg/s does not count.
  private static let spanSeconds = 8.0
  private static let shortestSeconds = 2.0
  /// Fewer rows a second don't show how it turned between them.
  private static let leastRate = 10.0
  /// Spans that are looked at in a long recording, spread evenly: enough to judge, and never more than a moment's work.
  private static let mostSpans = 48
  /// A pause within a span hides a turn.
  private static let longestPause = 0.5

  private let rows: [RecordedTrial.Row]
  private let secondsPerTimeUnit: Double
  private var spans: [Range<Int>] = []

  /// - Parameter secondsPerTimeUnit: what the rows' times are to be multiplied by, where they are suspected not to be seconds.
  init(_ rows: [RecordedTrial.Row], secondsPerTimeUnit: Double) {
    self.rows = rows
    self.secondsPerTimeUnit = secondsPerTimeUnit
    guard rows.count > 1 else { return }
    let length = (rows[rows.count - 1].timeSeconds - rows[0].timeSeconds) * secondsPerTimeUnit
    guard length >= Self.shortestSeconds else { return }
    let seconds = min(Self.spanSeconds, length)
    let count = max(1, min(Self.mostSpans, Int(min(length / seconds, 1e6))))
    for number in 0..<count {
      let begin = rows.count * number / count
      if let span = span(from: begin, seconds: seconds) { spans.append(span) }
    }
  }

  /// The rows from one on that make a span without pauses; nil where there is none.
  private func span(from begin: Int, seconds: Double) -> Range<Int>? {
    var end = begin + 1
    while end < rows.count, elapsed(from: begin, to: end) < seconds {
      guard elapsed(from: end - 1, to: end) <= Self.longestPause else { return nil }
      end += 1
    }
    let length = elapsed(from: begin, to: end - 1)
    guard length >= 0.9 * seconds, Double(end - begin) >= Self.leastRate * length else { return nil }
    return begin..<end
  }

  private func elapsed(from: Int, to: Int) -> Double {
    (rows[to].timeSeconds - rows[from].timeSeconds) * secondsPerTimeUnit
  }

  /// How well the rates explain the directions of the specific force, span by span, from 0 to 1.
  ///
  /// - Parameter scale: what the rows' rates are to be multiplied by to be rad/s.
  func shares(ratesTimes scale: Double) -> [Double] { spans.map { share(of: $0, scale: scale) } }

  /// The mean rate, in the rows' unit, and the mean norm of the specific force, span by span.
  func means() -> [(rate: SIMD3<Double>, force: Double)] {
    spans.map { span in
      var (rate, force) = (SIMD3<Double>.zero, 0.0)
      for row in span {
        rate += rows[row].motion.angularRate
        let f = rows[row].motion.specificForce
        force += (f.x * f.x + f.y * f.y + f.z * f.z).squareRoot()
      }
      return (rate / Double(span.count), force / Double(span.count))
    }
  }

  private func share(of span: Range<Int>, scale: Double) -> Double {
    var turn = TrueOrientation.level
    var (x, y, z, norms) = (0.0, 0.0, 0.0, 0.0)
    for row in span {
      if row > span.lowerBound {
        // The mean rate for the time between two rows, by Cayley's transform: a turn by 2 atan of half the angle.
        let step = scale * elapsed(from: row - 1, to: row) / 4
        let (one, two) = (rows[row - 1].motion.angularRate, rows[row].motion.angularRate)
        let (a, b, c) = (step * (one.x + two.x), step * (one.y + two.y), step * (one.z + two.z))
        let norm = 1 / (1 + a * a + b * b + c * c).squareRoot()
        turn = turn * TrueOrientation(w: norm, x: a * norm, y: b * norm, z: c * norm)
      }
      let force = rows[row].motion.specificForce
      let turned = turn * TrueOrientation(w: 0, x: force.x, y: force.y, z: force.z)
      // The vector part of turned q*.
      x += -turned.w * turn.x + turned.x * turn.w - turned.y * turn.z + turned.z * turn.y
      y += -turned.w * turn.y + turned.x * turn.z + turned.y * turn.w - turned.z * turn.x
      z += -turned.w * turn.z - turned.x * turn.y + turned.y * turn.x + turned.z * turn.w
      norms += (force.x * force.x + force.y * force.y + force.z * force.z).squareRoot()
    }
    let share = (x * x + y * y + z * z).squareRoot() / norms
    // No force at all, or numbers beyond all bounds, tell nothing.
    return share.isFinite ? share : 0
  }
}
