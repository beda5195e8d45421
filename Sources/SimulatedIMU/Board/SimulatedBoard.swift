import IMUDrivers

/// A board without hardware: simulated chips on an I2C bus, and GPIO lines on their interrupt pins.
///
///     let board = SimulatedBoard(clock: .virtual)
///     let chip = board.attach(.mpu6050, motion: .still())
///     let line = board.line(for: chip)
///     // Hand board.bus and line to whatever would talk to /dev/i2c-1 and /dev/gpiochip0.
///
/// Several chips share the bus by their addresses, and may share a line. All methods may be called from any thread; one
/// lock guards the board, and is never held while sleeping. In steady state a sample allocates nothing.
///
/// The bus carries what a Raspberry Pi's adapter carries (i2c-bcm2835): a transaction in which a read is not the last message is
/// answered with -EOPNOTSUPP, and no chip sees it.
///
/// What is not simulated: filters (a sample is the motion at its instant, without bandwidth or delay), the auxiliary
/// bus, offset registers, embedded functions (taps, steps, free fall and so on), the DMP, cycle mode and FSYNC. Their
/// registers store what is written.
public final class SimulatedBoard: Sendable {
  /// The bus all chips are on.
  public let bus: any I2CBus
  /// The clock the board runs on.
  public let clock: SimulationClock
  let core: BoardCore

  /// - Parameters:
  ///   - name: what errors call the bus.
  ///   - busHertz: bit rate of the bus, at least 1; each byte takes 9 bits. Nil for a bus that takes no time.
  public init(name: String = "simulated I2C bus", clock: SimulationClock = .virtual, busHertz: Int? = 400_000) {
    precondition(busHertz ?? 1 > 0, "a bus needs a bit rate above 0")
    self.clock = clock
    core = BoardCore(clock: clock, busHertz: busHertz)
    bus = SimulatedBus(name: name, core: core)
  }

  /// The present on the board's clock, in nanoseconds.
  public var nowNanoseconds: UInt64 { core.now() }

  /// The zero of all motions on the board's clock, in nanoseconds.
  public var startNanoseconds: UInt64 { core.withState { $0.start } }

  /// Lets time pass: jumps in virtual time, at most a week at once; sleeps in real time.
  public func pause(nanoseconds: UInt64) { core.pause(until: core.now() &+ nanoseconds) }

  /// Solders a chip to the bus and powers it up.
  ///
  /// - Parameters:
  ///   - address: 7-bit; nil for the model's usual one. Traps if the address is taken or outside 0x08-0x77.
  ///   - motion: what the chip feels.
  @discardableResult
  public func attach(
    _ model: ChipModel, address: UInt8? = nil, motion: some MotionSource, options: ChipOptions = ChipOptions()
  ) -> SimulatedChip {
    let address = address ?? model.usualAddress
    precondition((0x08...0x77).contains(address), "a 7-bit address outside 0x08-0x77 is reserved")
    let index = core.withState { state in
      precondition(state.slot(at: address) == nil, "two chips at one address")
      let sampler = MotionSampler(motion, zero: state.start)
      let (chip, powerOn) = model.makeChip(sampler: sampler, options: options)
      let slot = ChipSlot(address: address, chip: chip, powerOnNanoseconds: options.powerOnNanoseconds ?? powerOn)
      slot.powerOn(at: state.now)
      state.add(slot)
      return state.slots.count - 1
    }
    return SimulatedChip(model: model, address: address, core: core, index: index)
  }

  /// Requests the GPIO line that the interrupt pins of the chips are wired to.
  ///
  /// The line is active while any of the pins holds it at the active level; open-drain pins and a pull-up make it a wired-OR, and
  /// ``pinContentions`` tells of pins that are none. Edges from before the request are not
  /// reported; the level is. Each call is a request of its own with a queue of its own, and stays with the board.
  ///
  /// In virtual time a wait jumps to the next edge or to its deadline, but at most an hour: a wait for an edge that never
  /// comes ends then.
  ///
  /// - Parameters:
  ///   - activeLow: whether the line counts as active when low.
  ///   - bias: what holds the wire where an open-drain pin or a missing chip does not.
  ///   - overflow: which edge event is lost when 16 are pending.
  public func line(
    for chips: SimulatedChip..., pin: InterruptPin = .first, activeLow: Bool = false, bias: LineBias = .inactive,
    overflow: EdgeOverflow = .dropsNewest
  ) -> any DataReadyLine {
    line(for: chips, pin: pin, activeLow: activeLow, bias: bias, overflow: overflow)
  }

  /// The same for a list of chips, not empty.
  public func line(
    for chips: [SimulatedChip], pin: InterruptPin = .first, activeLow: Bool = false, bias: LineBias = .inactive,
    overflow: EdgeOverflow = .dropsNewest
  ) -> any DataReadyLine {
    precondition(!chips.isEmpty && chips.allSatisfy { $0.core === core }, "a line needs chips of this board")
    let indices = chips.map(\.index)
    let index = core.withState { state in
      let connections = indices.map { LineState.Connection(slot: state.slots[$0], pin: pin) }
      state.lines.append(
        LineState(connections: connections, isActiveLow: activeLow, bias: bias, overflow: overflow))
      return state.lines.count - 1
    }
    return SimulatedLine(name: "simulated line \(index)", core: core, index: index)
  }

  /// How often pins on one wire have begun to drive against each other: only open-drain pins may share one. On real chips it does
  /// damage in the long run.
  public var pinContentions: UInt64 {
    core.withState { state in state.lines.map(\.contentions).max() ?? 0 }
  }

  /// Begins to keep every transaction; what was kept before is dropped. Keeping allocates.
  public func startTrace() { core.withState { $0.trace = [] } }

  /// Stops keeping transactions and gives those since ``startTrace()``.
  @discardableResult
  public func stopTrace() -> [TracedTransaction] {
    core.withState { state in
      defer { state.trace = nil }
      return state.trace ?? []
    }
  }
}
