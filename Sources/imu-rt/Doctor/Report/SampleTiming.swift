import Pipeline

/// The time between the samples of a recording: the period of the data-ready signal as the chip's own clock makes it, and its jitter.
struct SampleTiming {
  /// Intervals that hold one period; in milliseconds.
  let count: Int
  let mean: Double
  let deviation: Double
  let shortest: Double
  let longest: Double
  /// Intervals of more than one and a half periods, where samples are missing, and the longest of them in milliseconds.
  let gaps: Int
  let longestGap: Double

  var hertz: Double { 1000 / mean }

  /// - Returns: nil for a recording of fewer than three rows.
  init?(_ recording: ReplayRecording) {
    guard recording.count > 2 else { return nil }
    let all = (1..<recording.count).map { Double(recording.nanoseconds($0) - recording.nanoseconds($0 - 1)) * 1e-6 }
    let median = all.sorted()[all.count / 2]
    let intervals = all.filter { $0 <= 1.5 * median }
    count = intervals.count
    let mean = intervals.reduce(0, +) / Double(intervals.count)
    self.mean = mean
    let squares = intervals.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
    deviation = (squares / Double(max(intervals.count - 1, 1))).squareRoot()
    shortest = intervals.min() ?? 0
    longest = intervals.max() ?? 0
    gaps = all.count - intervals.count
    longestGap = gaps == 0 ? 0 : all.max() ?? 0
  }

  /// For people.
  func text(nominalHertz: Double) -> String {
    var text =
      "period \(mean.fixed(6)) ms (\(hertz.fixed(3)) Hz, \(((hertz / nominalHertz - 1) * 100).fixed(2)) % from the nominal "
      + "\(nominalHertz.fixed(2)) Hz), standard deviation \((deviation * 1000).fixed(1)) us, shortest \(shortest.fixed(4)) ms, "
      + "longest \(longest.fixed(4)) ms, of \(count) intervals"
    text += gaps == 0 ? "; no gap" : "; \(gaps) gaps, the longest of \(longestGap.fixed(1)) ms"
    return text
  }
}
