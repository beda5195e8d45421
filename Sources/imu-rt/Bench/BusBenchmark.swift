import SimulatedIMU

/// What a sample costs on the bus, from a trace of the simulated one.
enum BusBenchmark {
  private static let hertz = 1000.0

  /// Bytes or transactions of each sample in register mode.
  static func run(_ benchmark: Benchmark, seconds: Double) throws -> Figure {
    let stream = SimulatedStream(hertz: hertz, seconds: 0)
    try stream.startAndSettle()
    stream.board.startTrace()
    stream.pause(seconds: seconds)
    let trace = stream.board.stopTrace()
    stream.pipeline.stop()
    // In register mode a sample is what one burst of data brings; what else goes over the bus belongs to the next one.
    var values: [Double] = []
    var pending = 0.0
    for transaction in trace {
      pending += benchmark == .busBytes ? Double(bytes(of: transaction)) : 1
      guard transaction.messages.contains(where: { $0.isRead && $0.bytes.count >= 14 }) else { continue }
      values.append(pending)
      pending = 0
    }
    guard !values.isEmpty else { throw ToolFault("no sample came while the bus was watched") }
    var figure = Figure(benchmark, values)
    figure.fields.append(("mode", Figure.quoted("register")))
    figure.note = "MPU-6050, six axes and temperature; this version has no FIFO mode"
    return figure
  }

  /// Bytes on the wire: an address byte for each message, and what it carries.
  private static func bytes(of transaction: TracedTransaction) -> Int {
    transaction.messages.reduce(0) { $0 + 1 + $1.bytes.count }
  }
}
