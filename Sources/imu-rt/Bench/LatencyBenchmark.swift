import CRealtime
import Pipeline
import Synchronization

/// From the edge to the fused value, against a bare timer thread of the same priority.
enum LatencyBenchmark {
  private static let warmUpSeconds = 0.5

  /// Microseconds from the edge's ideal time to the publication of the fused value.
  ///
  /// The timer's wake-ups lie half-way between the edges, one for each: what disturbs the machine disturbs both.
  static func edgeToFused(hertz: Double, seconds: Double) throws -> Figure {
    let stream = SimulatedStream(hertz: hertz, seconds: seconds)
    try stream.startAndSettle()
    defer { stream.pipeline.stop() }
    let refusals = stream.refusals
    guard let first = stream.log.current.last else { throw ToolFault("the simulated chip went silent") }
    let lostBefore = stream.pipeline.counters?.lost ?? 0
    let period = 1e9 / hertz
    let timer = try TimerRun.measure(
      from: first.sampleNanoseconds + UInt64(1.5 * period), period: period,
      count: Int(seconds * hertz))
    let began = first.sampleNanoseconds + UInt64(period)
    let entries = stream.log.current.filter { $0.sampleNanoseconds >= began }
    let lost = (stream.pipeline.counters?.lost ?? 0) - lostBefore
    var figure = Figure(
      .edgeToFused, entries.map { Double($0.publishedNanoseconds - $0.sampleNanoseconds) / 1000 })
    figure.add("hertz", hertz)
    figure.add("lost", Double(lost))
    let floor = Distribution(timer)
    figure.reference = Figure.Reference(
      role: "floor", name: Benchmark.wakeupTimer.rawValue, values: floor,
      ratios: [
        ("ratio_p50", figure.values.median / floor.median),
        ("ratio_p99", figure.values.quantile(0.99) / floor.quantile(0.99)),
      ])
    figure.note = ["the time of the transfer on the bus is not in it", refusals].compactMap(\.self).joined(
      separator: "; ")
    return figure
  }

  /// Microseconds by which a bare timer thread wakes late.
  static func timer(hertz: Double, seconds: Double) throws -> Figure {
    let period = 1e9 / hertz
    let values = try TimerRun.measure(
      from: crt_now() + 1_000_000, period: period, count: Int((warmUpSeconds + seconds) * hertz))
    var figure = Figure(.wakeupTimer, Array(values.dropFirst(Int(warmUpSeconds * hertz))))
    figure.add("hertz", hertz)
    return figure
  }
}

/// A thread that does nothing but sleep to the next instant and look at the clock.
private final class TimerRun: Sendable {
  private let lateness: Mutex<[Double]>

  private init(count: Int) { lateness = Mutex([Double](repeating: 0, count: count)) }

  /// Microseconds by which each of `count` wake-ups came late, the first at `start`.
  static func measure(from start: UInt64, period: Double, count: Int) throws -> [Double] {
    let run = TimerRun(count: max(1, count))
    // As the acquisition thread is set up by default.
    let realtime = RealtimeConfiguration.ofTool
    let thread = try MeasuringThread.start(
      .init(name: "bench-timer", priority: realtime.acquisitionPriority, processor: realtime.chosenProcessor)
    ) {
      run.lateness.withLock { lateness in
        for index in lateness.indices {
          let instant = start + UInt64(Double(index) * period)
          // A signal ends a sleep early; the deadline stays.
          while crt_sleep_until(instant) != 0, crt_now() < instant {}
          lateness[index] = Double(crt_now() - instant) / 1000
        }
      }
    }
    thread.join()
    return run.lateness.withLock { $0 }
  }
}
