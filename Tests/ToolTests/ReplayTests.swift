import Foundation
import Testing

@Suite("replay")
struct ReplayTests {
  static let chips = ["mpu6050", "lsm6ds3", "lsm6ds3tr-c"]
  static let ways =
    [["--through", "filter"]] + chips.map { ["--through", "chip", "--chip", $0] }
    + chips.map { ["--fifo", "--chip", $0] }

  /// A turn about the vertical at 0.5 rad/s, at 200 Hz.
  private static func recording(rows: Int = 200, time: (Int) -> Double = { Double($0) * 0.005 }) -> String {
    "time_s,gx,gy,gz,ax,ay,az\n" + (0..<rows).map { "\(time($0)),0,0,0.5,0,0,9.80665\n" }.joined()
  }

  private func numbers(_ line: String) throws -> [Double] {
    let numbers = line.split(separator: ",").compactMap { Double($0) }
    try #require(numbers.count == 5 && numbers.allSatisfy(\.isFinite), "\(line)")
    return numbers
  }

  @Test(arguments: ways)
  func turn_comesBackRowByRow(way: [String]) throws {
    let scratch = try Scratch()
    let path = try scratch.file("turn.csv", Self.recording())
    let output = scratch.path("out.csv")
    let result = try ToolProcess.run(["replay", path, "--output", output] + way)
    #expect(result.status == 0)
    #expect(result.output.isEmpty)
    #expect(result.errorLines.count == 1 && result.errors.hasPrefix("200 rows, 1.0 s of motion"))
    #expect(result.errors.contains("without a sample of their own: 0"))
    let text = try String(contentsOfFile: output, encoding: .utf8)
    let lines = text.split(separator: "\n").map(String.init)
    #expect(lines.first == "time_s,qw,qx,qy,qz")
    let rows = try lines.dropFirst().map(numbers)
    #expect(rows.count == 200)
    for (index, row) in rows.enumerated() {
      #expect(row[0] == Double(index) * 0.005)
      #expect(abs(row[1] * row[1] + row[2] * row[2] + row[3] * row[3] + row[4] * row[4] - 1) < 1e-12)
    }
    let last = try #require(rows.last)
    let first = try #require(rows.first)
    let turned = 2 * (atan2(last[4], last[1]) - atan2(first[4], first[1]))
    #expect(abs(turned - 0.5 * 0.995) < 0.01)
    // Twice the same, to the byte, and on standard output too.
    let again = try ToolProcess.run(["replay", path, "--output", "-", "--quiet"] + way)
    #expect(again.status == 0 && again.errors.isEmpty)
    #expect(again.output == text)
  }

