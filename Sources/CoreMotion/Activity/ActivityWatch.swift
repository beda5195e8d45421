import Foundation
import Fusion
import Pipeline

/// Judges the activity on a board while anybody wants to know, and remembers the verdicts of the process.
final class ActivityWatch: Sendable {
  /// What a listener is told.
  enum News: Sendable {
    case activity(CMMotionActivity)
    /// There is no motion to judge by: the chip was lost, or never there.
    case failed(MotionUnavailable)
  }

  private struct State {
    var classifier = ActivityClassifier()
    var history: [CMMotionActivity] = []
    /// The verdict that holds; nil before the first, and while the chip is lost.
    var present: CMMotionActivity?
    var audience = Audience<News>()
  }

  /// How long verdicts are remembered, in seconds: seven days, as on the phone.
  static let keptSeconds = 7.0 * 24 * 3600

  private static let watches = Guarded<[ObjectIdentifier: ActivityWatch]>([:])

  private let board: MotionBoard
  private let state = Guarded(State())

  private init(_ board: MotionBoard) { self.board = board }

  /// The one watch of a board.
  static func of(_ board: MotionBoard) -> ActivityWatch {
    watches.withLock { watches in
      let watch = watches[ObjectIdentifier(board)] ?? ActivityWatch(board)
      watches[ObjectIdentifier(board)] = watch
      return watch
    }
  }

  /// Tells a listener of the verdict that holds, and of each from now on. It is called on the delivery thread: brief, and waiting
  /// for nothing.
  func add(_ listener: @escaping @Sendable (News) -> Void) throws(MotionUnavailable) -> Int {
    let (key, needsStart, present) = state.withLock { state -> (Int, Bool, CMMotionActivity?) in
      let (key, needsStart) = state.audience.add(listener)
      return (key, needsStart, state.present)
    }
    if let present { listener(.activity(present)) }
    guard needsStart else { return key }
    do throws(MotionUnavailable) {
      // Strong: the watch lives as long as the process.
      let follower = try MotionFollower(board, interval: UpdateInterval(hertz: 20), detecting: .step) { [self] in
        take($0)
      }
      _ = state.withLock { $0.audience.admit(follower) }
      // One that is not wanted ends here, outside the lock.
      withExtendedLifetime(follower) {}
      return key
    } catch {
      remove(key)
      throw error
    }
  }

  /// Ends it; the judging ends with the last listener.
  func remove(_ key: Int) {
    let former = state.withLock { state -> MotionFollower? in
      let (isLast, former) = state.audience.remove(key)
      if isLast { (state.present, state.classifier) = (nil, ActivityClassifier()) }
      return former
    }
    withExtendedLifetime(former) {}
  }

  /// The verdicts between two dates, both included, oldest first.
  func activities(from start: Date, to end: Date) -> [CMMotionActivity] {
    state.withLock { $0.history.filter { $0.startDate >= start && $0.startDate <= end } }
  }

  /// Called on the delivery thread: brief.
  private func take(_ update: MotionUpdate) {
    let (news, listeners) = state.withLock { state in
      (judge(update, &state), state.audience.listeners)
    }
    if let news { for listener in listeners { listener(news) } }
  }

  private func judge(_ update: MotionUpdate, _ state: inout State) -> News? {
    let time: Double
    let hasChanged: Bool
    switch update {
    case .sample(let sample):
      time = sample.timestamp
      hasChanged = state.classifier.update(sample)
    case .detected(let event):
      guard case .step(_, let cadence) = event.kind else { return nil }
      time = Double(event.timeNanoseconds) * 1e-9
      hasChanged = state.classifier.step(at: time, cadence: cadence)
    case .event(let event):
      // From here on nothing is known of the carrier; what follows is judged anew.
      state.classifier = ActivityClassifier()
      remember(ActivityClassifier.Verdict(), at: Double(event.timeNanoseconds) * 1e-9, &state)
      state.present = nil
      return .failed(board.presentLoss ?? .pipeline(.lost(reason: "the chip was lost; it is asked again")))
    }
    guard hasChanged else { return nil }
    return .activity(remember(state.classifier.verdict, at: time, &state))
  }

  @discardableResult
  private func remember(
    _ verdict: ActivityClassifier.Verdict, at time: Double, _ state: inout State
  ) -> CMMotionActivity {
    let date = board.date(of: time)
    let activity = CMMotionActivity(verdict.kind, confidence: verdict.confidence, startDate: date, timestamp: time)
    let oldest = date.addingTimeInterval(-Self.keptSeconds)
    state.history.removeFirst(state.history.firstIndex { $0.startDate >= oldest } ?? state.history.count)
    state.history.append(activity)
    state.present = activity
    return activity
  }
}
