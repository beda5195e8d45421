import Foundation
import Testing

/// A chip that is torn off and comes back, and what ends the stream meanwhile.
@Suite("Hot unplug")
struct UnplugTests {
  private static func stream(_ script: String, _ arguments: [String] = []) throws -> (
    tool: ToolProcess, scratch: Scratch
  ) {
    let scratch = try Scratch()
    let path = try scratch.file("faults.json5", script)
    return (try ToolProcess(["stream", "--simulate", "--faults", path, "--format", "jsonl"] + arguments), scratch)
  }

  @Test func unpluggedChip_isSaid_andTheStreamResumesByItselfWithinTwoSeconds() throws {
    let (tool, scratch) = try Self.stream(
      "{faults: [{atSeconds: 2, fault: 'unplug', forSeconds: 1.5}]}", ["--duration", "6"])
    let result = try tool.finish()
    withExtendedLifetime(scratch) {}
    #expect(result.status == 0)
    let lines = result.outputLines
    let faulted = try #require(
      lines.firstIndex { $0.contains("\"health_changed\"") && $0.contains("\"to\":\"faulted\"") })
    let restarted = try #require(lines.firstIndex { $0.contains("\"chip_restarted\"") })
    #expect(faulted < restarted)
    #expect(lines[..<faulted].contains { $0.contains("\"transfer_failed\"") && $0.contains("\"errno\":121") })
    #expect(lines[restarted...].contains { $0.hasPrefix("{\"seq\":") }, "values come again")
    let gap = try #require(
      lines.first { $0.contains("\"samples_lost\"") && $0.contains("\"cause\":\"chip_down\"") })
    // 1.5 s without a chip, and at most two until it's back: at 200 Hz at most 700 samples.
    let count = try #require(gap.firstMatch(of: #/"count":(\d+)/#).flatMap { Int($0.output.1) })
    #expect(count >= 290 && count <= 720)
  }

  /// An adapter that refused every read of the FIFO was "lost 0" and status 0. Here the chip falls silent while its filters settle.
  @Test(arguments: ["stream --fifo", "stream --registers", "record FILE --registers"])
  func aRunWithoutASample_isAFaultWithItsReason_andWhatWasDueIsLost(_ line: String) throws {
    let scratch = try Scratch()
    let script = try scratch.file("faults.json5", "{faults: [{atTransaction: 60, fault: 'noAcknowledge'}]}")
    let words = line.split(separator: " ").map { $0 == "FILE" ? scratch.path("r.csv") : String($0) }
    let result = try ToolProcess.run(
      words + ["--simulate", "--chip", "lsm6ds3", "--faults", script, "--duration", "1.5"])
    #expect(result.status == 1)
    let last = try #require(result.errorLines.last)
    #expect(last.contains("0x6A: no sample came") && last.contains("no acknowledge"), "\(last)")
    let lost = try #require(result.errors.firstMatch(of: #/lost (\d+): /#).flatMap { Int($0.output.1) })
    // 208 Hz, and at most half a second for start and settling.
    #expect(lost > 150 && lost < 320, "\(lost)")
  }

  /// A chip that was lost and did not come back: samples came, and the run is a fault all the same.
  @Test(arguments: ["stream --format csv", "record FILE", "record FILE --fifo"])
  func aRunThatEndsWithoutItsChip_isAFaultWithItsReason(_ line: String) throws {
    let scratch = try Scratch()
    let script = try scratch.file("faults.json5", "{faults: [{atSeconds: 1.5, fault: 'unplug'}]}")
    let words = line.split(separator: " ").map { $0 == "FILE" ? scratch.path("r.csv") : String($0) }
    let result = try ToolProcess.run(words + ["--simulate", "--faults", script, "--duration", "3"])
    #expect(result.status == 1, "\(result.errors)")
    let last = try #require(result.errorLines.last)
    #expect(last.contains("0x68: the chip was lost when the run ended: ") && last.contains("no acknowledge"), "\(last)")
  }

  /// Nothing was handed on in so short a time.
  @Test func aRunTooShortForAValue_isAFault() throws {
    let result = try ToolProcess.run(["stream", "--simulate", "--duration", "0.001"])
    #expect(result.status == 1)
    #expect(result.errors.contains("no sample came"), "\(result.errors)")
  }

  /// The address stood twice in the words on standard error.
  @Test func aFailedTransferNamesItsPlaceOnce() throws {
    let scratch = try Scratch()
    let script = try scratch.file("faults.json5", "{faults: [{atSeconds: 2, fault: 'noAcknowledge', times: 1}]}")
    let result = try ToolProcess.run(
      ["stream", "--simulate", "--faults", script, "--format", "csv", "-n", "600", "--control-loop", "200"])
    let line = try #require(result.errorLines.first { $0.contains("no acknowledge") })
    #expect(line.hasPrefix("simulated I2C bus address 0x68 register 0x"))
    #expect(line.ranges(of: "address 0x68").count == 1, "\(line)")
  }

  /// In which state the chip is when the signal comes, by the script that brings it there and the event that shows it.
  static let states: [(name: String, script: String, sign: String)] = [
    ("running", "{faults: []}", "{\"seq\":"),
    ("faulted", "{faults: [{atSeconds: 2, fault: 'unplug'}]}", "\"to\":\"faulted\""),
    ("recovering", "{faults: [{atSeconds: 2, fault: 'timeout'}]}", "\"to\":\"recovering\""),
    ("frozen", "{faults: [{atSeconds: 4, fault: 'zeros'}]}", "\"all_zero\""),
    ("polled", "{faults: [{atSeconds: 2, fault: 'withholdEdges'}]}", "\"polling_started\""),
    ("held bus", "{faults: [{atSeconds: 2, fault: 'holdSDA', freedByClocks: false}]}", "\"errno\":110"),
  ]

  @Test(arguments: [SIGINT, SIGTERM], states)
  func signalInAnyState_endsItWithWholeOutput(signal: Int32, state: (name: String, script: String, sign: String)) throws
  {
    let (tool, scratch) = try Self.stream(state.script)
    var output = ""
    while !output.contains(state.sign) {
      let more = tool.firstOutput()
      try #require(!more.isEmpty, "\(state.name): the output ended")
      output += more
    }
    tool.send(signal)
    let result = try tool.finish()
    withExtendedLifetime(scratch) {}
    output += result.output
    #expect(result.status == 0, "\(state.name): \(result.errors)")
    // No line is cut short, and the summary tells how many values there were.
    #expect(output.hasSuffix("}\n"))
    let values = output.split(separator: "\n").filter { $0.hasPrefix("{\"seq\":") }
    #expect(result.errors.contains("printed \(values.count), "))
  }

  @Test(arguments: states)
  func closedPipeInAnyState_endsItQuietly(state: (name: String, script: String, sign: String)) throws {
    let (tool, scratch) = try Self.stream(state.script)
    var output = ""
    while !output.contains(state.sign) {
      let more = tool.firstOutput()
      try #require(!more.isEmpty)
      output += more
    }
    try tool.output.fileHandleForReading.close()
    // A faulted chip writes nothing that would tell of the closed pipe; a signal ends it all the same.
    if ["faulted", "recovering", "held bus"].contains(state.name) { tool.send(SIGTERM) }
    let result = try tool.finish(readsOutput: false)
    withExtendedLifetime(scratch) {}
    #expect(result.status == 0, "\(state.name): \(result.errors)")
    #expect(!result.errors.contains("imu-rt:"))
  }
}