  /// East of north by the magnetometer: x of the device points north, so it is turned by a quarter to the left.
  @Test(arguments: ways)
  func magnetometer_givesTheHeading(way: [String]) throws {
    let scratch = try Scratch()
    let rows = (0..<200).map { "\(Double($0) * 0.005),0,0,0,0,0,9.80665,18,0,-44\n" }.joined()
    let path = try scratch.file("north.csv", "time_s,gx,gy,gz,ax,ay,az,mx,my,mz\n" + rows)
    let result = try ToolProcess.run(["replay", path, "--output", "-", "--9d"] + way)
    #expect(result.status == 0)
    let last = try numbers(try #require(result.outputLines.last))
    #expect(abs(2 * atan2(last[4], last[1]) - .pi / 2) < 0.01)
  }

  @Test(arguments: ways)
  func headingWithoutMagnetometer_isRefused(way: [String]) throws {
    let scratch = try Scratch()
    let path = try scratch.file("turn.csv", Self.recording())
    try expectFault(["replay", path, "--output", scratch.path("o"), "--9d"] + way, "no columns mx, my, mz", "--9d")
    #expect(!FileManager.default.fileExists(atPath: scratch.path("o")))
  }

  @Test(arguments: ways)
  func oneRow_givesOneRow(way: [String]) throws {
    let scratch = try Scratch()
    let path = try scratch.file("one.csv", Self.recording(rows: 1))
    let result = try ToolProcess.run(["replay", path, "--output", "-"] + way)
    if result.errors.contains("too few for a batch of the FIFO") {
      // One sample of an LSM6DS3 fills no batch: nothing of the recording came through, which is no success.
      #expect(way.contains("--fifo") && result.status == 1 && result.output.isEmpty)
      return
    }
    #expect(result.status == 0)
    #expect(result.outputLines.count == 2)
    #expect(try numbers(try #require(result.outputLines.last))[0] == 0)
  }

  /// A pause costs the rows in which the chip is set up again, and those before: it is tried once a second. Here the try under way
  /// ends with the 73rd.
  @Test func pauseInTheRecording_costsOnlyWhatFollowsIt() throws {
    let scratch = try Scratch()
    let path = try scratch.file("pause.csv", Self.recording { Double($0) * 0.005 + ($0 < 100 ? 0 : 20) })
    let result = try ToolProcess.run(["replay", path, "--output", "-"])
    #expect(result.status == 0)
    #expect(result.outputLines.count == 201)
    let missing = try #require(result.errors.split(separator: " ").last.flatMap { Int($0.dropLast()) })
    #expect(missing < 80)
  }

  @Test func compressedRecording_isRead() throws {
    let path = packageFolder.appending(path: "Tests/PipelineTests/Data/broad_21_excerpt.csv.gz").path
    let result = try ToolProcess.run(["replay", path, "--output", "-", "--through", "filter"])
    #expect(result.status == 0)
    let rows = try #require(result.errors.split(separator: " ").first.flatMap { Int($0) })
    #expect(rows > 9000 && result.outputLines.count == rows + 1)
    for line in result.outputLines.dropFirst() { _ = try numbers(line) }
  }

  @Test(arguments: [5, 1000, 100_000])
  func cutCompressedRecording_isRefused(count: Int) throws {
    let data = try Data(contentsOf: packageFolder.appending(path: "Tests/PipelineTests/Data/broad_21_excerpt.csv.gz"))
    let scratch = try Scratch()
    let path = try scratch.file("cut.csv.gz", data.prefix(count))
    try expectFault(["replay", path, "--output", scratch.path("o")], "\(path): the compressed data end early")
    #expect(!FileManager.default.fileExists(atPath: scratch.path("o")))
  }

  @Test(arguments: [
    ("", "no rows"), ("\n", "no rows"), ("time_s,gx,gy,gz,ax,ay,az\n", "no rows"),
    ("not gzip", "line 1: missing columns time_s, gx, gy, gz, ax, ay, az"),
    ("time_s,gx,gy,gz,ax,ay\n0,0,0,0,0,0\n", "line 1: missing columns az"),
    ("time_s,gx,gy,gz,ax,ay,az\n0,0,zero,0,0,0,9.8\n", "line 2: column gy must be a finite number, not \"zero\""),
    ("time_s,gx,gy,gz,ax,ay,az\n0,0,0,0,0,0,nan\n", "line 2: column az must be a finite number"),
    ("time_s,gx,gy,gz,ax,ay,az\n0,0,0,0,0,0\n", "line 2: 6 fields"),
    ("time_s,gx,gy,gz,ax,ay,az\n0,0,0,0,0,0,9.8\n0,0,0,0,0,0,9.8\n", "line 3: time_s must"),
    ("time_s,gx,gy,gz,ax,ay,az\n-1,0,0,0,0,0,9.8\n", "line 2: time_s must"),
    ("time_s,gx,gy,gz,ax,ay,az,gx\n", "column gx occurs twice"),
  ])
  func damagedRecording_isRefusedWithItsPlace(text: String, reason: String) throws {
    let scratch = try Scratch()
    let path = try scratch.file("bad.csv", text)
    try expectFault(["replay", path, "--output", "-"], "\(path)", reason)
  }

  @Test func absentRecordingOrFolder_isNamed() throws {
    let scratch = try Scratch()
    let absent = scratch.path("none.csv")
    try expectFault(["replay", absent, "--output", "-"], "\(absent): cannot be read: No such file or directory")
    try expectFault(
      ["replay", scratch.folder.path, "--output", "-"], "\(scratch.folder.path): cannot be read: Is a directory")
  }

  @Test func outputThatCannotBeWritten_isNamed() throws {
    let scratch = try Scratch()
    let path = try scratch.file("turn.csv", Self.recording())
    for (output, reason) in [
      ("/dev/full", "No space left on device"), (scratch.path("no/where"), "No such file or directory"),
      (scratch.folder.path, "Is a directory"),
    ] {
      try expectFault(["replay", path, "--output", output], "can't write \(output): \(reason)")
    }
  }

  @Test func recordingItself_isNeverOverwritten() throws {
    let scratch = try Scratch()
    let text = Self.recording()
    let path = try scratch.file("turn.csv", text)
    try FileManager.default.createSymbolicLink(atPath: scratch.path("link.csv"), withDestinationPath: path)
    for output in [path, scratch.path("link.csv"), scratch.path("./turn.csv")] {
      let result = try ToolProcess.run(["replay", path, "--output", output])
      #expect(result.status == 2)
      #expect(result.errorLines.count == 1 && result.errors.contains("is the recording itself"))
    }
    #expect(try String(contentsOfFile: path, encoding: .utf8) == text)
  }

  /// Faults end with status 1 and one line that says each of the parts.
  private func expectFault(_ arguments: [String], _ parts: String...) throws {
    let result = try ToolProcess.run(arguments)
    #expect(result.status == 1)
    #expect(result.output.isEmpty)
    #expect(result.errorLines.count == 1)
    #expect(result.errors.hasPrefix("imu-rt: "))
    for part in parts { #expect(result.errors.contains(part), "\(result.errors)") }
  }

  @Test func theFIFOIsTheChips_soTheFilterAloneHasNone() throws {
    let result = try ToolProcess.run(["replay", "x.csv", "--output", "y.csv", "--fifo", "--through", "filter"])
    #expect(result.status == 2)
    #expect(result.errors.contains("--fifo"))
  }
}
