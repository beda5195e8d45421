import CoreMotion
import Foundation
import IMUDrivers
import Pipeline
import SimulatedIMU

/// A board in virtual time whose chip and wires the test holds in its hands.
struct VirtualBoard {
  let simulated: SimulatedBoard
  let chip: SimulatedChip
  let board: MotionBoard

  init(
    _ motion: some MotionSource = .still(), model: ChipModel = .mpu6050, options: ChipOptions = ChipOptions(),
    sampleRateHertz: Double = 200, isLineWired: Bool = true
  ) {
    simulated = SimulatedBoard(clock: .virtual)
    chip = simulated.attach(model, motion: motion, options: options)
    let line = isLineWired ? simulated.line(for: chip) : nil
    board = .virtual(
      PipelineConfiguration(
        source: .custom(bus: simulated.bus, address: chip.address, line: line),
        sensor: SensorConfiguration(sampleRateHertz: sampleRateHertz)))
  }

  func manager() -> CMMotionManager { CMMotionManager(board: board) }
  func advance(_ seconds: Double) { board.advance(seconds: seconds) }
}

/// What handlers were given, in order.
final class Collected<Value>: @unchecked Sendable {
  // Ownership: `items` is touched under the lock alone.
  private var items: [Value] = []
  private let lock = NSLock()

  func add(_ value: Value) { lock.withLock { items.append(value) } }
  var values: [Value] { lock.withLock { items } }
}

/// A queue that runs one operation at a time.
func serialQueue() -> OperationQueue {
  let queue = OperationQueue()
  queue.maxConcurrentOperationCount = 1
  return queue
}

func isClose(_ a: CMAcceleration, _ b: (Double, Double, Double), _ tolerance: Double = 0.002) -> Bool {
  abs(a.x - b.0) < tolerance && abs(a.y - b.1) < tolerance && abs(a.z - b.2) < tolerance
}
