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

  /// A batch, or why there is none.
  private enum News: Sendable {
    case batch([Element])
    case failed(MotionUnavailable)
  }

  /// Batches that wait for a slow handler.
  let mostWaiting: Int

  private let channel: SensorChannel
  private let value: @Sendable (MotionSample, SensorChannel) -> Element
  private let state = Guarded(State())
  private let mailbox = Guarded<Mailbox<News>?>(nil)
  /// Handlers run here, one at a time.
  let queue = DispatchQueue(label: "CoreMotion batches")

  /// - Parameter mostWaiting: nil for the usual number: eight, and all in virtual time.
  init(
    _ board: MotionBoard, mostWaiting: Int? = nil,
    value: @escaping @Sendable (MotionSample, SensorChannel) -> Element
  ) {
    self.mostWaiting = mostWaiting ?? (board.isVirtual ? .max : 8)
    channel = SensorChannel(board: board)
    channel.interval = .everySample
    self.value = value
  }

  deinit { stop() }

  var isActive: Bool { channel.isActive }
  var batch: [Element]? { state.withLock { $0.batch } }

  /// Batches that the handler was too slow for, since its start.
  var dropped: UInt64 { mailbox.withLock { $0 }?.dropped ?? 0 }

  /// Starts anew, and calls a handler on ``queue``; an earlier one is forgotten. Without a handler it gathers alone.
  func start(_ handler: (([Element]?, (any Error)?) -> Void)?) {
    let mailbox = handler.map { handler in
      // Ownership: the handler is the caller's and not Sendable, as on the phone; it runs on the serial queue alone.
      nonisolated(unsafe) let handle = handler
      return Mailbox<News>(capacity: mostWaiting, queue: queue) { news in
        switch news {
        case .batch(let batch): handle(batch, nil)
        case .failed(let reason): handle(nil, reason.asNSError)
        }
      }
    }
    replace(mailbox)
    do throws(MotionUnavailable) {
      try gather(nextGeneration()) { batch, error in
        if let batch { mailbox?.offer(.batch(batch)) } else if let error { mailbox?.offer(.failed(error)) }
      }
    } catch { mailbox?.offer(.failed(error)) }
  }

  private func replace(_ next: Mailbox<News>?) {
    let former = mailbox.withLock { mailbox in
      defer { mailbox = next }
      return mailbox
    }
    former?.close()
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

  /// Ends it. After the return no call of the handler begins; see `Subscription.cancel()`.
  func stop() {
    _ = nextGeneration()
    channel.stop()
    replace(nil)
  }
}

/// Batches of about a second as an asynchronous sequence. It throws ``MotionUnavailable`` when there is no chip or it is lost. Eight batches
/// wait for a slow consumer; older ones are dropped and counted (none in virtual time).
public struct BatchSequence<Element: Sendable>: AsyncSequence, Sendable {
  private let stream: AsyncThrowingStream<[Element], any Error>
  private let counter = DropCounter()

  init(_ channel: BatchChannel<Element>) {
    let (stream, continuation) = AsyncThrowingStream.makeStream(
      of: [Element].self, bufferingPolicy: .bufferingNewest(channel.mostWaiting))
    self.stream = stream
    // Holds the channel, too, for as long as the sequence is there.
    continuation.onTermination = { _ in channel.stop() }
    let counter = counter
    do throws(MotionUnavailable) {
      try channel.gather(channel.nextGeneration()) { batch, error in
        guard let batch else { return continuation.finish(throwing: error) }
        if case .dropped = continuation.yield(batch) { counter.add() }
      }
    } catch { continuation.finish(throwing: error) }
  }

  /// Batches dropped so far because the consumer was slow.
  public var dropped: UInt64 { counter.count }

  public func makeAsyncIterator() -> AsyncThrowingStream<[Element], any Error>.AsyncIterator {
    stream.makeAsyncIterator()
  }
}
