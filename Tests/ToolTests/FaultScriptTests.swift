import Foundation
import Testing

@Suite("Fault scripts")
struct FaultScriptTests {
  private static func stream(_ script: String, _ arguments: [String] = []) throws -> ToolProcess.Result {
    let scratch = try Scratch()
    let path = try scratch.file("faults.json5", script)
    return try ToolProcess.run(["stream", "--simulate", "--faults", path, "--format", "jsonl"] + arguments)
  }

  @Test func script_makesTheSimulatedChipFail_andTheStreamSaysSo() throws {
    let result = try Self.stream(
      "{faults: [{atSample: 150, fault: 'noAcknowledge', times: 2}, {atSample: 200, fault: 'withholdEdges', times: 2}]}",
      ["-n", "250", "--control-loop", "200"])
    #expect(result.status == 0)
    let events = result.outputLines.filter { $0.hasPrefix("{\"event\":") }
    #expect(events.filter { $0.contains("\"transfer_failed\"") && $0.contains("\"errno\":121") }.count == 2)
    #expect(events.contains { $0.contains("\"samples_lost\"") && $0.contains("\"cause\":\"missed_edges\"") })
    #expect(result.errors.contains("failed transfers 2, "))
  }

  @Test func scriptOfAConfiguration_isFollowed() throws {
    let scratch = try Scratch()
    _ = try scratch.file("faults.json5", "{faults: [{atSample: 150, fault: 'shortCount', times: 1}]}")
    let path = try scratch.file("c.json5", "{simulate: {faults: 'faults.json5'}, sampleRate: 200}")
    let result = try ToolProcess.run(["stream", "--config", path, "-n", "100"])
    #expect(result.status == 0)
    #expect(result.errors.contains("failed transfers 1, "))
  }

  @Test func chipThatIsNotThereAtTheStart_isSaidAndNothingStarts() throws {
    let result = try Self.stream("{faults: [{atSeconds: 0, fault: 'unplug'}]}", ["-n", "1"])
    #expect(result.status == 1)
    #expect(result.output.isEmpty)
    #expect(result.errorLines.count == 1)
    #expect(result.errors.contains("no acknowledge (errno 121)"))
  }

  @Test func foreignChip_isNamed() throws {
    let result = try Self.stream("{faults: [{atSeconds: 0, fault: 'identity', value: 0x12}]}", ["-n", "1"])
    #expect(result.status == 1)
    #expect(result.errors.contains("ICM-20602"))
  }

  @Test func scriptWithAFault_isRefusedWithLineKeyValueAndWhatIsAllowed() throws {
    let scratch = try Scratch()
    let path = try scratch.file("f.json5", "{faults: [\n  {atSeconds: 1, fault: 'flip', register: 128, mask: 1},\n]}")
    let result = try ToolProcess.run(["stream", "--simulate", "--faults", path])
    #expect(result.status == 1)
    #expect(result.output.isEmpty)
    #expect(
      result.errors
        == "imu-rt: \(path), line 2: 'faults[0].register' is 128; allowed: a whole number from 0 to 127\n")
  }

  @Test func scriptWithoutASimulatedChip_isRefused() throws {
    let result = try ToolProcess.run(["stream", "--bus", FaultTests.absentBus, "--faults", "f.json5"])
    #expect(result.status == 2)
    #expect(result.errors == "imu-rt: --faults is for a simulated chip; add --simulate\n")
  }
}
