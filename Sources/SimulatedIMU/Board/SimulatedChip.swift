/// A chip on a ``SimulatedBoard``. A light handle; copies mean the same chip. Safe from any thread.
public struct SimulatedChip: Sendable {
  /// What the chip is.
  public let model: ChipModel
  /// 7-bit address.
  public let address: UInt8
  let core: BoardCore
  let index: Int

  /// Makes something go wrong, now or at the next occasion.
  public func inject(_ fault: Fault) { withSlot { slot, time in slot.apply(fault, at: time) } }

  /// Ends all faults that go on. What has happened stays: a flipped register, a changed clock, a missing plug.
  public func clearFaults() { withSlot { slot, time in slot.clearFaults(at: time) } }

  /// Lets things go wrong by a script from now on, instead of by an earlier one; nil for no script.
  ///
  /// The script's times and counts begin with the call. What it has made happen stays as if by ``inject(_:)``.
  public func follow(_ script: FaultScript?) { withSlot { slot, time in slot.follow(script, at: time) } }

  /// Takes the supply away: the chip is silent and forgets its registers.
  public func powerOff() { withSlot { slot, _ in slot.powerOff() } }

  /// Gives the supply back; nothing happens to a powered chip.
  public func powerOn() { withSlot { slot, time in slot.powerOn(at: time) } }

  /// A register as it stands, without the side effects that reading it over the bus has.
  public func register(_ address: UInt8) -> UInt8 { withSlot { slot, time in slot.chip.peek(address, at: time) } }

  /// The bits of a register that a write over the bus may change and that keep what is written. A register of an embedded page
  /// is not among them.
  public func writableBits(of register: UInt8) -> UInt8 { withSlot { slot, _ in slot.chip.writableBits(of: register) } }

  /// Samples the chip has taken since it was attached, read or not.
  public var samplesTaken: UInt64 { withSlot { slot, _ in slot.chip.samplesTaken } }

  /// Begins to play the chip's recording: from now on the chip samples exactly at the returned time plus each row's own,
  /// once a row and in order, whatever rate it is set to; after the last row it takes no samples any more.
  ///
  /// Until the call, row 0 holds at the chip's own rate. Rows that pass while the chip sleeps are lost.
  ///
  /// - Parameter start: when the recording's zero is, on the board's clock; not before now, which is also the default.
  /// - Returns: the time of the recording's zero; nil if the chip's motion is not a recording.
  @discardableResult
  public func startRecording(atNanoseconds start: UInt64? = nil) -> UInt64? {
    withSlot { slot, time in
      let zero = max(start ?? time, time)
      return slot.chip.play(from: zero) ? zero : nil
    }
  }

  private func withSlot<Result: Sendable>(_ body: (ChipSlot, UInt64) -> Result) -> Result {
    core.withState { state in
      let slot = state.slots[index]
      defer { state.settle(slot, at: state.now) }
      return body(slot, state.now)
    }
  }
}
