import Foundation
import Fusion
import Pipeline

/// Counts the steps on a board while anybody wants them, and remembers when they came.
final class StepCounter: Sendable {
  /// Steps up to a moment.
  struct Mark: Equatable, Sendable {
    var date: Date
    var steps: Int
  }

  /// What a listener is told.
  enum News: Sendable {
    case steps(cadence: Double, date: Date)
    case paused(Date)
    case resumed(Date)
    case failed(MotionUnavailable)
  }

  private struct State {
    var marks: [Mark] = []
    var total = 0
    /// What the detector has counted in the run of the pipeline that goes on.
    var counted: UInt64 = 0
    var isWalking = false
    var lastStep = 0.0
    var audience = Audience<News>()
    /// When the counting that goes on began; nil when none does.
    var since: Date?
  }

  /// Without a step for so long, in seconds, the walker has paused: twice the longest step of the detector.
  static let pauseSeconds = 2.2
  /// How long steps are remembered, in seconds: seven days, as on the phone.
  static let keptSeconds = 7.0 * 24 * 3600

  private static let counters = Guarded<[ObjectIdentifier: StepCounter]>([:])

  private let board: MotionBoard
  private let state = Guarded(State())

  private init(_ board: MotionBoard) { self.board = board }

  /// The one counter of a board.
  static func of(_ board: MotionBoard) -> StepCounter {
    counters.withLock { counters in
      let counter = counters[ObjectIdentifier(board)] ?? StepCounter(board)
      counters[ObjectIdentifier(board)] = counter
      return counter
    }
  }

  /// Tells a listener of steps from now on. It is called on the delivery thread: brief, and waiting for nothing.
  func add(_ listener: @escaping @Sendable (News) -> Void) throws(MotionUnavailable) -> Int {
    let (key, needsStart) = state.withLock { $0.audience.add(listener) }
    guard needsStart else { return key }
    do throws(MotionUnavailable) {
      // Values at 10 Hz tell the time by which a pause is one. Strong: the counter lives as long as the process.
      let follower = try MotionFollower(board, interval: UpdateInterval(hertz: 10), detecting: .step) { [self] in
        take($0)
      }
      state.withLock { state in
        guard state.audience.admit(follower) else { return }
        (state.counted, state.since) = (0, board.now.map { board.date(of: $0) } ?? Date())
      }
      // One that is not wanted ends here, outside the lock.
      withExtendedLifetime(follower) {}
      return key
    } catch {
      remove(key)
      throw error
    }
  }

  /// Ends it; the counting ends with the last listener.
  func remove(_ key: Int) {
    let former = state.withLock { state -> MotionFollower? in
      let (isLast, former) = state.audience.remove(key)
      if isLast { (state.isWalking, state.since) = (false, nil) }
      return former
    }
    withExtendedLifetime(former) {}
  }

  private func take(_ update: MotionUpdate) {
    switch update {
    case .detected(let event):
      guard case .step(let count, let cadence) = event.kind else { return }
      step(count, cadence: cadence, seconds: Double(event.timeNanoseconds) * 1e-9)
    case .sample(let sample): look(at: sample.timestamp)
    case .event: tell([.failed(board.presentLoss ?? .pipeline(.lost(reason: "the chip was lost; it is asked again")))])
    }
  }

  private func step(_ count: UInt64, cadence: Double, seconds: Double) {
    let date = board.date(of: seconds)
    let hasResumed = state.withLock { state -> Bool in
      // The detector's own count begins anew with the pipeline; several steps may be told by one event.
      state.total += Int(count > state.counted ? count - state.counted : 1)
      state.counted = count
      state.marks.append(Mark(date: date, steps: state.total))
      let oldest = date.addingTimeInterval(-Self.keptSeconds)
      state.marks.removeFirst(state.marks.firstIndex { $0.date >= oldest } ?? state.marks.count)
      state.lastStep = seconds
      defer { state.isWalking = true }
      return !state.isWalking
    }
    tell((hasResumed ? [.resumed(date)] : []) + [.steps(cadence: cadence, date: date)])
  }

  private func look(at seconds: Double) {
    let pausedAt = state.withLock { state -> Double? in
      guard state.isWalking, seconds - state.lastStep > Self.pauseSeconds else { return nil }
      state.isWalking = false
      return state.lastStep
    }
    if let pausedAt { tell([.paused(board.date(of: pausedAt))]) }
  }

  private func tell(_ news: [News]) {
    let listeners = state.withLock { $0.audience.listeners }
    for listener in listeners { for item in news { listener(item) } }
  }

  /// Steps between two dates, as far as they were counted; steps before the start belong to it, up to the end.
  func steps(from start: Date, to end: Date) -> Int {
    state.withLock { state in
      let within = state.marks.filter { $0.date >= start && $0.date <= end }
      guard let last = within.last else { return 0 }
      let before = state.marks.last { $0.date < start }?.steps ?? 0
      return last.steps - before
    }
  }

  /// The latest moment of the counting, on its own clock.
  var now: Date { board.now.map { board.date(of: $0) } ?? Date() }
}
