/// What `imu-rt bench` can measure, by name.
enum Benchmark: String, CaseIterable, Sendable {
  case ringThroughput = "ring.throughput"
  case ringRoundTrip = "ring.roundtrip"
  case sixAxisUpdate = "fusion.update6"
  case nineAxisUpdate = "fusion.update9"
  case edgeToFused = "latency.edge_to_fused"
  case wakeupTimer = "wakeup.timer"
  case allocations = "hotpath.allocations"
  case busBytes = "bus.bytes"
  case busTransactions = "bus.transactions"
  case firstAttitude = "startup.first_attitude"
  case residentMemory = "memory.resident"

  var unit: String {
    switch self {
    case .ringThroughput: "items/s"
    case .ringRoundTrip, .sixAxisUpdate, .nineAxisUpdate: "ns"
    case .edgeToFused, .wakeupTimer: "us"
    case .allocations, .busTransactions: "per sample"
    case .busBytes: "bytes per sample"
    case .firstAttitude: "ms"
    case .residentMemory: "MiB"
    }
  }

  /// Measures for about so many seconds, the warm-up not counted.
  func run(seconds: Double) throws -> [Figure] {
    switch self {
    case .ringThroughput: return [try RingBenchmark.throughput(seconds: seconds)]
    case .ringRoundTrip: return [try RingBenchmark.roundTrip(seconds: seconds)]
    case .sixAxisUpdate: return [100, 1000].map { FilterBenchmark.sixAxis(hertz: $0, seconds: seconds) }
    case .nineAxisUpdate: return [100, 1000].map { FilterBenchmark.nineAxis(hertz: $0, seconds: seconds) }
    case .edgeToFused: return try [100, 1000].map { try LatencyBenchmark.edgeToFused(hertz: $0, seconds: seconds) }
    case .wakeupTimer: return try [100, 1000].map { try LatencyBenchmark.timer(hertz: $0, seconds: seconds) }
    case .allocations: return try AllocationBenchmark.run(seconds: seconds)
    case .busBytes, .busTransactions: return try BusBenchmark.run(self, seconds: seconds)
    case .firstAttitude: return [try StartBenchmark.run(seconds: seconds)]
    case .residentMemory: return [try MemoryBenchmark.run(seconds: seconds)]
    }
  }
}
