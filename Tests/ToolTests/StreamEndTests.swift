import Foundation
import Testing

@Suite("How stream ends")
struct StreamEndTests {
  @Test(arguments: [SIGINT, SIGTERM, SIGQUIT, SIGHUP])
  func signal_endsWithTheSummaryAndNothingLost(signal: Int32) throws {
    let tool = try ToolProcess(["stream", "--simulate", "--format", "csv"])
    // The header comes before the first value, and a run without one is a fault.
    var begin = ""
    while begin.split(separator: "\n").count < 2 {
      let more = tool.firstOutput()
      guard !more.isEmpty else { break }
      begin += more
    }
    tool.send(signal)
    let result = try tool.finish()
    #expect(result.status == 0)
    let lines = (begin + result.output).split(separator: "\n")
    #expect(result.errors.contains("printed \(lines.count - 1), "), "\(lines.count) lines, \(result.errors)")
    // No line is cut short.
    #expect((begin + result.output).hasSuffix("\n"))
    #expect(!result.errors.contains("imu-rt:"))
  }

  /// A signal in the first milliseconds was ignored for good: no longer the default's, and not yet ours.
  @Test(arguments: [SIGINT, SIGTERM])
  func aSignalWhileItStarts_isNotLost(signal: Int32) throws {
    for number in 0..<12 {
      let tool = try ToolProcess(["stream", "--simulate", "--format", "csv"])
      // Busy for a moment, each time a little longer, so that it comes at another point of the start.
      for _ in 0..<(number * 300) { _ = tool.isRunning }
      tool.send(signal)
      let result = try tool.finish()
      // Good where a sample came before it; a run that delivered none is a fault, the chip started or not. Nil: by the signal itself.
      let isSilent = result.errors.contains("no sample came")
      #expect(result.status == nil || result.status == (isSilent ? 1 : 0), "\(result.errors)")
    }
  }

  /// Between the header and the first value the program asked its pipeline twice, and trapped when a signal stopped it between.
  @Test func aSignalBehindTheHeader_endsItAsAnyOther() throws {
    for number in 0..<10 {
      let tool = try ToolProcess(["stream", "--simulate", "--format", "csv"])
      #expect(tool.firstOutput().hasPrefix("seq,"))
      for _ in 0..<(number * 10) { _ = tool.isRunning }
      tool.send(SIGINT)
      let result = try tool.finish()
      #expect(result.status == (result.errors.contains("no sample came") ? 1 : 0), "\(result.errors)")
    }
  }

  @Test func readerThatLeaves_endsItQuietly() throws {
    for format in ["jsonl", "csv", "table"] {
      let tool = try ToolProcess(["stream", "--simulate", "--format", format])
      #expect(!tool.firstOutput().isEmpty)
      try tool.output.fileHandleForReading.close()
      let result = try tool.finish(readsOutput: false)
      #expect(result.status == 0)
      #expect(!result.errors.contains("imu-rt:"))
    }
  }

  @Test func readerThatIsGoneFromTheStart_endsItQuietly() throws {
    for arguments in [["stream", "--simulate"], ["--help"], ["doctor", "--simulate"], ["stream", "--help"]] {
      let result = try Self.inShell("exec \"$0\" \"$@\" | true; exit ${PIPESTATUS[0]}", arguments)
      #expect(result.status == 0)
      #expect(!result.errors.contains("imu-rt:"))
    }
  }

  /// A full pipe that nobody reads keeps no signal from ending the program.
  @Test func stuckReader_isLeftAfterASignal() throws {
    let pipe = Pipe()
    let descriptor = pipe.fileHandleForWriting.fileDescriptor
    let flags = fcntl(descriptor, F_GETFL)
    _ = fcntl(descriptor, F_SETFL, flags | O_NONBLOCK)
    let filling = [UInt8](repeating: 10, count: 4096)
    while write(descriptor, filling, filling.count) > 0 {}
    _ = fcntl(descriptor, F_SETFL, flags)
    let tool = try ToolProcess(["stream", "--simulate", "--format", "csv"], output: .handle(pipe.fileHandleForWriting))
    #expect(!tool.firstNote().isEmpty)
    tool.send(SIGTERM)
    let result = try tool.finish(readsOutput: false)
    #expect(result.status == 0)
    #expect(result.errors.contains("nobody reads it"))
    #expect(result.errors.contains("printed 0, "))
    try pipe.fileHandleForReading.close()
  }

