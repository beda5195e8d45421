import Pipeline

/// The book of one pipeline: what arrived, what was stated as lost, and whether both fit.
///
/// Touched by the thread that advances the pipeline alone: its handler runs there.
final class SoakAccount {
  private(set) var delivered: UInt64 = 0
  private(set) var stated: UInt64 = 0
  private(set) var last: MotionSample?
  /// The first thing that is wrong, since it was taken; later ones tend to follow from it.
  private var complaint: String?
  private let hasEverySample: Bool

  init(hasEverySample: Bool) { self.hasEverySample = hasEverySample }

  func take(_ update: MotionUpdate) {
    switch update {
    case .sample(let sample):
      delivered += 1
      if let last, sample.timeNanoseconds <= last.timeNanoseconds {
        complain("time steps from \(last.timeNanoseconds) to \(sample.timeNanoseconds)")
      }
      if let last, sample.sequence <= last.sequence {
        complain("the sequence steps from \(last.sequence) to \(sample.sequence)")
      }
      if hasEverySample, sample.sequence != delivered + stated {
        complain("sequence \(sample.sequence), but \(delivered) delivered and \(stated) stated as lost")
      }
      let q = sample.orientation
      if !(q.w + q.x + q.y + q.z).isFinite { complain("an orientation is not finite") }
      last = sample
    case .event(let event):
      if case .samplesLost(let count, _) = event.kind { stated += count }
    case .detected(let event): complain("nobody asked for \(event.kind)")
    }
  }

  func complain(_ text: String) { if complaint == nil { complaint = text } }

  func takeComplaint() -> String? {
    defer { complaint = nil }
    return complaint
  }
}
