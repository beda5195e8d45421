import RingBuffer
import Testing

@Suite struct LatestValueStressTests {
  private static let last: UInt64 = 20_000

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

  /// One writer and four readers, until the writer is done and each reader has seen the last value.
  private func run(
    _ cell: consuming LatestValue<Payload>, clearing: Bool
  ) -> (faults: Int, refusals: Int) {
    let reader = cell.reader
    let writer = Handover(cell.writer)
    let faults = Tally()
    let refusals = Tally()
    let read: @Sendable () -> Void = {
      var newest: UInt64 = 0
      let sawTheLast = eventually {
        guard let value = reader.read() else { return false }
        if !value.isWhole || value.sequence < newest { faults.count() }
        newest = value.sequence
        return newest == Self.last
      }
      if !sawTheLast { faults.count() }
    }
    concurrently(
      {
        var writer = writer.take()
        for sequence in 1...Self.last {
          let published = eventually {
            if writer.publish(Payload(sequence: sequence)) { return true }
            refusals.count()
            return false
          }
          guard published else { return faults.count() }
          if clearing, sequence % 3 == 0, sequence != Self.last { writer.clear() }
        }
      }, read, read, read, read)
    return (faults.total, refusals.total)
  }
}
