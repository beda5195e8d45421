/// What a look at one configuration register showed.
public enum RegisterCheck: BitwiseCopyable, Sendable, Equatable {
  /// It is as it was written at the start.
  case asWritten
  /// It has another value: the chip lost its supply for a moment, or a disturbance changed it. Or this one read was wrong.
  case differs(register: UInt8, wrote: UInt8, found: UInt8)
  case failed(BusError)
}

extension IMUSensor {
  /// How many configuration registers are looked at in turn.
  public var checkedRegisters: Int { @_noLocks get { image.count } }

  /// Looks at the configuration register whose turn it is, in a transaction of its own. The turn does not pass on.
  ///
  /// Safe on the sampling thread.
  @_noLocks public mutating func checkRegister() -> RegisterCheck {
    if let error = port.fetch(from: image.register(nextCheck), count: 1) { return .failed(error) }
    return judgedCheck(port.byte(0))
  }

  /// Passes the turn on to the next register.
  @_noLocks public mutating func passCheckOn() {
    nextCheck &+= 1
    if nextCheck >= image.count { nextCheck = 0 }
  }

  @_noLocks func judgedCheck(_ found: UInt8) -> RegisterCheck {
    let wrote = image.value(nextCheck)
    if found == wrote { return .asWritten }
    return .differs(register: image.register(nextCheck), wrote: wrote, found: found)
  }
}
