import CRealtime
import IMUDrivers
import Pipeline
import SimulatedIMU

/// A running pipeline on a simulated MPU-6050 in real time, whose bus takes no time: what is measured is the program.
final class SimulatedStream {
  let board: SimulatedBoard
  let pipeline: MotionPipeline
  let log: PublicationLog
  let hertz: Double

  /// Ready to start; every sample is published.
  ///
  /// - Parameters:
  ///   - readout: from the registers unless asked otherwise: what is measured is the way of each single sample.
  ///   - interval: how often values are published, which is also how long a batch of the FIFO gathers.
  init(
    hertz: Double, seconds: Double, realtime: RealtimeConfiguration = .ofTool,
    readout: Readout = .registers, model: ChipModel = .mpu6050, interval: UpdateInterval = .everySample
  ) {
    self.hertz = hertz
    board = SimulatedBoard(clock: .realTime, busHertz: nil)
    let chip = board.attach(model, motion: .still())
    var configuration = PipelineConfiguration(
      source: .custom(bus: board.bus, address: chip.address, line: board.line(for: chip)),
      readout: readout, updateInterval: interval, realtime: realtime)
    configuration.sensor.sampleRateHertz = hertz
    // Room for the warm-up and for a chip that is late, too.
    log = PublicationLog(capacity: Int((seconds + 10) * hertz * 1.2))
    pipeline = MotionPipeline(configuration, log: log)
  }

  /// Starts, and returns when the pipeline has settled: half a second after the first value.
  func startAndSettle() throws {
    try pipeline.start()
    try awaitFirstValue()
    pause(seconds: 0.5)
  }

  /// Returns when a value is there; gives up after ten seconds.
  func awaitFirstValue() throws {
    let deadline = crt_now() + 10_000_000_000
    while log.current.isEmpty {
      guard crt_now() < deadline else { throw ToolFault("the simulated chip gave no value within 10 s") }
      pause(seconds: 0.0005)
    }
  }

  func pause(seconds: Double) { _ = crt_sleep_until(crt_now() + UInt64(seconds * 1e9)) }

  /// Which of the kernel's grants are missing, in words; nil when none is.
  var refusals: String? {
    let refused = pipeline.realtimeReport?.entries.filter { !$0.isGranted } ?? []
    return refused.isEmpty ? nil : "refused: " + refused.map(\.title).joined(separator: ", ")
  }
}
