/// Everything on a board that changes, under the lock of ``BoardCore``.
///
/// Time moves on event by event: whatever a chip does by itself happens at its exact time and in order of time, chips in
/// the order of attachment where times are equal.
final class BoardState {
  /// The board's zero of motion and its first time.
  let start: UInt64
  /// No event earlier than this is outstanding.
  private(set) var now: UInt64
  /// Duration of one bit on the bus; 0 for a bus that takes no time.
  let bitNanoseconds: Double
  var slots: [ChipSlot] = []
  var lines: [LineState] = []
  /// The transactions so far, or nil while nobody wants them.
  var trace: [TracedTransaction]?

  init(start: UInt64, bitNanoseconds: Double) {
    self.start = start
    now = start
    self.bitNanoseconds = bitNanoseconds
  }

  /// Lets everything happen that is due until `time`, and makes that the present.
  func advance(to time: UInt64) {
    while let slot = earliest(by: { $0.nextEvent }), slot.nextEvent <= time {
      let event = slot.nextEvent
      slot.chip.advance()
      settle(slot, at: event)
    }
    now = max(now, time)
  }

  /// When a chip takes its next sample; `.max` for never.
  var nextSample: UInt64 { earliest { $0.nextSample }?.nextSample ?? .max }

  /// When something happens next; `.max` for never.
  var nextEvent: UInt64 { earliest { $0.nextEvent }?.nextEvent ?? .max }

  /// Lets the lines follow after a chip may have moved its pins.
  func settle(_ slot: ChipSlot, at time: UInt64) {
    let asserted = slot.takeInterrupt()
    for line in lines { line.update(after: slot, asserted: asserted, at: time) }
  }

  private func earliest(by time: (ChipSlot) -> UInt64) -> ChipSlot? {
    var first: ChipSlot?
    for slot in slots {
      if let known = first, time(known) <= time(slot) { continue }
      first = slot
    }
    return first
  }
}
