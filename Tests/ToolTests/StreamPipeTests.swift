import Foundation
import Testing

@Suite("stream into a named pipe")
struct StreamPipeTests {
  private let scratch: Scratch
  private let path: String

  init() throws {
    scratch = try Scratch()
    path = scratch.path("motion")
  }

  /// Nobody reads, then somebody comes: what had no room was left out and not waited for, and each gap in the numbers has its event.
  @Test func whatNobodyReads_isLeftOutAndToldToWhoComes() throws {
    let tool = try stream(["--control-loop", "200"])
    try waitForValues(tool, 400)
    let reader = try #require(FileHandle(forReadingAtPath: path))
    let old = reader.availableData
    // One that waited for its reader would have nothing new.
    try waitForValues(tool, 500)
    tool.send(SIGTERM)
    let text = String(decoding: old + reader.readDataToEndOfFile(), as: UTF8.self)
    let result = try tool.finish()
    #expect(result.status == 0)
    #expect(result.output.isEmpty)
    #expect(text.hasSuffix("}\n"))
    var (last, missing, told) = (UInt64(0), UInt64(0), UInt64(0))
    for line in text.split(separator: "\n") {
      if line.hasPrefix("{\"event\":\"not_printed\"") {
        let count = try #require(number("count", line))
        (missing, told) = (missing + count, told + count)
      } else if line.hasPrefix("{\"event\":\"samples_lost\"") {
        // A busy machine loses some of its own.
        missing += try #require(number("count", line))
      } else if line.hasPrefix("{\"seq\"") {
        let sequence = try #require(number("seq", line))
        #expect(line.hasSuffix("}"))
        if last > 0 { #expect(sequence == last + missing + 1, "\(line.prefix(40))") }
        (last, missing) = (sequence, 0)
      }
    }
    #expect(told > 0)
    #expect(result.errors.contains("not printed because output was slow \(told)\n"), "\(told) told; \(result.errors)")
  }

  @Test func readersComeAndGo() throws {
    let tool = try stream([])
    try waitForValues(tool, 10)
    for _ in 0..<3 {
      let reader = try #require(FileHandle(forReadingAtPath: path))
      #expect(String(decoding: reader.availableData, as: UTF8.self).hasPrefix("{"))
      try reader.close()
    }
    #expect(tool.isRunning)
    tool.send(SIGTERM)
    #expect(try tool.finish().status == 0)
  }

  /// With nobody at the pipe, standard error is where a faulty chip shows.
  @Test func withoutAReader_eventsAreSaid() throws {
    let faults = try scratch.file("faults.json5", "{ faults: [{ atSeconds: 2, fault: 'unplug' }] }")
    let tool = try stream(["--faults", faults])
    var said = ""
    while !said.contains("health: running -> ") {
      let more = tool.firstNote()
      try #require(!more.isEmpty, "\(said)")
      said += more
    }
    tool.send(SIGTERM)
    #expect(try tool.finish().status == 0)
  }

  /// A pipe that is there is used, whoever made it; anything else is left as it is.
  @Test func onlyAPipeIsWrittenTo() throws {
    let file = try scratch.file("file", "precious")
    for wrong in [file, scratch.folder.path, scratch.path("none/motion"), "/dev/null"] {
      let result = try ToolProcess.run(["stream", "--simulate", "--pipe", wrong])
      #expect(result.status == 1)
      #expect(result.errorLines.count == 1)
      #expect(result.errors.contains(wrong), "\(result.errors)")
    }
    #expect(try String(contentsOfFile: file, encoding: .utf8) == "precious")
    try #require(mkfifo(path, 0o600) == 0)
    let result = try ToolProcess.run(["stream", "--simulate", "--pipe", path, "-n", "5"])
    #expect(result.status == 0)
    #expect(result.errors.contains("printed 5, "))
  }

  private func stream(_ arguments: [String]) throws -> ToolProcess {
    try ToolProcess(["stream", "--simulate", "--pipe", path] + arguments)
  }

  /// The fusion thread sleeps after each value.
  private func waitForValues(_ tool: ToolProcess, _ count: Int) throws {
    while tool.sleeps(ofThread: "imu-fusion") ?? 0 < count { try #require(tool.isRunning) }
  }

  private func number(_ key: String, _ line: Substring) -> UInt64? {
    line.ranges(of: "\"\(key)\":").first.flatMap { UInt64(line[$0.upperBound...].prefix { $0.isNumber }) }
  }
}
