import Foundation
import Testing

/// Issue 5: SIGINT, SIGTERM and a closed pipe in any state leave the record file whole; and what else may end a recording.
@Suite("record")
struct RecordTests {
  /// The rows of a recording, and whether it has its closing line; each line must be whole.
  private static func read(_ path: String) throws -> (rows: [Substring], isClosed: Bool) {
    let text = try String(contentsOfFile: path, encoding: .utf8)
    try #require(text.hasPrefix("# imu-rt recording") && text.hasSuffix("\n"))
    let lines = text.split(separator: "\n")
    let rows = lines.filter { !$0.hasPrefix("#") }.dropFirst()
    for row in rows { try #require(row.split(separator: ",").count == 10, "\(row)") }
    return (Array(rows), lines.last?.hasPrefix("# end {\"rows\":\(rows.count),") == true)
  }

  private static func replay(_ path: String) throws -> ToolProcess.Result {
    try ToolProcess.run(["replay", path, "--through", "filter", "--output", "-"])
  }

  /// Waits until standard error says something.
  private static func wait(for sign: String, from tool: ToolProcess) throws {
    var notes = ""
    while !notes.contains(sign) {
      let more = tool.firstNote()
      try #require(!more.isEmpty, "standard error ended: \(notes)")
      notes += more
    }
  }

  @Test func aCountGivesThatManyRows_andReplayReadsThem() throws {
    let scratch = try Scratch()
    let path = scratch.path("r.csv")
    let result = try ToolProcess.run(["record", path, "--simulate", "--chip", "lsm6ds3", "-n", "150"])
    #expect(result.status == 0 && result.output.isEmpty)
    #expect(result.errors.contains("recorded 150 samples, not recorded because the disk was slow 0\n"))
    let recording = try Self.read(path)
    #expect(recording.rows.count == 150 && recording.isClosed)
    let replay = try Self.replay(path)
    #expect(replay.status == 0 && replay.outputLines.count == 151)
    #expect(replay.errors.contains("150 rows, ") && !replay.errors.contains("closing line"))
    // The other way takes it, too.
    let chip = try ToolProcess.run(["replay", path, "--output", "-"])
    #expect(chip.status == 0 && chip.outputLines.count == 151)
  }

  @Test func theRateIsTheChips_andConfigurationAndCalibrationAreNamed() throws {
    let scratch = try Scratch()
    let path = scratch.path("r.csv")
    let configuration = try scratch.file("c.json5", "{simulate: {}, mounting: ['-x', '-y', '+z']}")
    let result = try ToolProcess.run(
      ["record", path, "--config", configuration, "--rate", "500", "--registers", "--duration", "0.5", "--quiet"])
    #expect(result.status == 0 && result.errors.isEmpty)
    let text = try String(contentsOfFile: path, encoding: .utf8)
    #expect(text.contains("\"sample_rate_hz\":500.0") && text.contains("\"fifo\":false"))
    #expect(text.contains("\"mounting\":[\"-x\",\"-y\",\"+z\"]"))
    #expect(text.contains("\"configuration\":\"\(configuration)\",\"configuration_crc32\":\"0x"))
    #expect(try Self.read(path).rows.count > 100)
    let refused = try ToolProcess.run(["record", scratch.path("x.csv"), "--simulate", "--calibration", "/none.json5"])
    #expect(refused.status == 1 && refused.errors.contains("/none.json5"))
    #expect(!FileManager.default.fileExists(atPath: scratch.path("x.csv")))
  }

  @Test func aFileThatIsThere_isReplacedOnlyByForce() throws {
    let scratch = try Scratch()
    let path = try scratch.file("r.csv", "mine")
    let refused = try ToolProcess.run(["record", path, "--simulate", "-n", "5"])
    #expect(refused.status == 1)
    #expect(refused.errors == "imu-rt: \(path) exists already; name another file, or replace it with --force\n")
    let failed = try ToolProcess.run(["record", path, "--force", "--bus", FaultTests.absentBus])
    #expect(failed.status == 1)
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "mine")
    #expect(try ToolProcess.run(["record", path, "--force", "--simulate", "-n", "5"]).status == 0)
    #expect(try Self.read(path).rows.count == 5)
    #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.folder.path) == ["r.csv"])
  }

