import CHeapCount

/// Heap calls of the two real-time threads while they run.
enum AllocationBenchmark {
  private static let hertz = 1000.0

  /// Heap calls a sample on each thread: malloc, free and their kin. Nothing where they can't be counted.
  static func run(seconds: Double) throws -> [Figure] {
    guard heapcount_is_available() else {
      note("imu-rt bench: \(Benchmark.allocations.rawValue): heap calls can be counted with glibc only")
      return []
    }
    let stream = SimulatedStream(hertz: hertz, seconds: 0)
    try stream.startAndSettle()
    defer { stream.pipeline.stop() }
    let threads = stream.pipeline.threadIDs.filter { $0.key != "imu-delivery" }.sorted { $0.key < $1.key }
    let before = stream.pipeline.counters?.samples ?? 0
    let handles = threads.map { heapcount_watch($0.value) }
    stream.pause(seconds: seconds)
    let calls = handles.map { heapcount_unwatch($0) }
    let samples = (stream.pipeline.counters?.samples ?? 0) - before
    guard samples > 0, !handles.contains(-1) else { throw ToolFault("no sample came while heap calls were counted") }
    return zip(threads, calls).map { thread, calls in
      // A mean: single samples are not told apart.
      var figure = Figure(.allocations, [Double](repeating: Double(calls) / Double(samples), count: Int(samples)))
      figure.fields.append(("thread", Figure.quoted(thread.key)))
      figure.add("heap_calls", Double(calls))
      figure.note = "the mean over all samples; the simulated chip's own work on the acquisition thread is in it"
      return figure
    }
  }
}
