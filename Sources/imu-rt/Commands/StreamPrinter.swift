import Pipeline
import Synchronization

/// Prints what `stream` gets, on the pipelines' delivery threads, until something ends it.
///
/// Whatever comes before ``begin(_:)`` waits for it, so that the header stands first.
final class StreamPrinter: Sendable {
  private struct State {
    var session: StreamSession?
    var early: [(update: MotionUpdate, sensor: Int)] = []
    var isOver = false
    /// Whether output has failed, so that nothing more is to be written there.
    var hasFailed = false
  }

  private let state = Mutex(State())
  private let outcomes: AsyncStream<Result<Void, any Error>>
  private let outcome: AsyncStream<Result<Void, any Error>>.Continuation

  init() { (outcomes, outcome) = AsyncStream.makeStream() }

  /// Takes an update of a sensor; called by its pipeline.
  func take(_ update: MotionUpdate, from sensor: Int) {
    state.withLock { state in
      if state.session == nil, !state.isOver {
        state.early.append((update, sensor))
      } else {
        printUpdate(update, from: sensor, in: &state)
      }
    }
  }

  /// Prints the header and what has come before it.
  func begin(_ session: StreamSession) {
    state.withLock { state in
      state.session = session
      do { try session.begin() } catch { return end(&state, .failure(error)) }
      for early in state.early { printUpdate(early.update, from: early.sensor, in: &state) }
      state.early = []
    }
  }

  /// Ends it from outside. Takes no lock, since the printer may be waiting for a reader who never comes.
  func stop() { outcome.yield(.success(())) }

  /// Waits for the end: the count was reached, ``stop()`` was called, or output failed.
  ///
  /// - Throws: why output failed.
  func waitForEnd() async throws {
    for await outcome in outcomes { return try outcome.get() }
  }

  /// Prints the summary. Called once, behind ``waitForEnd()``.
  ///
  /// - Returns: what makes the run a fault, unless it is the output that has failed.
  func finish() -> [String] {
    state.withLock { state in
      state.isOver = true
      state.session?.end(isPrinting: !state.hasFailed)
      return state.hasFailed ? [] : state.session?.faults ?? []
    }
  }

  private func printUpdate(_ update: MotionUpdate, from sensor: Int, in state: inout State) {
    guard !state.isOver else { return }
    do {
      try state.session?.take(update, from: sensor)
      if let session = state.session, session.isComplete { end(&state, .success(())) }
    } catch { end(&state, .failure(error)) }
  }

  private func end(_ state: inout State, _ result: Result<Void, any Error>) {
    state.isOver = true
    if case .failure = result { state.hasFailed = true }
    outcome.yield(result)
  }
}
