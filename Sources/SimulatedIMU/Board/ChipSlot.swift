/// A chip's place on the board: its address, its supply, and what ails its wires.
final class ChipSlot {
  let address: UInt8
  let chip: any ChipSimulation
  var faults = FaultState()
  private let powerOnNanoseconds: UInt64
  private var isPlugged = true
  private(set) var isPowered = false
  /// Until then the chip is silent; it is still powering up.
  private var readyAt: UInt64 = 0
  /// Whether the current transaction has addressed the chip.
  var isSelected = false
  private var interruptsSeen: UInt64 = 0
  /// What is to go wrong, and when; nil without a script.
  private var script: FaultScriptRun?
  private var transactions: UInt64 = 0

  init(address: UInt8, chip: any ChipSimulation, powerOnNanoseconds: UInt64) {
    self.address = address
    self.chip = chip
    self.powerOnNanoseconds = powerOnNanoseconds
  }

  var nextEvent: UInt64 { min(nextChipEvent, script?.nextTime ?? .max) }
  private var nextChipEvent: UInt64 { isPowered ? chip.nextEvent : .max }
  var nextSample: UInt64 { isPowered ? chip.nextSample : .max }
  var nextPinMove: UInt64 { isPowered ? chip.nextPinMove : .max }

  /// Lets everything happen that is due at ``nextEvent``, a script's faults first.
  func advance() {
    let time = nextEvent
    if let script, script.nextTime <= time {
      runScript(at: time)
      return
    }
    let samples = chip.samplesTaken
    chip.advance()
    if chip.samplesTaken != samples { runScript(at: time) }
  }

  func powerOn(at time: UInt64) {
    guard isPlugged, !isPowered else { return }
    isPowered = true
    readyAt = time &+ powerOnNanoseconds
    chip.powerOn(at: time)
  }

  func powerOff() {
    isPowered = false
    isSelected = false
    faults.sdaHold = .released
    chip.powerOff()
  }

  func acknowledges(at time: UInt64) -> Bool { isPowered && time >= readyAt && chip.acknowledges }

  func output(_ pin: InterruptPin) -> PinOutput { isPowered ? chip.output(pin) : .released }

  /// Whether the chip has raised an interrupt since the last call.
  func takeInterrupt() -> Bool {
    let raised = chip.interruptsRaised
    defer { interruptsSeen = raised }
    return raised != interruptsSeen
  }

  /// Makes a fault happen: the one place where ``Fault`` is taken apart.
  func apply(_ fault: Fault, at time: UInt64) {
    switch fault {
    case .noAcknowledge(let count): faults.noAcknowledge = count
    case .timeout(let count): faults.timeout = count
    case .arbitrationLost(let count): faults.arbitrationLost = count
    case .shortCount(let count): faults.shortCount = count
    case .corrupt(let register, let mask, let count):
      faults.corruptedRegister = register
      faults.corruptionMask = mask
      faults.corruption = count
    case .corruptFirstByte(let mask, let count):
      faults.firstByteMask = mask
      faults.firstByteCorruption = count
    case .holdSDA(let hold): if isPowered { faults.sdaHold = hold }
    case .unplug:
      powerOff()
      isPlugged = false
    case .replug:
      isPlugged = true
      powerOn(at: time)
    case .brownOut:
      guard isPowered else { return }
      powerOff()
      powerOn(at: time)
    case .withholdEdges(let count): faults.withheldEdges = count
    case .doubleEdges(let count): faults.doubledEdges = count
    case .edgesWhileActive(let count): faults.edgesWhileActive = count
    case .stuckActive(let isStuck): faults.isStuckActive = isStuck
    case .flip, .freeze, .freezeWord, .setWord, .zeros, .identity, .halfSensitivity, .clockError, .slipFIFO:
      chip.apply(fault, at: time)
    }
  }

  /// Ends all faults that go on; one that has happened, such as a flipped register, stays.
  func clearFaults(at time: UInt64) {
    faults = FaultState()
    chip.apply(.freeze(false), at: time)
    chip.apply(.zeros(false), at: time)
    for word in SensorWord.allCases { chip.apply(.setWord(word, nil), at: time) }
    chip.apply(.identity(nil), at: time)
    chip.apply(.halfSensitivity(false), at: time)
  }

  // MARK: The script

  /// Begins to follow a script, or none any more. Its times and counts begin now.
  func follow(_ script: FaultScript?, at time: UInt64) {
    transactions = 0
    self.script = script.map { FaultScriptRun($0, start: time, samplesBefore: chip.samplesTaken) }
    runScript(at: time)
  }

  /// Counts a transaction that addresses the chip.
  /// - Returns: whether the script made something happen.
  func countTransaction(at time: UInt64) -> Bool {
    guard script != nil else { return false }
    transactions += 1
    return runScript(at: time)
  }

  @discardableResult
  private func runScript(at time: UInt64) -> Bool {
    var hasStruck = false
    while let fault = script?.next(at: time, samples: chip.samplesTaken, transactions: transactions) {
      apply(fault, at: time)
      hasStruck = true
    }
    return hasStruck
  }
}
