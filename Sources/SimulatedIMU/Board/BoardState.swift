/// Everything on a board that changes, under the lock of ``BoardCore``.
///
/// Time moves on event by event: whatever a chip does by itself happens at its exact time and in order of time, chips in
/// the order of attachment where times are equal.
///
/// Unchecked because its owner is a lock: `BoardCore` alone holds the state, inside a `Mutex`, and hands it out for the
/// length of one locked call. Nothing that it refers to (slots, chips, lines) leaves that call either.
final class BoardState: @unchecked Sendable {
  /// The board's zero of motion and its first time.
  let start: UInt64
  /// No event earlier than this is outstanding.
  private(set) var now: UInt64
  /// Duration of one bit on the bus; 0 for a bus that takes no time.
  let bitNanoseconds: Double
  private(set) var slots: [ChipSlot] = []
  var lines: [LineState] = []
  /// When something happens next inside a chip; `.max` for never.
  private(set) var nextEvent = UInt64.max
  /// The transactions so far, or nil while nobody wants them.
  var trace: [TracedTransaction]?

  init(start: UInt64, bitNanoseconds: Double) {
    self.start = start
    now = start
    self.bitNanoseconds = bitNanoseconds
  }

  func add(_ slot: ChipSlot) {
    slots.append(slot)
    settle(slot, at: now)
  }

  /// The slot of a chip with this address, be it powered or not.
  func slot(at address: UInt8) -> ChipSlot? {
    var found: ChipSlot?
    times(slots.count) { if slots[$0].address == address { found = slots[$0] } }
    return found
  }

  /// Lets everything happen that is due until `time`, and makes that the present.
  func advance(to time: UInt64) {
    while nextEvent <= time {
      let event = nextEvent
      var due: ChipSlot?
      times(slots.count) { if due == nil, slots[$0].nextEvent == event { due = slots[$0] } }
      guard let due else { break }
      due.advance()
      settle(due, at: event)
    }
    if time > now { now = time }
  }

  /// Whether a chip holds the data line, so that no transfer gets through.
  var isDataLineHeld: Bool {
    var isHeld = false
    times(slots.count) { if slots[$0].faults.sdaHold != .released { isHeld = true } }
    return isHeld
  }

  /// Nine clock pulses, so that a chip in the midst of a byte lets the data line go (UM10204, section 3.1.16).
  /// - Returns: whether the line is free.
  func clockOut() -> Bool {
    advance(to: now &+ UInt64(9 * bitNanoseconds))
    times(slots.count) { if slots[$0].faults.sdaHold == .untilClocked { slots[$0].faults.sdaHold = .released } }
    return !isDataLineHeld
  }

  /// When a chip takes its next sample; `.max` for never.
  var nextSample: UInt64 {
    var earliest = UInt64.max
    times(slots.count) { earliest = min(earliest, slots[$0].nextSample) }
    return earliest
  }

  /// Lets lines and ``nextEvent`` follow if the chip has done something that may move them.
  func settleIfNeeded(_ slot: ChipSlot, at time: UInt64) {
    if slot.chip.isUnsettled { settle(slot, at: time) }
  }

  /// Lets lines and ``nextEvent`` follow what a chip, its supply or its wires may have done.
  func settle(_ slot: ChipSlot, at time: UInt64) {
    slot.chip.isUnsettled = false
    let asserted = slot.takeInterrupt()
    times(lines.count) { lines[$0].update(after: slot, asserted: asserted, at: time) }
    var earliest = UInt64.max
    times(slots.count) { earliest = min(earliest, slots[$0].nextEvent) }
    nextEvent = earliest
  }
}
