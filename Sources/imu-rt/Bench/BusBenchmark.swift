import Pipeline
import SimulatedIMU

/// What a sample costs on the bus, from a trace of the simulated one.
enum BusBenchmark {
  /// One way to read a chip.
  private struct Way {
    let model: ChipModel
    let hertz: Double
    let readout: Readout
    let interval: UpdateInterval
    let note: String
  }

  private static let ways = [
    Way(
      model: .mpu6050, hertz: 1000, readout: .registers, interval: .everySample,
      note: "MPU-6050 at 1 kHz, six axes and temperature"),
    Way(
      model: .lsm6ds3, hertz: 833, readout: .registers, interval: .everySample,
      note: "LSM6DS3 at 833 Hz, six axes and temperature"),
    Way(
      model: .mpu6050, hertz: 1000, readout: .fifo, interval: .display,
      note: "MPU-6050 at 1 kHz for a consumer at 60 Hz: batches of 16; the temperature once a second"),
    Way(
      model: .mpu6050, hertz: 1000, readout: .fifo, interval: .gesture,
      note: "MPU-6050 at 1 kHz for a consumer at 100 Hz: batches of 10"),
    Way(
      model: .lsm6ds3trc, hertz: 1666, readout: .fifo, interval: .gesture,
      note: "LSM6DS3TR-C at 1666 Hz for a consumer at 100 Hz: batches of 16"),
  ]

  /// Bytes or transactions of each sample, in register mode and in FIFO mode.
  static func run(_ benchmark: Benchmark, seconds: Double) throws -> [Figure] {
    let share = max(0.1, seconds / Double(ways.count))
    return try ways.map { try figure(benchmark, $0, seconds: share) }
  }

  private static func figure(_ benchmark: Benchmark, _ way: Way, seconds: Double) throws -> Figure {
    let stream = SimulatedStream(
      hertz: way.hertz, seconds: 0, readout: way.readout, model: way.model, interval: way.interval)
    try stream.startAndSettle()
    stream.board.startTrace()
    stream.pause(seconds: seconds)
    let trace = stream.board.stopTrace()
    stream.pipeline.stop()
    // A sample is what a burst of data brings; what else goes over the bus belongs to the next burst, by equal shares.
    var values: [Double] = []
    var pending = 0.0
    var most = 0
    for transaction in trace {
      pending += benchmark == .busBytes ? Double(bytes(of: transaction)) : 1
      let samples = samples(in: transaction, way.readout)
      guard samples > 0 else { continue }
      values += [Double](repeating: pending / Double(samples), count: samples)
      most = max(most, samples)
      pending = 0
    }
    guard !values.isEmpty else { throw ToolFault("no sample came while the bus was watched") }
    var figure = Figure(benchmark, values)
    figure.fields.append(("mode", Figure.quoted(way.readout == .fifo ? "fifo" : "register")))
    figure.add("mean", values.reduce(0, +) / Double(values.count))
    if way.readout == .fifo { figure.add("batch", Double(most)) }
    figure.note = way.note
    return figure
  }

  /// Samples that a transaction brings: one in 15 or 16 bytes, its status included, and a frame of the FIFO in 12.
  private static func samples(in transaction: TracedTransaction, _ readout: Readout) -> Int {
    let longest = transaction.messages.filter(\.isRead).map(\.bytes.count).max() ?? 0
    return readout == .fifo ? longest / 12 : longest / 15
  }

  /// Bytes on the wire: an address byte for each message, and what it carries.
  private static func bytes(of transaction: TracedTransaction) -> Int {
    transaction.messages.reduce(0) { $0 + 1 + $1.bytes.count }
  }
}
