import Foundation
import Pipeline

/// Gathers every sample of the chip into batches of about a second.
final class BatchChannel<Element: Sendable>: Sendable {
  private struct State {
    var gathering: [Element] = []
    var firstNanoseconds: UInt64 = 0
    var batch: [Element]?
    var generation = 0
  }

  /// Sample time that a batch spans.
  private static var span: UInt64 { 1_000_000_000 }

  private let channel: SensorChannel
  private let value: @Sendable (MotionSample, SensorChannel) -> Element
  private let state = Guarded(State())
  /// Handlers run here, one at a time.
  let queue = DispatchQueue(label: "CoreMotion batches")

  init(_ board: MotionBoard, value: @escaping @Sendable (MotionSample, SensorChannel) -> Element) {
    channel = SensorChannel(board: board)
    channel.interval = .everySample
    self.value = value
  }

  deinit { channel.stop() }

  var isActive: Bool { channel.isActive }
  var isVirtual: Bool { channel.board.isVirtual }
  var batch: [Element]? { state.withLock { $0.batch } }

  /// Starts anew, and calls a handler on ``queue``.
  func start(_ handler: @escaping ([Element]?, (any Error)?) -> Void) {
    // Ownership: the handler is the caller's and not Sendable, as on the phone; it runs on the serial queue alone.
    nonisolated(unsafe) let handle = handler
    let queue = queue
    let (box, generation) = (state, nextGeneration())
    // What was put on the queue before a stop is dropped there.
    let deliver: @Sendable ([Element]?, NSError?) -> Void = { batch, error in
      queue.async {
        guard box.withLock({ $0.generation == generation }) else { return }
        handle(batch, error)
      }
    }
    do throws(MotionUnavailable) { try gather(generation) { deliver($0, $1?.asNSError) } } catch {
      deliver(nil, error.asNSError)
    }
  }

  /// Calls `take` on the delivery thread with each whole batch: brief, and waiting for nothing.
  func gather(
    _ generation: Int, take: @escaping @Sendable ([Element]?, MotionUnavailable?) -> Void
  ) throws(MotionUnavailable) {
    try channel.start(capacity: 64, executor: { $0() }) { [weak self] sample, error in
      guard let self else { return }
      guard let sample else { return take(nil, error) }
      if let batch = add(sample, generation) { take(batch, nil) }
    }
  }

  private func add(_ sample: MotionSample, _ generation: Int) -> [Element]? {
    let element = value(sample, channel)
    return state.withLock { state in
      guard state.generation == generation else { return nil }
      if state.gathering.isEmpty { state.firstNanoseconds = sample.timeNanoseconds }
      guard sample.timeNanoseconds &- state.firstNanoseconds >= Self.span else {
        state.gathering.append(element)
        return nil
      }
      let batch = state.gathering
      (state.batch, state.gathering, state.firstNanoseconds) = (batch, [element], sample.timeNanoseconds)
      return batch
    }
  }

  func nextGeneration() -> Int {
    state.withLock { state in
      state = State(generation: state.generation + 1)
      return state.generation
    }
  }

  func stop() {
    _ = nextGeneration()
    channel.stop()
  }
}

/// Batches of about a second as an asynchronous sequence. It throws ``MotionUnavailable`` when there is no chip or it is lost. Eight batches
/// wait for a slow consumer; older ones are dropped (none in virtual time).
public struct BatchSequence<Element: Sendable>: AsyncSequence, Sendable {
  private let stream: AsyncThrowingStream<[Element], any Error>

  init(_ channel: BatchChannel<Element>) {
    let (stream, continuation) = AsyncThrowingStream.makeStream(
      of: [Element].self, bufferingPolicy: channel.isVirtual ? .unbounded : .bufferingNewest(8))
    self.stream = stream
    continuation.onTermination = { _ in channel.stop() }
    do throws(MotionUnavailable) {
      try channel.gather(channel.nextGeneration()) { batch, error in
        guard let batch else { return continuation.finish(throwing: error) }
        continuation.yield(batch)
      }
    } catch { continuation.finish(throwing: error) }
  }

  public func makeAsyncIterator() -> AsyncThrowingStream<[Element], any Error>.AsyncIterator {
    stream.makeAsyncIterator()
  }
}
