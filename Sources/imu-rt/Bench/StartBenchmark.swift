import CRealtime
import Pipeline

/// From the call of `start` to the first published value.
enum StartBenchmark {
  /// Milliseconds of each start, again and again on a new board: at least three.
  static func run(seconds: Double) throws -> Figure {
    // The first start of a process pays for what later ones find in place.
    _ = try start()
    var values: [Double] = []
    let end = crt_now() + UInt64(seconds * 1e9)
    while crt_now() < end || values.count < 3 { values.append(try start()) }
    var figure = Figure(.firstAttitude, values)
    figure.note =
      "real time, MPU-6050 at 200 Hz; most of it is the chip's own reset and start-up, as its datasheet has them"
    return figure
  }

  private static func start() throws -> Double {
    let stream = SimulatedStream(hertz: 200, seconds: 0)
    // The chip has power already, as one on a board that is up.
    stream.pause(seconds: 0.02)
    let began = crt_now()
    try stream.pipeline.start()
    try stream.awaitFirstValue()
    stream.pipeline.stop()
    guard let first = stream.log.current.first else { throw ToolFault("the first value was lost") }
    return Double(first.publishedNanoseconds - began) / 1e6
  }
}
