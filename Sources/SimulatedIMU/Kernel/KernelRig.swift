import CRealtime
import IMUDrivers

/// Puts a board's chips behind a kernel's I2C bus and GPIO chip, for every program of the machine to use.
///
/// The module imu_rig (rig/kmod) passes on what programs send over the bus, and lets its lines follow the chips' pins. The
/// board runs in real time.
///
///     let board = SimulatedBoard(clock: .realTime)
///     let chip = board.attach(.mpu6050, motion: .moving())
///     let rig = try KernelRig(board: board, wires: [.init(chip: chip, line: 0)])
///     try rig.serve()
public final class KernelRig: Sendable {
  /// Where the module's device is.
  public static let devicePath = "/dev/imu-rig"
  /// The name of the module's I2C adapter, and the label of its GPIO chip.
  public static let label = "imu-rig"

  /// What leads from a chip's pin, or from several chips', to a line of the module's GPIO chip.
  public struct Wire: Sendable {
    var chips: [SimulatedChip]
    var pin: InterruptPin
    var bias: LineBias
    /// Offset of the line.
    public var line: UInt8

    /// - Parameters:
    ///   - line: offset on the GPIO chip.
    ///   - bias: what holds the wire where the pin does not.
    public init(chip: SimulatedChip, pin: InterruptPin = .first, line: UInt8, bias: LineBias = .pullDown) {
      self.init(pulledBy: [chip], pin: pin, line: line, bias: bias)
    }

    /// A wire that open-drain pins share; what holds it up is the bias.
    public init(pulledBy chips: [SimulatedChip], pin: InterruptPin = .first, line: UInt8, bias: LineBias = .pullUp) {
      precondition(!chips.isEmpty, "a wire needs a chip")
      self.chips = chips
      self.pin = pin
      self.line = line
      self.bias = bias
    }
  }

  /// How serving went.
  public struct Report: Sendable, Equatable {
    /// Transfers answered.
    public var transfers = 0
    /// Transfers whose answer came after the kernel had given them up.
    public var lateReplies = 0
    /// Moves of all lines.
    public var levelChanges = 0
    /// The longest that a move of a line was behind its time, in nanoseconds.
    public var worstDelayNanoseconds: UInt64 = 0
  }

  /// Longest wait without a look at the chips.
  private static let longestWait: UInt64 = 20_000_000

  private let core: BoardCore
  private let wires: [(index: Int, line: UInt8)]
  private let device: RigDevice

  /// Opens the module's device. Traps for a board in virtual time, and for chips of another board.
  public convenience init(
    board: SimulatedBoard, wires: [Wire], path: String = KernelRig.devicePath
  ) throws(RigError) {
    try self.init(board: board, wires: wires, device: try RigDevice(path: path))
  }

  init(board: SimulatedBoard, wires: [Wire], device: RigDevice) throws(RigError) {
    precondition(board.clock == .realTime, "a kernel's bus runs in real time")
    precondition(
      wires.allSatisfy { $0.chips.allSatisfy { $0.core === board.core } }, "a wire needs chips of this board")
    core = board.core
    self.device = device
    self.wires = wires.map { (board.core.addWire(from: $0.chips.map(\.index), pin: $0.pin, bias: $0.bias), $0.line) }
  }

  /// Serves the bus until ``stop()``. Blocks; belongs on a thread of its own, best with real-time priority.
  ///
  /// - Throws: ``RigError`` when the device fails; nobody serves the bus then, and transfers meet no chip.
  public func serve() throws(RigError) -> Report {
    var report = Report()
    var served = ServedTransaction()
    var packet = [UInt8](repeating: 0, count: RigPacket.limit)
    while true {
      let next = try moveLines(&report)
      switch try device.wait(untilNanoseconds: min(next, crt_now() &+ Self.longestWait)) {
      case .stopped: return report
      case .deadline: continue
      case .packet: break
      }
      guard let count = try device.read(into: &packet) else { continue }
      guard let request = RigPacket.read(packet[..<count], into: &served) else {
        throw .notUnderstood(path: device.path)
      }
      let transaction = served.transaction
      let result = core.transfer(transaction)
      report.transfers += 1
      let reply = RigPacket.reply(to: request.id, result: result, reads: request.reads, from: transaction)
      if try !device.write(reply) { report.lateReplies += 1 }
    }
  }

  /// Ends ``serve()``. Safe from any thread, once and for all.
  public func stop() { device.stop() }

  /// Lets the lines follow the pins up to now.
  /// - Returns: when a pin may move next.
  private func moveLines(_ report: inout Report) throws(RigError) -> UInt64 {
    let (moves, next) = core.takeMoves(of: wires.map(\.index))
    for (wire, change) in moves {
      _ = try device.write(RigPacket.level(change, ofLine: wires[wire].line))
      report.levelChanges += 1
      let now = crt_now()
      if now > change.nanoseconds {
        report.worstDelayNanoseconds = max(report.worstDelayNanoseconds, now - change.nanoseconds)
      }
    }
    return next
  }
}

extension BoardCore {
  /// Solders a wire to pins, whose moves are kept for a kernel; the first is the level it has now. Low wins.
  /// - Returns: the wire's index among the board's lines.
  func addWire(from slots: [Int], pin: InterruptPin, bias: LineBias) -> Int {
    withState { state in
      let connections = slots.map { LineState.Connection(slot: state.slots[$0], pin: pin) }
      // A wire that is shared is one that is pulled low.
      let isPulled = slots.count > 1
      let line = LineState(connections: connections, isActiveLow: isPulled, bias: bias, overflow: .dropsOldest)
      line.changes = LevelChanges()
      line.changes?.add(line.isActive != isPulled, at: state.now, .silently)
      state.lines.append(line)
      return state.lines.count - 1
    }
  }

  /// Takes the moves of wires up to now, in order of time.
  /// - Returns: the moves with the wire's place in `indices`, and when something may move next.
  func takeMoves(of indices: [Int]) -> (moves: [(wire: Int, change: LevelChange)], next: UInt64) {
    withState { state in
      // A transfer runs ahead of the clock until its bytes would have been through; its moves are not yet real.
      let time = crt_now()
      var moves: [(wire: Int, change: LevelChange)] = []
      // An awake MPU-6050 samples 8000 times a second until it is told otherwise, and nobody need see that.
      var next = state.slots.map(\.nextPinMove).min() ?? .max
      for (wire, index) in indices.enumerated() {
        moves += (state.lines[index].changes?.take(until: time) ?? []).map { (wire, $0) }
        next = min(next, state.lines[index].changes?.next ?? .max)
      }
      moves.sort { $0.change.nanoseconds < $1.change.nanoseconds }
      return (moves, next)
    }
  }
}
