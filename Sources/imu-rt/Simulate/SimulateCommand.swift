import CRealtime
import Dispatch
import IMUDrivers
import SimulatedIMU

/// `imu-rt simulate`: chips without hardware for every program of the machine.
struct SimulateCommand: Command {
  static let name = "simulate"
  static let help = """
    usage: imu-rt simulate --kernel [options]

    Puts simulated chips on a real I2C bus (/dev/i2c-N) and a real GPIO chip (label imu-rig) of this kernel, in real time, until
    the duration or Ctrl-C. Needs the kernel module of rig/kmod: see docs/hil.md. Says on standard output which chip is where.

      --kernel             behind the kernel's bus; the one way there is, for now
      --chip CHIP          mpu6050, lsm6ds3, lsm6ds3tr-c or a sibling, as CHIP@0x69 at its other address; may be given
                           several times (default: mpu6050 and lsm6ds3)
      --one-line           wires the first pin of every chip to the line of the first: for open-drain pins (config/one-line.json5)
      --motion MOTION      \(PlayedMotion.help) in m/s^2 and rad/s
      --faults FILE        what goes wrong with the chip named before it, or with every chip, and when (see docs/faults.md)
      --duration SECONDS   stop after SECONDS
      --quiet              no notes and no summary
      --help, --version    this text; the version
    """

  /// Above the threads of a pipeline, which wait for this one as they would for hardware.
  private static let priority: Int32 = 90

  private var isKernel = false
  /// Whether the chips' first pins share a line.
  private var isOneLine = false
  private var chips: [ServedChip] = []
  /// Fault scripts by address; nil stands for chips without one of their own.
  private var faults: [UInt8?: FaultScript] = [:]
  private var motion: PlayedMotion
  private var duration: Double?
  private var isQuiet = false

  init(_ arguments: [String]) throws {
    var reader = ArgumentReader(arguments, command: Self.name)
    motion = try PlayedMotion("moving")
    while let argument = try reader.next() {
      switch argument {
      case "--kernel": isKernel = true
      case "--one-line": isOneLine = true
      case "--chip":
        let chip = try ServedChip(try reader.value(of: argument))
        guard !chips.contains(where: { $0.address == chip.address }) else {
          throw UsageError("two chips at \(hex(chip.address)); give one of them its other address with CHIP@ADDRESS")
        }
        chips.append(chip)
      case "--motion": motion = try PlayedMotion(try reader.value(of: argument))
      case "--faults": faults[chips.last?.address] = try FaultScript(path: try reader.value(of: argument))
      case "--duration": duration = try reader.number(of: argument, in: 0.001...1e9, unit: "seconds")
      case "--quiet": isQuiet = true
      default: throw reader.unknown(argument)
      }
    }
    guard isKernel else {
      throw UsageError("simulate needs --kernel; a single program runs simulated with 'imu-rt stream --simulate'")
    }
    if chips.isEmpty { chips = try ["mpu6050", "lsm6ds3"].map { try ServedChip($0) } }
  }

  func run() throws {
    let board = SimulatedBoard(clock: .realTime)
    let attached = chips.map { ($0, board.attach($0.model, address: $0.address, motion: motion.source)) }
    var wires = attached.flatMap { chip, simulated in
      chip.lines.filter { !isOneLine || $0.pin != .first }
        .map { KernelRig.Wire(chip: simulated, pin: $0.pin, line: $0.offset) }
    }
    if isOneLine { wires.append(KernelRig.Wire(pulledBy: attached.map(\.1), line: chips[0].lines[0].offset)) }
    let rig = try KernelRig(board: board, wires: wires)
    let signals = Signals { rig.stop() }
    if let duration { DispatchQueue.global().asyncAfter(deadline: .now() + duration) { rig.stop() } }
    beRealtime()
    try StandardOutput.write(try lines(start: board.startNanoseconds))
    // Not before: who reads the lines is there when the script begins.
    for (chip, simulated) in attached { simulated.follow(faults[chip.address] ?? faults[nil]) }
    let report = try rig.serve()
    withExtendedLifetime(signals) {}
    guard !isQuiet else { return }
    let delay = Double(report.worstDelayNanoseconds) / 1e6
    note(
      "\(report.transfers) transfers, \(report.lateReplies) of them answered too late; \(report.levelChanges) line changes, at worst \(delay) ms late"
    )
  }

  /// Asks for what a chip made of silicon has by nature: to be never late. A refusal is told; the simulation goes on.
  private func beRealtime() {
    let status = crt_set_fifo_priority(Self.priority)
    if status < 0, !isQuiet {
      note(
        "SCHED_FIFO priority \(Self.priority): refused (\(errnoText(0 &- status))); edges may come late: run as root")
    }
    // Without it edges come up to 50 us later, nothing worse.
    _ = crt_set_timer_slack(0)
  }

  /// Which chip is where, a JSON object a line.
  private func lines(start: UInt64) throws -> String {
    let bus = try LinuxI2CBus.list().first { $0.name == KernelRig.label }
    guard let bus else { throw ToolFault("no I2C bus '\(KernelRig.label)' in /dev; run 'sudo modprobe i2c-dev'") }
    return chips.map { chip in
      let lines = chip.lines.map { line in
        let name = isOneLine && line.pin == .first ? chips[0].lines[0].name : line.name
        return "\"\(name)\""
      }
      .joined(separator: ",")
      return
        "{\"chip\":\"\(ServedChip.name(of: chip.model))\",\"bus\":\"\(bus.path)\",\"address\":\"\(hex(chip.address))\","
        + "\"gpio_chip\":\"\(KernelRig.label)\",\"lines\":[\(lines)],\"start_ns\":\(start)}\n"
    }.joined()
  }
}
