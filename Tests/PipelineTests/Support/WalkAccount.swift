@testable import Pipeline

/// The account of a walk: every sample is delivered or stated as lost, and neither time nor number steps back.
struct WalkAccount {
  private(set) var lastSample: MotionSample?
  private var delivered: UInt64 = 0
  private var stated: UInt64 = 0

  /// Steps until the board's clock has moved on, and takes what was delivered. A step that does not move the clock is
  /// allowed, many in a row are not.
  ///
  /// - Parameter judge: looks at each sample; a text where something is wrong with it.
  /// - Returns: what is wrong.
  mutating func run(
    _ pipeline: VirtualPipeline, milliseconds: UInt64, judge: (MotionSample) -> String?
  ) -> [String] {
    let end = pipeline.board.nowNanoseconds + milliseconds * 1_000_000
    var steps = 0
    while pipeline.board.nowNanoseconds < end {
      pipeline.step()
      steps += 1
      if steps > 1000 + 100 * Int(milliseconds) { return ["\(steps) steps in \(milliseconds) ms"] }
    }
    defer { pipeline.forgetUpdates() }
    return pipeline.updates.flatMap { complaints(about: $0, judge: judge) }
  }

  private mutating func complaints(about update: MotionUpdate, judge: (MotionSample) -> String?) -> [String] {
    switch update {
    case .sample(let sample):
      var complaints: [String] = []
      delivered += 1
      if let last = lastSample, sample.timeNanoseconds <= last.timeNanoseconds || sample.sequence <= last.sequence {
        complaints.append("time or number steps back from \(last.sequence) to \(sample.sequence)")
      }
      lastSample = sample
      if let complaint = judge(sample) { complaints.append(complaint) }
      if sample.sequence != delivered + stated { complaints.append("\(sample.sequence) != \(delivered) + \(stated)") }
      return complaints
    case .event(let event):
      if case .samplesLost(let count, _) = event.kind { stated += count }
      return []
    case .detected(let event): return ["nobody asked for \(event.kind)"]
    }
  }
}
