/// A wire between interrupt pins and a GPIO line that has been requested for edges to the active level.
final class LineState {
  struct Connection {
    let slot: ChipSlot
    let pin: InterruptPin
  }

  let connections: [Connection]
  private let isActiveLow: Bool
  private let bias: LineBias
  private(set) var isActive = false
  /// Whether one pin drives the wire high and another low, and how often that has begun.
  private var isContended = false
  private(set) var contentions: UInt64 = 0
  var edges: EdgeQueue
  /// Every move of the wire, for a kernel; nil while nobody passes them on.
  var changes: LevelChanges?

  init(connections: [Connection], isActiveLow: Bool, bias: LineBias, overflow: EdgeOverflow) {
    self.connections = connections
    self.isActiveLow = isActiveLow
    self.bias = bias
    edges = EdgeQueue(overflow: overflow)
    // An edge from before the request is nobody's: only the level tells of it.
    isActive = level()
  }

  /// Looks at the wire after `slot` may have changed its pins.
  /// - Parameter asserted: whether the chip wanted to raise an interrupt on this occasion, changed level or not.
  func update(after slot: ChipSlot, asserted: Bool, at time: UInt64) {
    let wasActive = isActive
    isActive = level()
    let rose = isActive && !wasActive
    if wasActive, !isActive { changes?.add(isActiveLow, at: time) }
    guard rose || (asserted && slot.faults.edgesWhileActive.strike()) else { return }
    if slot.faults.withheldEdges.strike() {
      if rose { changes?.add(!isActiveLow, at: time, .silently) }
      return
    }
    edges.add(at: time)
    changes?.add(!isActiveLow, at: time, rose ? .naturally : .again)
    if slot.faults.doubledEdges.strike() {
      edges.add(at: time)
      changes?.add(!isActiveLow, at: time, .again)
    }
  }

  /// Whether any pin holds the wire at the active level; else whether the bias does. Where pins drive against each other, the
  /// active level wins here, and the fight is counted: real ones end at a level between, and heat both pins.
  private func level() -> Bool {
    let active = isActiveLow ? PinOutput.low : PinOutput.high
    var isDriven = false
    var isHeldActive = false
    var (isHigh, isLow) = (false, false)
    times(connections.count) { index in
      let connection = connections[index]
      let output = connection.slot.output(connection.pin)
      if output == active || connection.slot.faults.isStuckActive { isHeldActive = true }
      if output != .released { isDriven = true }
      if output == .high { isHigh = true } else if output == .low { isLow = true }
    }
    if isHigh, isLow, !isContended { contentions += 1 }
    isContended = isHigh && isLow
    if isHeldActive { return true }
    if isDriven { return false }
    switch bias {
    case .inactive: return false
    case .pullUp: return !isActiveLow
    case .pullDown: return isActiveLow
    }
  }
}
