/// When values were published, for measuring. Written by the fusion thread, read by whoever measures.
package final class PublicationLog: Sendable {
  /// One publication, in nanoseconds of the bus's clock and of CLOCK_MONOTONIC.
  package struct Entry: Sendable {
    /// The time of the sample whose value it was: that of its data-ready edge.
    package let sampleNanoseconds: UInt64
    /// When every reader could see the value.
    package let publishedNanoseconds: UInt64
  }

  private let capacity: Int
  private let entries: Guarded<[Entry]>

  /// - Parameter capacity: publications that are noted; later ones are not. Allocated ahead.
  package init(capacity: Int) {
    self.capacity = capacity
    var room: [Entry] = []
    room.reserveCapacity(capacity)
    entries = Guarded(room)
  }

  func add(sampleNanoseconds: UInt64, publishedNanoseconds: UInt64) {
    entries.withLock {
      guard $0.count < capacity else { return }
      $0.append(Entry(sampleNanoseconds: sampleNanoseconds, publishedNanoseconds: publishedNanoseconds))
    }
  }

  /// What was noted so far, oldest first.
  package var current: [Entry] { entries.withLock { $0 } }
}
