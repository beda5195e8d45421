import Synchronization

/// Updates as an asynchronous sequence. It ends when the pipeline stops or the iterating task is cancelled.
///
/// The buffer is bounded: when the consumer is slow the oldest update is dropped and counted. One consumer iterates.
public struct MotionUpdates: AsyncSequence, Sendable {
  public typealias Element = MotionUpdate
  public typealias Failure = Never

  private let stream: AsyncStream<MotionUpdate>
  private let counter: DropCounter

  init(stream: AsyncStream<MotionUpdate>, counter: DropCounter) {
    self.stream = stream
    self.counter = counter
  }

  /// Updates dropped so far because the consumer was slow.
  public var dropped: UInt64 { counter.count }

  public func makeAsyncIterator() -> AsyncStream<MotionUpdate>.AsyncIterator { stream.makeAsyncIterator() }
}

/// Counts what a bounded stream had to drop.
package final class DropCounter: Sendable {
  private let value = Atomic<UInt64>(0)

  package init() {}

  // Relaxed, both: a lone number that guards nothing; they are each other's partner.
  package var count: UInt64 { value.load(ordering: .relaxed) }
  package func add() { value.wrappingAdd(1, ordering: .relaxed) }
}
