import Dispatch
import IMUDrivers
import SimulatedIMU
import Testing

@testable import Pipeline

/// A pipeline with its real threads on a simulated chip at 1 kHz, at normal priority. Time is never judged.
final class LivePipeline {
  let pipeline: MotionPipeline
  private let arrived = DispatchSemaphore(value: 0)
  private var subscription: Subscription?

  init(interval: UpdateInterval) {
    let board = SimulatedBoard(clock: .realTime, busHertz: nil)
    let chip = board.attach(.mpu6050, motion: .moving())
    var configuration = PipelineConfiguration(
      source: .custom(bus: board.bus, address: chip.address, line: board.line(for: chip)),
      updateInterval: interval, realtime: .none)
    configuration.sensor.sampleRateHertz = 1000
    pipeline = MotionPipeline(configuration)
    subscription = pipeline.subscribe(interval: interval, capacity: 4096, on: .global()) { [arrived] sample, _ in
      if sample != nil { arrived.signal() }
    }
  }

  deinit { subscription?.cancel() }

  /// Returns when so many more values have come.
  func awaitValues(_ count: Int) throws {
    for _ in 0..<count { try #require(arrived.wait(timeout: .now() + 30) == .success) }
  }

  /// The kernel's id of one of the threads.
  func thread(_ name: String) throws -> Int32 { try #require(pipeline.threadIDs[name]) }
}
