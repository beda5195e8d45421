import Pipeline
import Synchronization

/// Prints what `stream` gets, on the pipeline's delivery thread, until something ends it.
///
/// Whatever comes before ``begin(_:)`` waits for it, so that the header stands first.
final class StreamPrinter: Sendable {
  private struct State {
    var session: StreamSession?
    var early: [MotionUpdate] = []
    var isOver = false
  }

  private let count: Int?
  private let state = Mutex(State())
  private let outcomes: AsyncStream<Result<Void, any Error>>
  private let outcome: AsyncStream<Result<Void, any Error>>.Continuation

  /// - Parameter count: values to print; nil for no end.
  init(count: Int?) {
    self.count = count
    (outcomes, outcome) = AsyncStream.makeStream()
  }

  /// Takes an update; called by the pipeline.
  func take(_ update: MotionUpdate) {
    state.withLock { state in
      if state.session == nil, !state.isOver { state.early.append(update) } else { printUpdate(update, in: &state) }
    }
  }

  /// Prints the header and what has come before it.
  func begin(_ session: StreamSession) {
    state.withLock { state in
      state.session = session
      do { try session.begin() } catch { return end(&state, .failure(error)) }
      for update in state.early { printUpdate(update, in: &state) }
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
  func finish() {
    state.withLock { state in
      state.isOver = true
      state.session?.end()
    }
  }

  private func printUpdate(_ update: MotionUpdate, in state: inout State) {
    guard !state.isOver else { return }
    do {
      try state.session?.take(update)
      if let count, let session = state.session, session.printed >= count { end(&state, .success(())) }
    } catch { end(&state, .failure(error)) }
  }

  private func end(_ state: inout State, _ result: Result<Void, any Error>) {
    state.isOver = true
    outcome.yield(result)
  }
}
