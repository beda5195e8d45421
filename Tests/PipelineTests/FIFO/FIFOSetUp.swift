import IMUDrivers
import SimulatedIMU

@testable import Pipeline

/// A chip with a rate, a wiring and a bus, read from its FIFO.
struct FIFOSetUp: Sendable, CustomStringConvertible {
  var model = ChipModel.mpu6050
  var hertz = 1000.0
  var isWired = true
  var latched = false
  var batchSeconds = 0.01

  var description: String {
    "\(model) \(hertz) Hz\(isWired ? "" : " polled")\(latched ? " latched" : "") \(batchSeconds) s"
  }

  static let fast = [
    FIFOSetUp(), FIFOSetUp(model: .lsm6ds3, hertz: 833), FIFOSetUp(model: .lsm6ds3trc, hertz: 833),
    FIFOSetUp(model: .lsm6ds3, hertz: 1666), FIFOSetUp(model: .lsm6ds3trc, hertz: 1666),
  ]
  /// One of each kind, for what takes long.
  static let few = [
    FIFOSetUp(), FIFOSetUp(model: .lsm6ds3, hertz: 833), FIFOSetUp(model: .lsm6ds3trc, hertz: 1666),
    FIFOSetUp(latched: true), FIFOSetUp(isWired: false),
  ]
  static let all =
    fast + [
      FIFOSetUp(latched: true), FIFOSetUp(hertz: 500, batchSeconds: 0.02), FIFOSetUp(model: .mpu6500),
      FIFOSetUp(hertz: 200, batchSeconds: 0.001), FIFOSetUp(isWired: false),
      FIFOSetUp(model: .lsm6ds3trc, hertz: 833, isWired: false),
    ]

  func pipeline(
    motion: some MotionSource = .still(), options: ChipOptions = ChipOptions(), ringCapacity: Int = 64
  ) throws -> VirtualPipeline {
    var configuration = SensorConfiguration(sampleRateHertz: hertz, usesFIFO: true)
    configuration.interrupt.latched = latched
    return try VirtualPipeline(
      model, motion: motion, options: options, configuration: configuration, isLineWired: isWired,
      ringCapacity: ringCapacity, batchSeconds: batchSeconds)
  }
}

extension VirtualPipeline {
  /// What the acquisition knows of the FIFO.
  var fifo: FIFOProgress { stages.withAcquisition { $0.fifo } }

  /// By how many milliseconds the sample that is stamped worst is off the instant at which it was taken.
  var worstLag: Double {
    samples.map { abs(ClockMotion.lag(of: $0, since: board.startNanoseconds)) }.max() ?? .infinity
  }
}
