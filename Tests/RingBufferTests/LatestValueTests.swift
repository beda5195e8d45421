import Glibc
import Testing

@testable import RingBuffer

@Suite struct LatestValueTests {
  @Test func anEmptyCellReadsAsNil() {
    let cell = LatestValue<Int>()
    #expect(cell.reader.read() == nil)
  }

  @Test func readReturnsTheLatestValueAsOftenAsItIsAsked() {
    let cell = LatestValue<Int>(concurrentReaders: 1)
    var writer = cell.writer
    let reader = cell.reader
    for value in 0..<1000 {
      #expect(writer.publish(value) == true)
      #expect(reader.read() == value)
      #expect(reader.read() == value)
    }
  }

  @Test func valuesNobodyReadsAreReplaced() {
    let cell = LatestValue<Int>(concurrentReaders: 1)
    var writer = cell.writer
    for value in 0..<1000 { #expect(writer.publish(value) == true) }
    #expect(cell.reader.read() == 999)
  }

  @Test func aClearedCellReadsAsNilUntilTheNextValue() {
    let cell = LatestValue<Int>(concurrentReaders: 1)
    var writer = cell.writer
    let reader = cell.reader
    for value in 0..<20 {
      #expect(writer.publish(value) == true)
      #expect(reader.read() == value)
      writer.clear()
      #expect(reader.read() == nil)
      writer.clear()
      #expect(reader.read() == nil)
    }
  }

  @Test func copiesOfAReaderSeeTheSameCellAndOutliveTheWriter() {
    let cell = LatestValue<Int>()
    let reader = cell.reader
    let copy = reader
    publishAndGo(42, cell.writer)
    #expect(reader.read() == 42)
    #expect(copy.read() == 42)
  }

  @Test(arguments: [1, 2, 14, 253])
  func publishIsRefusedOnlyWhenMoreReadersThanAgreedEachPinAnotherValue(concurrentReaders: Int) {
    let cell = LatestValue<Payload>(concurrentReaders: concurrentReaders)
    var writer = cell.writer
    var pinned: [PinnedRead<Payload>] = []
    for sequence in 0..<UInt64(concurrentReaders) {
      #expect(writer.publish(Payload(sequence: sequence)) == true)
      pinned.append(PinnedRead(cell.reader))
    }
    // As many as agreed upon are in the middle of a read: still no obstacle, however often.
    for sequence in 1000..<1600 { #expect(writer.publish(Payload(sequence: UInt64(sequence))) == true) }
    pinned.append(PinnedRead(cell.reader))
    #expect(writer.publish(Payload(sequence: 2000)) == true)
    pinned.append(PinnedRead(cell.reader))

    #expect(writer.publish(Payload(sequence: 3000)) == false)
    #expect(cell.reader.read()?.sequence == 2000)
    for (index, read) in pinned.prefix(concurrentReaders).enumerated() {
      let value = read.finish()
      #expect(value?.isWhole == true && value?.sequence == UInt64(index))
    }
    #expect(writer.publish(Payload(sequence: 4000)) == true)
    #expect(cell.reader.read()?.sequence == 4000)
  }

  @Test func manyReadersOfOneValuePinOneSlotOnly() {
    let cell = LatestValue<Int>(concurrentReaders: 1)
    var writer = cell.writer
    let reader = cell.reader
    #expect(writer.publish(0) == true)
    let pinned = (0..<100).map { _ in PinnedRead(reader) }
    for value in 1..<50 { #expect(writer.publish(value) == true) }
    for read in pinned { #expect(read.finish() == 0) }
    #expect(reader.read() == 49)
  }

  @Test func aReadInProgressKeepsItsValueWhenTheCellIsCleared() {
    let cell = LatestValue<Int>(concurrentReaders: 1)
    var writer = cell.writer
    #expect(writer.publish(7) == true)
    let read = PinnedRead(cell.reader)
    writer.clear()
    for value in 0..<10 { #expect(writer.publish(value) == true) }
    #expect(read.finish() == 7)
  }

  @Test func theMemoryIsFreedWhenTheWriterAndAllReadersAreGone() {
    #expect(lifetimeOfAUsedCell().isOver)
  }

  private func lifetimeOfAUsedCell() -> Lifetime {
    let cell = LatestValue<Int>()
    let lifetime = Lifetime(cell.writer.memory)
    let copy = cell.reader
    publishAndGo(1, cell.writer)
    #expect(!lifetime.isOver)
    #expect(copy.read() == 1)
    return lifetime
  }

  private func publishAndGo(_ value: Int, _ writer: consuming LatestValueWriter<Int>) {
    #expect(writer.publish(value) == true)
  }
}

/// A read that has started and is suspended, as if its thread had been preempted in the middle: the two halves of
/// `LatestValueReader.read`.
private struct PinnedRead<Value: BitwiseCopyable & Sendable> {
  private let reader: LatestValueReader<Value>
  private let slot: Int

  init(_ reader: LatestValueReader<Value>) {
    self.reader = reader
    slot = Int(reader.storage.current.incrementAcquiring() >> LatestValueWord.indexShift)
  }

  func finish() -> Value? {
    guard slot != LatestValueWord.noSlot else { return nil }
    defer { reader.storage.balances[slot].incrementReleasing() }
    return reader.storage.slots.read(at: slot)
  }
}
