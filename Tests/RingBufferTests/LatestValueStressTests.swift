import Glibc
import RingBuffer
import Testing

@Suite struct LatestValueStressTests {
  /// How many values are read or written between two pauses.
  private static let batch = 16
  /// How many batches.
  private static let batchesByEach = 500

  @Test func fourReadersNeverSeeATornOrOlderValueAndNeverObstructTheWriter() {
    let outcome = run(LatestValue<Payload>(concurrentReaders: 4), clearing: false)
    #expect(outcome.faults == 0)
    #expect(outcome.refusals == 0)
  }

  @Test func readersSeeAWholeValueOrNoneWhileTheCellIsClearedNowAndThen() {
    let outcome = run(LatestValue<Payload>(concurrentReaders: 4), clearing: true)
    #expect(outcome.faults == 0)
    #expect(outcome.refusals == 0)
  }

  @Test func moreReadersThanSlotsNeverSeeATornOrOlderValue() {
    // How often the writer is refused depends on the scheduler; that it may be is the contract.
    #expect(run(LatestValue<Payload>(concurrentReaders: 1), clearing: false).faults == 0)
  }

  /// One writer, which publishes as long as anyone reads, and four readers.
  private func run(_ cell: consuming LatestValue<Payload>, clearing: Bool) -> (faults: Int, refusals: Int) {
    let reader = cell.reader
    let writer = Handover(cell.writer)
    let faults = Tally()
    let refusals = Tally()
    let finishedReaders = Tally()
    let read: @Sendable () -> Void = {
      for _ in 0..<Self.batchesByEach where !Self.readOneBatch(reader) { faults.count() }
      finishedReaders.count()
    }
    concurrently(
      {
        var writer = writer.take()
        var sequence: UInt64 = 0
        let allFinished = eventually {
          for _ in 0..<Self.batch {
            sequence += 1
            if !writer.publish(Payload(sequence: sequence)) { refusals.count() }
            if clearing, sequence % 3 == 0 { writer.clear() }
          }
          return finishedReaders.total == 4
        }
        if !allFinished { faults.count() }
      }, read, read, read, read)
    return (faults.total, refusals.total)
  }

  /// Reads values until there were as many as a batch has; returns whether each was whole and none older than the one
  /// before.
  private static func readOneBatch(_ reader: LatestValueReader<Payload>) -> Bool {
    var newest: UInt64 = 0
    var found = 0
    var isSound = true
    let isComplete = eventually {
      for _ in 0..<batch {
        guard let value = reader.read() else { continue }
        if !value.isWhole || value.sequence < newest { isSound = false }
        newest = value.sequence
        found += 1
      }
      return found >= batch
    }
    // Gives the writer its turn where threads outnumber processors.
    sched_yield()
    return isComplete && isSound
  }
}
