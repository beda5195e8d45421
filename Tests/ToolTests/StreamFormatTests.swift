import Foundation
import Testing

@Suite("Forms in which stream prints")
struct StreamFormatTests {
  @Test(arguments: [[], ["--format", "jsonl"]])
  func pipe_getsJSONLinesWithTheSameNames(format: [String]) throws {
    let result = try ToolProcess.run(["stream", "--simulate", "-n", "20"] + format)
    #expect(result.status == 0)
    var samples = 0
    var events: [String] = []
    var lastTime = 0
    for line in result.outputLines {
      let object = try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
      if let event = object["event"] as? String {
        events.append(event)
        #expect(object["time_ns"] is NSNumber)
        continue
      }
      samples += 1
      #expect(Set(object.keys) == Set(StreamTable.names))
      #expect(object["health"] is String)
      for name in StreamTable.names where name != "health" {
        #expect((object[name] as? NSNumber)?.doubleValue.isFinite == true, "\(name)")
      }
      let time = try #require(object["time_ns"] as? Int)
      #expect(time > lastTime)
      lastTime = time
    }
    #expect(samples == 20)
    #expect(events.first == "health_changed")
  }

  @Test func csv_keepsEventsOutOfTheRows() throws {
    let result = try ToolProcess.run(["stream", "--simulate", "-n", "5", "--format", "csv"])
    #expect(result.outputLines.count == 6)
    #expect(result.errors.contains("health: starting -> running"))
  }

  @Test func table_repeatsItsHeading() throws {
    let result = try ToolProcess.run(["stream", "--simulate", "-n", "45", "--format", "table", "--control-loop", "200"])
    #expect(result.status == 0)
    let headings = result.outputLines.indices.filter { result.outputLines[$0].contains("roll") }
    #expect(result.outputLines.count == 48)
    #expect(headings == [0, 21, 42])
    for (index, line) in result.outputLines.enumerated() where !headings.contains(index) {
      let words = line.split(separator: " ")
      #expect(words.prefix(4).allSatisfy { Double($0) != nil }, "\(line)")
      #expect(line.contains("running") || line.contains("starting") || line.contains("degraded"))
      #expect(line.count <= 120)
    }
  }

  @Test func summary_tellsWhatWasPrinted() throws {
    let result = try ToolProcess.run(["stream", "--simulate", "-n", "7"])
    #expect(result.errors.contains("printed 7, "))
    for word in ["jitter", "lost", "faults", " Hz"] { #expect(result.errors.contains(word)) }
  }

  @Test func quiet_saysNothingOnStandardError() throws {
    for arguments in [
      ["-n", "3"], ["--duration", "0.2"], ["-n", "2", "--rate", "1"], ["-n", "3", "--format", "csv"],
    ] {
      let result = try ToolProcess.run(["stream", "--simulate", "--quiet"] + arguments)
      #expect(result.status == 0)
      #expect(result.errors.isEmpty)
      #expect(!result.output.isEmpty)
    }
  }

  @Test func duration_ends() throws {
    let result = try ToolProcess.run(["stream", "--simulate", "--duration", "0.3", "--format", "csv"])
    #expect(result.status == 0)
    let times = try StreamTable(result.outputLines).integers("time_ns")
    #expect(!times.isEmpty)
    #expect(result.errors.contains("printed \(times.count), "))
  }

  @Test func countAndDuration_whicheverComesFirst() throws {
    let byCount = try ToolProcess.run(
      ["stream", "--simulate", "--duration", "1000000", "-n", "2", "--format", "csv"])
    #expect(byCount.status == 0 && byCount.outputLines.count == 3)
    let byDuration = try ToolProcess.run(["stream", "--simulate", "--duration", "0.1", "-n", "1000000"])
    #expect(byDuration.status == 0)
  }
}
