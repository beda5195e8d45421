import Foundation
import Testing

@Suite("stream --detect")
struct StreamDetectTests {
  @Test func jsonl_hasDetectionsAsEvents() throws {
    let result = try ToolProcess.run(
      ["stream", "--simulate", "gestures", "--detect", "tap,orientation", "--duration", "3", "--format", "jsonl"])
    #expect(result.status == 0)
    let objects = try result.outputLines.map { line in
      try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
    }
    let orientation = try #require(objects.first { $0["event"] as? String == "orientation" })
    #expect(orientation["orientation"] as? String == "face_up")
    let tap = try #require(objects.first { $0["event"] as? String == "tap" })
    #expect(tap["count"] as? Int == 1)
    let began = try #require(tap["began_ns"] as? Int)
    #expect(try #require(tap["time_ns"] as? Int) > began)
    // Between the values before and after.
    let sequence = try #require(tap["seq"] as? Int)
    let place = try #require(objects.firstIndex { $0["event"] as? String == "tap" })
    #expect(objects[..<place].allSatisfy { $0["event"] != nil || ($0["seq"] as? Int ?? .max) < sequence })
    #expect(objects[(place + 1)...].allSatisfy { $0["event"] != nil || ($0["seq"] as? Int ?? 0) >= sequence })
  }

  @Test func csv_hasThemAsNotes() throws {
    let arguments = ["stream", "--simulate", "still", "--duration", "0.6", "--format", "csv"]
    let result = try ToolProcess.run(arguments + ["--detect=all"])
    #expect(result.status == 0)
    #expect(result.errorLines.contains("orientation: face up"))
    _ = try StreamTable(result.outputLines)
    #expect(try !ToolProcess.run(arguments).errors.contains("orientation"))
    #expect(try ToolProcess.run(arguments + ["--detect", "all", "--quiet"]).errors.isEmpty)
  }

  @Test func slowChip_isSaidToFindNoTaps() throws {
    let scratch = try Scratch()
    let path = try scratch.file("slow.json5", "{ simulate: { chip: 'lsm6ds3', motion: 'still' }, sampleRate: 52 }")
    let result = try ToolProcess.run(["stream", "--config", path, "-n", "3", "--detect", "tap,shake"])
    #expect(result.status == 0)
    #expect(result.errors.contains("tap: can't be found at 52.0 Hz; it needs 70.0 Hz"))
    #expect(!result.errors.contains("shake"))
  }
}
