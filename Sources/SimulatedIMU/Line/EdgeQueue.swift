import IMUDrivers

/// The kernel's queue of edge events for one line.
struct EdgeQueue {
  /// Events the kernel keeps for one line by default ("gpio-v2-line-event-read": 16 times the number of lines).
  static let capacity = 16

  private let overflow: EdgeOverflow
  private var times = [UInt64](repeating: 0, count: Self.capacity)
  private var sequences = [UInt64](repeating: 0, count: Self.capacity)
  private var head = 0
  private var count = 0
  private var lastSequence: UInt64 = 0

  init(overflow: EdgeOverflow) { self.overflow = overflow }

  /// Adds an event; the sequence counts it even if it is dropped.
  mutating func add(at time: UInt64) {
    lastSequence += 1
    if count == Self.capacity {
      guard overflow == .dropsOldest else { return }
      head = (head + 1) % Self.capacity
      count -= 1
    }
    let slot = (head + count) % Self.capacity
    times[slot] = time
    sequences[slot] = lastSequence
    count += 1
  }

  /// When the first event is due; `.max` when there is none.
  var first: UInt64 { count > 0 ? times[head] : .max }

  /// Takes all events that are not later than `time`; nil if there is none.
  mutating func take(until time: UInt64) -> EdgeWait? {
    guard count > 0, times[head] <= time else { return nil }
    var wait = EdgeWait(status: 0, firstNanoseconds: times[head], lastNanoseconds: 0, lastSequence: 0)
    while count > 0, times[head] <= time {
      wait.status += 1
      wait.lastNanoseconds = times[head]
      wait.lastSequence = sequences[head]
      head = (head + 1) % Self.capacity
      count -= 1
    }
    return wait
  }
}
