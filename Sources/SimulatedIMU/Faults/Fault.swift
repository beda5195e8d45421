/// How often a fault strikes.
public enum FaultCount: Sendable, Equatable, ExpressibleByIntegerLiteral {
  /// So many times, then no more.
  case times(Int)
  /// Until the fault is injected again with another count, or ``SimulatedChip/clearFaults()``.
  case untilCleared

  /// A number stands for so many times.
  public init(integerLiteral value: Int) { self = .times(value) }

  /// Whether the fault strikes now; counts it.
  mutating func strike() -> Bool {
    switch self {
    case .untilCleared: return true
    case .times(let left) where left > 0:
      self = .times(left - 1)
      return true
    case .times: return false
    }
  }
}

/// How a chip holds the bus's data line.
public enum SDAHold: Sendable, Equatable {
  /// Not at all.
  case released
  /// In the midst of a byte: nine clock pulses make it let go (UM10204, section 3.1.16).
  case untilClocked
  /// For good, as a short does: only another ``Fault/holdSDA(_:)``, ``SimulatedChip/clearFaults()`` or the loss of its supply
  /// ends it.
  case forGood
}

/// Something that goes wrong with a chip, its bus or its interrupt wire.
///
/// ``SimulatedChip/inject(_:)`` makes it happen. A counted fault replaces an earlier one of its kind; a count of 0 ends it.
public enum Fault: Sendable, Equatable {
  // MARK: The bus
  /// The chip does not acknowledge its address: transfers fail with EREMOTEIO (121).
  case noAcknowledge(FaultCount)
  /// The clock is held low until the adapter gives up: transfers fail with ETIMEDOUT (110).
  case timeout(FaultCount)
  /// Another controller wins the bus: transfers fail with EAGAIN (11).
  case arbitrationLost(FaultCount)
  /// The adapter leaves out the last message and returns one less than it was given.
  case shortCount(FaultCount)
  /// The next reads of a register come with the bits of `mask` inverted. The chip itself is unharmed.
  case corrupt(register: UInt8, mask: UInt8, FaultCount)
  /// The first byte of the next reads comes with the bits of `mask` inverted, as behind adapters that
  /// miss the end of a stretched clock (BCM2835).
  case corruptFirstByte(mask: UInt8, FaultCount)
  /// The chip holds the data line low: every transfer on the bus, to whichever chip, fails with ETIMEDOUT (110).
  case holdSDA(SDAHold)

  // MARK: Power
  /// The chip is torn off the bus, without power.
  case unplug
  /// The chip is back and powers up, its registers at their reset values.
  case replug
  /// The supply dips: registers go to their reset values, and the chip is silent until it has powered up again.
  case brownOut

  // MARK: The chip
  /// Bits of a stored register flip once.
  case flip(register: UInt8, mask: UInt8)
  /// Sample registers and FIFO data keep their values while data-ready goes on.
  case freeze(Bool)
  /// One word of the sample keeps its present value while the others go on.
  case freezeWord(SensorWord, Bool)
  /// One word of the sample has this value, whatever is measured; nil lets it go.
  case setWord(SensorWord, Int16?)
  /// All words of the sample are 0 while data-ready goes on.
  case zeros(Bool)
  /// The chip answers with another identity; nil for its own again.
  case identity(UInt8?)
  /// The accelerometer gives half the counts that its range promises, as some revisions and clones do.
  case halfSensitivity(Bool)
  /// The oscillator runs fast by this part of its nominal rate (0.05 = 5 % fast), instead of what the options say; nil
  /// for the options again.
  case clockError(Double?)
  /// So many bytes vanish from the head of the FIFO once, as after a disturbed read.
  case slipFIFO(bytes: Int)

  // MARK: The interrupt wire
  /// Edges get lost on their way; the level is as it should be.
  case withholdEdges(FaultCount)
  /// Each edge is reported twice.
  case doubleEdges(FaultCount)
  /// A sample raises an edge event even if the line is already active.
  case edgesWhileActive(FaultCount)
  /// The wire stays at the active level of the line that listens to it.
  case stuckActive(Bool)
}