  /// In which state the chip is when the end comes, by the script that brings it there and the words that tell of it.
  static let states: [(name: String, script: String, sign: String)] = [
    ("running", "{faults: []}", "-> running"),
    ("faulted", "{faults: [{atSeconds: 4, fault: 'unplug'}]}", "-> faulted"),
    ("recovering", "{faults: [{atSeconds: 4, fault: 'timeout'}]}", "-> recovering"),
    ("polled", "{faults: [{atSeconds: 4, fault: 'withholdEdges'}]}", "edges are missing"),
    ("held bus", "{faults: [{atSeconds: 4, fault: 'holdSDA', freedByClocks: false}]}", "-> faulted"),
  ]

  @Test(arguments: [SIGINT, SIGTERM], states)
  func aSignalInAnyState_leavesTheFileWhole(signal: Int32, state: (name: String, script: String, sign: String)) throws {
    let scratch = try Scratch()
    let path = scratch.path("r.csv")
    let script = try scratch.file("faults.json5", state.script)
    let tool = try ToolProcess(["record", path, "--simulate", "--faults", script])
    try Self.wait(for: state.sign, from: tool)
    tool.send(signal)
    let result = try tool.finish()
    #expect(result.status == 0, "\(state.name): \(result.errors)")
    let recording = try Self.read(path)
    #expect(recording.isClosed, "\(state.name)")
    #expect(result.errors.contains("recorded \(recording.rows.count) samples, "))
    if state.name != "running" {
      let text = try String(contentsOfFile: path, encoding: .utf8)
      #expect(text.contains("# event {\"event\":\""))
    }
  }

  /// Whatever moment it comes at, from the first instruction on.
  @Test func aSignalAtOnce_leavesAWholeFileOrNone() throws {
    let scratch = try Scratch()
    for number in 0..<6 {
      let path = scratch.path("r\(number).csv")
      let tool = try ToolProcess(["record", path, "--simulate"])
      // Busy for a moment, each time a little longer.
      for _ in 0..<(number * 400) { _ = FileManager.default.fileExists(atPath: path) }
      tool.send(SIGTERM)
      _ = try tool.finish()
      guard FileManager.default.fileExists(atPath: path), try !Data(contentsOf: URL(filePath: path)).isEmpty else {
        continue
      }
      #expect(try Self.read(path).isClosed)
    }
  }

  @Test(arguments: states)
  func aClosedPipeInAnyState_endsItQuietly(state: (name: String, script: String, sign: String)) throws {
    let scratch = try Scratch()
    let script = try scratch.file("faults.json5", state.script)
    let tool = try ToolProcess(["record", "-", "--simulate", "--faults", script])
    try Self.wait(for: state.sign, from: tool)
    try tool.output.fileHandleForReading.close()
    // A lost chip writes nothing that would tell of the closed pipe; a signal ends it all the same.
    if ["faulted", "recovering", "held bus"].contains(state.name) { tool.send(SIGTERM) }
    let result = try tool.finish(readsOutput: false)
    #expect(result.status == 0, "\(state.name): \(result.errors)")
    #expect(!result.errors.contains("imu-rt:"))
  }

  @Test func standardOutput_isARecordingToo() throws {
    let scratch = try Scratch()
    let result = try ToolProcess.run(["record", "-", "--simulate", "-n", "40"])
    #expect(result.status == 0)
    let path = try scratch.file("r.csv", result.output)
    let recording = try Self.read(path)
    #expect(recording.rows.count == 40 && recording.isClosed)
    let full = try #require(FileHandle(forWritingAtPath: "/dev/full"))
    let refused = try ToolProcess(["record", "-", "--simulate"], output: .handle(full)).finish(readsOutput: false)
    #expect(refused.status == 1)
    #expect(refused.errorLines.last == "imu-rt: can't write standard output: No space left on device")
  }

