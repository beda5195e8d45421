import Foundation
import Testing

/// `imu-rt bench`: the fields and the command line. What the figures are is for machines that are left alone.
@Suite("Bench")
struct BenchTests {
  static let names = [
    "ring.throughput", "ring.roundtrip", "fusion.update6", "fusion.update9", "latency.edge_to_fused", "wakeup.timer",
    "hotpath.allocations", "bus.bytes", "bus.transactions", "startup.first_attitude", "memory.resident",
  ]

  @Test(arguments: [
    "bench ring", "bench ring.throughput fusion", "bench --seconds", "bench --seconds 0", "bench --seconds nan",
    "bench --seconds -1", "bench --seconds fast", "bench --histogram=yes", "bench -n 5", "bench --simulate",
  ])
  func aCommandLineThatIsNotUnderstood_endsWithStatusTwoAndOneLine(_ line: String) throws {
    let result = try ToolProcess.run(line.split(separator: " ").map(String.init))
    #expect(result.status == 2)
    #expect(result.output.isEmpty)
    #expect(result.errorLines.count == 1)
  }

  @Test func aWrongName_isAnsweredWithAllNames() throws {
    let result = try ToolProcess.run(["bench", "ring.speed"])
    for name in Self.names { #expect(result.errors.contains(name)) }
  }

  @Test func eachFigure_isOneObjectWithTheFieldsOfTheContract() throws {
    let result = try ToolProcess.run(
      [
        "bench", "bus.bytes", "bus.transactions", "fusion.update6", "fusion.update9", "wakeup.timer", "--seconds",
        "0.1",
      ])
    #expect(result.status == 0)
    var found: [String: Int] = [:]
    for line in result.outputLines {
      let object = try #require(JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
      found[try #require(object["bench"] as? String), default: 0] += 1
      #expect(object["unit"] is String)
      for field in ["median", "p50", "p99", "p999", "max", "n"] { #expect(object[field] is NSNumber, "\(field)") }
      let values = try ["p50", "p99", "p999", "max"].map { try #require(object[$0] as? NSNumber).doubleValue }
      #expect(values == values.sorted())
      #expect(try #require(object["n"] as? Int) > 0)
    }
    #expect(
      found == ["bus.bytes": 5, "bus.transactions": 5, "fusion.update6": 2, "fusion.update9": 2, "wakeup.timer": 2])
  }

  /// In register mode one pair of eighteen bytes, or nineteen; from the FIFO at 1 kHz at most thirteen and a half.
  @Test func whatASampleCostsOnTheBus_isWhatIsPromised() throws {
    for (benchmark, registers, most) in [("bus.bytes", [18.0, 19], 13.5), ("bus.transactions", [1, 1], 0.31)] {
      let result = try ToolProcess.run(["bench", benchmark, "--seconds", "1"])
      let figures = try result.outputLines.map { line in
        try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
      }
      #expect(figures.map { $0["mode"] as? String } == ["register", "register", "fifo", "fifo", "fifo"])
      let medians = figures.compactMap { $0["median"] as? Double }
      try #require(medians.count == 5)
      #expect(Array(medians[..<2]) == registers)
      // Batches of sixteen or ten: an MPU-6050 at 1 kHz, an LSM6DS3TR-C at 1666 Hz.
      #expect(medians[2...].allSatisfy { $0 <= most }, "\(medians)")
    }
  }

  @Test func theHistogram_addsUpToTheNumberOfValues() throws {
    let result = try ToolProcess.run(["bench", "wakeup.timer", "--seconds", "0.1", "--histogram"])
    var counted = 0
    var totals: [Int] = []
    for line in result.errorLines {
      guard let number = line.split(separator: " ").last.flatMap({ Int($0) }) else { continue }
      if line.hasPrefix("# Total:") { totals.append(number) }
      if !line.hasPrefix("#") || line.contains("Overflows:") { counted += number }
    }
    #expect(totals.count == 2)
    let total = totals.reduce(0, +)
    #expect(counted == total)
  }
}
