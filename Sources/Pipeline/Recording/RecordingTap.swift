import IMUDrivers
import RingBuffer

/// Where the fusion thread puts what is to be recorded. It never waits: what finds the ring full is counted, and the count
/// follows in its place as soon as there is room.
struct RecordingTap: ~Copyable {
  /// Whether anybody records.
  let isOpen: Bool
  private var entries: Producer<RecordedEntry>
  /// What has found the ring full and was not told yet.
  private(set) var misses = RecordingMisses()

  init(_ entries: consuming Producer<RecordedEntry>, isOpen: Bool) {
    self.entries = entries
    self.isOpen = isOpen
  }

  /// Takes a sample. Safe on the sample path.
  @_noLocks mutating func take(_ raw: RawSample, sequence: UInt64, timeNanoseconds: UInt64) {
    guard isOpen else { return }
    let sample = RecordedEntry.Content.sample(raw, sequence: sequence, timeNanoseconds: timeNanoseconds)
    if !put(RecordedEntry(sample)) { misses.samples &+= 1 }
  }

  /// Takes an event. Safe on the sample path.
  @_noLocks mutating func take(_ event: PipelineEvent) {
    guard isOpen else { return }
    if !put(RecordedEntry(.event(event))) { misses.events &+= 1 }
  }

  @_noLocks private mutating func put(_ entry: RecordedEntry) -> Bool {
    if !misses.isNone {
      guard entries.push(RecordedEntry(.missed(misses))) else { return false }
      misses = RecordingMisses()
    }
    return entries.push(entry)
  }
}