  /// What a slow reader costs is told where it is missing: each gap in the numbers has its event.
  @Test func valuesThatWereLeftOut_areToldInTheirPlace() throws {
    let pipe = Pipe()
    // F_SETPIPE_SZ of fcntl(2), which Swift does not import: a pipe of one page fills at once.
    _ = fcntl(pipe.fileHandleForWriting.fileDescriptor, 1031, 4096)
    let tool = try ToolProcess(
      ["stream", "--simulate", "--format", "jsonl", "-n", "500", "--control-loop", "200"],
      output: .handle(pipe.fileHandleForWriting))
    try pipe.fileHandleForWriting.close()
    // The fusion thread sleeps after each value; the ring to the reader holds 256.
    while tool.sleeps(ofThread: "imu-fusion") ?? 0 < 400 { try #require(tool.isRunning) }
    let output = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    let result = try tool.finish(readsOutput: false)
    #expect(result.status == 0)
    func number(_ key: String, _ line: Substring) -> UInt64? {
      line.ranges(of: "\"\(key)\":").first.flatMap { UInt64(line[$0.upperBound...].prefix { $0.isNumber }) }
    }
    var (last, missing, told) = (UInt64(0), UInt64(0), UInt64(0))
    for line in output.split(separator: "\n") {
      if line.hasPrefix("{\"event\":\"not_printed\"") {
        let count = try #require(number("count", line))
        #expect(number("after_seq", line) == last)
        (missing, told) = (missing + count, told + count)
      } else if line.hasPrefix("{\"event\":\"samples_lost\"") {
        // A busy machine loses some of its own.
        missing += try #require(number("count", line))
      } else if let sequence = number("seq", line), line.hasPrefix("{\"seq\"") {
        // Each sample is a value here, so that the numbers show what is missing.
        if last > 0 { #expect(sequence == last + missing + 1, "\(line.prefix(40))") }
        (last, missing) = (sequence, 0)
      }
    }
    #expect(told > 0)
    #expect(result.errors.contains("not printed because output was slow \(told)\n"), "\(told) told; \(result.errors)")
  }

  /// A pipe that another program made non-blocking is waited for, not given up.
  @Test func nonBlockingPipe_losesNothing() throws {
    let pipe = Pipe()
    let descriptor = pipe.fileHandleForWriting.fileDescriptor
    // F_SETPIPE_SZ of fcntl(2), which Swift does not import: a pipe of one page fills at once.
    _ = fcntl(descriptor, 1031, 4096)
    _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
    let tool = try ToolProcess(
      ["stream", "--simulate", "--format", "csv", "-n", "30", "--control-loop", "200"],
      output: .handle(pipe.fileHandleForWriting))
    try pipe.fileHandleForWriting.close()
    let output = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    let result = try tool.finish(readsOutput: false)
    #expect(result.status == 0)
    #expect(try StreamTable(output.split(separator: "\n").map(String.init)).rows.count == 30)
  }

  @Test(arguments: [
    ["stream", "--simulate", "-n", "3"], ["--help"], ["doctor", "--simulate"], ["replay", "--help"], ["--version"],
  ])
  func fullDisk_isAFaultThatIsSaid(arguments: [String]) throws {
    let full = try #require(FileHandle(forWritingAtPath: "/dev/full"))
    let result = try ToolProcess(arguments, output: .handle(full)).finish(readsOutput: false)
    #expect(result.status == 1)
    #expect(result.errorLines.last == "imu-rt: can't write to standard output: No space left on device")
  }

  @Test func closedStandardOutput_isAFaultThatIsSaid() throws {
    let result = try Self.inShell("exec \"$0\" \"$@\" >&-", ["stream", "--simulate", "-n", "3"])
    #expect(result.status == 1)
    #expect(result.errorLines.last == "imu-rt: can't write to standard output: Bad file descriptor")
  }

  @Test(arguments: ["2>&-", "2>/dev/full", "2>&- <&-"])
  func standardErrorThatTakesNothing_isNoReasonToStop(redirection: String) throws {
    let result = try Self.inShell(
      "exec \"$0\" \"$@\" \(redirection)", ["stream", "--simulate", "-n", "3", "--format", "csv"])
    #expect(result.status == 0)
    #expect(try StreamTable(result.outputLines).rows.count == 3)
    let refused = try Self.inShell("exec \"$0\" \"$@\" \(redirection)", ["fly"])
    #expect(refused.status == 2)
  }

  @Test func nohup_outlivesItsTerminal() throws {
    let tool = try ToolProcess(
      ["stream", "--simulate", "-n", "40", "--format", "csv", "--control-loop", "200"],
      shell: "trap '' HUP; exec \"$0\" \"$@\"")
    let begin = tool.firstOutput()
    tool.send(SIGHUP)
    let result = try tool.finish()
    #expect(result.status == 0)
    #expect((begin + result.output).split(separator: "\n").count == 41)
  }

  private static func inShell(_ script: String, _ arguments: [String]) throws -> ToolProcess.Result {
    try ToolProcess(arguments, shell: script).finish()
  }
}
