import IMUDrivers
import SimulatedIMU

/// The three parts that the drivers were written for.
let exactModels: [ChipModel] = [.mpu6050, .lsm6ds3, .lsm6ds3trc]

/// Why a chip does not start; nil when it does.
func startError(
  _ bus: any I2CBus, at address: UInt8, _ configuration: SensorConfiguration = SensorConfiguration(),
  patienceMilliseconds: UInt64 = 0
) -> SensorError? {
  do throws(SensorError) {
    _ = try IMUSensor.start(
      bus: bus, address: address, configuration: configuration, patienceMilliseconds: patienceMilliseconds)
    return nil
  } catch { return error }
}

/// A board with one chip that has long been powered.
func poweredBoard(
  _ model: ChipModel, motion: some MotionSource = .still(), options: ChipOptions = ChipOptions(), busHertz: Int? = nil
) -> (board: SimulatedBoard, chip: SimulatedChip) {
  let board = SimulatedBoard(busHertz: busHertz)
  let chip = board.attach(model, motion: motion, options: options)
  board.pause(nanoseconds: 20_000_000)
  return (board, chip)
}

extension IMUSensor {
  static func start(
    _ board: SimulatedBoard, _ chip: SimulatedChip, _ configuration: SensorConfiguration = SensorConfiguration()
  ) throws(SensorError) -> IMUSensor {
    try start(bus: board.bus, address: chip.address, configuration: configuration)
  }
}

/// A trace as text, with the waits between the transactions where there are any.
func script(_ trace: [TracedTransaction]) -> [String] {
  var lines: [String] = []
  var last: UInt64?
  for transaction in trace {
    if let last, transaction.startNanoseconds > last {
      lines.append("wait \(Double(transaction.startNanoseconds - last) / 1e6) ms")
    }
    lines.append(transaction.description)
    last = transaction.endNanoseconds
  }
  return lines
}

extension TracedTransaction {
  /// Bytes on the wire, those of the addresses included.
  var wireBytes: Int { messages.reduce(0) { $0 + 1 + $1.bytes.count } }
  /// Whether it is one write and one read of one chip.
  var isPair: Bool {
    messages.count == 2 && !messages[0].isRead && messages[1].isRead && messages[0].address == messages[1].address
  }
  /// Whether it changes a register.
  var isWrite: Bool { messages.count == 1 && messages[0].bytes.count > 1 }
}

extension RawSample {
  /// Acceleration, rate, temperature.
  var words: [Int16] {
    [accelerometerX, accelerometerY, accelerometerZ, gyroscopeX, gyroscopeY, gyroscopeZ, temperature]
  }
}
