/// What a look at some configuration registers showed.
public enum RegisterCheck: BitwiseCopyable, Sendable, Equatable {
  /// They are as they were at the start.
  case asWritten
  /// One has another value: the chip lost its supply for a moment, a disturbance or another program changed it. Or this one
  /// read was wrong.
  case differs(register: UInt8, wrote: UInt8, found: UInt8)
  case failed(BusError)
}

extension IMUSensor {
  /// In how many looks, in turn, all configuration registers are seen.
  public var checks: Int { @_noLocks get { image.runs } }

  /// Looks at the configuration registers whose turn it is: one pair for a run of neighbours. The turn does not pass on.
  ///
  /// Safe on the sampling thread.
  @_noLocks public mutating func checkRegisters() -> RegisterCheck {
    let count = image.length(of: nextCheck)
    if let error = port.fetch(from: image.register(0, of: nextCheck), count: count) { return .failed(error) }
    var place = 0
    while place < count {
      let (wrote, found) = (image.value(place, of: nextCheck), port.byte(place))
      if found != wrote {
        return .differs(register: image.register(place, of: nextCheck), wrote: wrote, found: found)
      }
      place &+= 1
    }
    return .asWritten
  }

  /// Looks again, at each register in a pair of its own: one read may be wrong, and a chip whose address does not
  /// follow the bytes any more gives a whole run wrong.
  ///
  /// Safe on the sampling thread.
  @_noLocks public mutating func confirmCheck() -> RegisterCheck {
    // Should one of these have changed, the others are not to blame.
    if layout.pageRegister != 0 {
      let page = confirm(layout.pageRegister)
      guard case .asWritten = page else { return page }
      let increment = confirm(layout.incrementRegister)
      guard case .asWritten = increment else { return increment }
    }
    var place = 0
    while place < image.length(of: nextCheck) {
      let look = confirm(image.register(place, of: nextCheck))
      guard case .asWritten = look else { return look }
      place &+= 1
    }
    return .asWritten
  }

  @_noLocks private mutating func confirm(_ register: UInt8) -> RegisterCheck {
    if let error = port.fetch(from: register, count: 1) { return .failed(error) }
    let (wrote, found) = (image.value(of: register), port.byte(0))
    return found == wrote ? .asWritten : .differs(register: register, wrote: wrote, found: found)
  }

  /// Passes the turn on.
  @_noLocks public mutating func passCheckOn() {
    nextCheck &+= 1
    if nextCheck >= image.runs { nextCheck = 0 }
  }
}