  /// What can't be written whole is cut off, so that the rows that are there are whole, and the count is theirs.
  @Test func aDiskThatFillsUp_leavesWholeRowsAndSaysHowMany() throws {
    let scratch = try Scratch()
    let path = scratch.path("r.csv")
    let tool = try ToolProcess(
      ["record", path, "--simulate", "--rate", "1000"], shell: "ulimit -f 20; exec \"$0\" \"$@\"")
    let result = try tool.finish()
    #expect(result.status == 1)
    let rows = try Self.read(path).rows.count
    #expect(rows > 50)
    #expect(
      result.errorLines.last == "imu-rt: can't write \(path): File too large; \(rows) samples are in the recording")
    let replay = try Self.replay(path)
    #expect(replay.status == 0 && replay.outputLines.count == rows + 1)
    let whole = try ToolProcess.run(["record", "/dev/full", "--simulate"])
    #expect(whole.status == 1)
    #expect(whole.errors == "imu-rt: can't write /dev/full: No space left on device\n")
  }

  /// As by a loss of power: the file has no closing line, and all that was written.
  @Test func aKilledRecorder_leavesWhatItHadWritten() throws {
    let scratch = try Scratch()
    let path = scratch.path("r.csv")
    let tool = try ToolProcess(["record", path, "--simulate"])
    try Self.wait(for: "-> running", from: tool)
    while try Data(contentsOf: URL(filePath: path)).count < 10_000 {}
    tool.send(SIGKILL)
    _ = try tool.finish()
    let replay = try Self.replay(path)
    #expect(replay.status == 0)
    let rows = replay.outputLines.count - 1
    #expect(rows > 20)
    #expect(replay.errorLines.contains("\(path): ends without its closing line: \(rows) rows read"))
  }

  @Test func aPlaceThatTakesNoFile_isNamedBeforeAnyChip() throws {
    let scratch = try Scratch()
    for (path, reason) in [
      (scratch.path("no/where.csv"), "No such file or directory"), (scratch.folder.path, "Is a directory"),
      ("/proc/r.csv", "No such file or directory"),
    ] {
      let result = try ToolProcess.run(["record", path, "--bus", FaultTests.absentBus, "--address", "0x68"])
      #expect(result.status == 1)
      #expect(result.errors == "imu-rt: can't write \(path): \(reason)\n")
    }
  }

  @Test func twoRecordersOfOneFile_theSecondIsRefused() throws {
    let scratch = try Scratch()
    let path = scratch.path("r.csv")
    let first = try ToolProcess(["record", path, "--simulate"])
    try Self.wait(for: "-> running", from: first)
    let second = try ToolProcess.run(["record", path, "--simulate", "-n", "5"])
    #expect(second.status == 1 && second.errors.contains("exists already"))
    // By force the first loses its name, and says so.
    #expect(try ToolProcess.run(["record", path, "--simulate", "-n", "5", "--force"]).status == 0)
    first.send(SIGINT)
    let result = try first.finish()
    #expect(result.status == 1)
    #expect(result.errors.contains("\(path) was removed or replaced while it was written"))
    let recording = try Self.read(path)
    #expect(recording.rows.count == 5 && recording.isClosed)
  }

  @Test(arguments: [
    (["record"], "record needs a file"), (["record", "a", "b"], "unknown argument 'b'"),
    (["record", "a", "--format", "csv"], "unknown argument '--format'"),
    (["record", "a", "--rate", "5"], "--rate is '5'"),
    (["record", "a", "--simulate", "--chip", "mpu6050,lsm6ds3"], "one sensor is needed"),
    (["record", "a", "--fifo", "--registers"], "name one of them"), (["record", "a", "-n", "0"], "-n is '0'"),
  ])
  func whatIsNotUnderstood_isSaid(arguments: [String], reason: String) throws {
    let result = try ToolProcess.run(arguments)
    #expect(result.status == 2)
    #expect(result.errorLines.count == 1 && result.errors.contains(reason))
    #expect(!FileManager.default.fileExists(atPath: "a"))
  }
}
