import Foundation
import Testing

/// What one command writes, the others read; what is in other units is refused, or read as it is said to be.
@Suite("Reading recordings")
struct ReadingTests {
  // MARK: What the commands write

  private static let formats = ["csv", "jsonl"]

  @Test(arguments: formats)
  func whatStreamPrints_isReplayed(format: String) throws {
    let scratch = try Scratch()
    let stream = try ToolProcess.run(["stream", "--simulate", "-n", "60", "--format", format, "--quiet"])
    let path = try scratch.file("motion.\(format)", stream.output)
    for way in ["filter", "chip"] {
      let result = try ToolProcess.run(["replay", path, "--through", way, "--output", "-"])
      #expect(result.status == 0 && result.outputLines.count == 61)
      #expect(result.errorLines.count == 2, "\(result.errors)")
      #expect(
        result.errors.contains("written by imu-rt stream: bias added back") && result.errors.contains("imu-rt record"))
      #expect(result.errors.contains("without a sample of their own: 0"))
      // The time is the stream's own clock, so that the rows can be laid beside it.
      let times = result.outputLines.dropFirst().compactMap { $0.split(separator: ",").first.flatMap { Double($0) } }
      if format == "csv" {
        let printed = try StreamTable(stream.outputLines).integers("time_ns")
        #expect(zip(times, printed).allSatisfy { abs($0 * 1e9 - Double($1)) < 2 })
      }
    }
  }

  @Test func whatRecordAndReplayWrite() throws {
    let scratch = try Scratch()
    let path = scratch.path("r.csv")
    #expect(try ToolProcess.run(["record", path, "--simulate", "-n", "50", "--quiet"]).status == 0)
    let attitudes = scratch.path("a.csv")
    #expect(try ToolProcess.run(["replay", path, "--output", attitudes]).errorLines.count == 1)
    let again = try ToolProcess.run(["replay", attitudes, "--output", "-"])
    #expect(again.status == 1 && again.errorLines.count == 1)
    #expect(again.errors.contains("missing columns gx, gy, gz, ax, ay, az; it holds attitudes"))
  }

  /// A stream of a chip at rest whose bias was found: what is left in its rates is none.
  private func rest(_ scratch: Scratch) throws -> String {
    var text = StreamTable.columns + "\n"
    for row in 0..<300 {
      let noise = 0.001 * sin(Double(row * row % 1009))
      text +=
        "\(row),\(row * 10_000_000 + 1000),\(noise),0,\(9.8 - noise),\(noise - 0.01),\(noise),0,25,1,0,0,0,0,0,0,0,0,9.8,0,0,0,"
      text += "0.21,-0.1,0.02,running,0\n"
    }
    return try scratch.file("rest.csv", text)
  }

  @Test func aGyroscopeIsCalibratedFromAStream_byTheSensorsRates() throws {
    let scratch = try Scratch()
    let (path, output) = (try rest(scratch), scratch.path("c.json5"))
    let arguments = ["calibrate", "gyro", "--from", path, "--chip", "mpu6050", "--output", output]
    let result = try ToolProcess.run(arguments)
    #expect(result.status == 0, "\(result.errors)")
    #expect(result.errorLines.count == 1 && result.errors.contains("only if it ran without calibration and mounting"))
    #expect(try String(contentsOfFile: output, encoding: .utf8).contains("bias: [0.2"))
    // Now there is a calibration by which the stream may have been corrected.
    let second = try ToolProcess.run(arguments)
    #expect(second.status == 1 && second.errorLines.count == 1)
    #expect(second.errors.contains("perhaps corrected by the calibration") && second.errors.contains("imu-rt record"))
  }

  @Test func rowsOfSeveralSensors_needAChoice() throws {
    let scratch = try Scratch()
    let stream = try ToolProcess.run(
      ["stream", "--simulate", "--chip", "mpu6050,lsm6ds3", "-n", "40", "--format", "jsonl", "--quiet"])
    let path = try scratch.file("two.jsonl", stream.output)
    let rows = stream.outputLines.count { $0.hasPrefix("{\"sensor\":\"lsm6ds3\",\"seq\"") }
    #expect(rows > 0)
    let refused = try ToolProcess.run(["replay", path, "--output", "-"])
    #expect(refused.status == 1 && refused.errors.contains("choose one with --sensor: "))
    let result = try ToolProcess.run(["replay", path, "--sensor", "lsm6ds3", "--output", "-", "--through", "filter"])
    #expect(result.status == 0 && result.outputLines.count == rows + 1, "\(result.errors)")
  }

  @Test func whatHoldsNothing_isNamed() throws {
    let scratch = try Scratch()
    for (path, mention) in [
      ("/dev/null", "/dev/null: no rows"), (scratch.folder.path, "Is a directory"),
      (try scratch.file("header.csv", StreamTable.columns + "\n"), "no rows"),
      (try scratch.file("events.jsonl", "{\"event\":\"samples_lost\",\"time_ns\":5,\"count\":1}\n"), "no rows"),
    ] {
      for command in [["replay", path, "--output", "-"], ["calibrate", "gyro", "--from", path, "--chip", "mpu6050"]] {
        let output = command[0] == "calibrate" ? ["--output", scratch.path("c.json5")] : []
        let result = try ToolProcess.run(command + output)
        #expect(result.status == 1 && result.output.isEmpty && result.errorLines.count == 1)
        #expect(result.errors.contains(mention), "\(result.errors)")
      }
    }
  }

  // MARK: Units

  /// One swing of roll by 40 degrees in the units that loggers use, and what reads it.
  private static let variants = [
    "", "accelerometer=g,gyro=deg/s", "accelerometer=counts/16384,gyro=counts/131", "time=ms",
  ]
  private static let phone = "accelerometer=-m/s2"

  private func swing(_ units: String) -> String {
    var text = "time_s,gx,gy,gz,ax,ay,az\n"
    for row in 0..<1000 {
      var t = Double(row) / 100
      let (roll, noise) = (40 * sin(t) * .pi / 180, sin(Double(row * row % 1009)))
      var g = 40 * SIMD3(cos(t), 0, 0) * .pi / 180 + 0.001 * noise
      var a = 9.80665 * SIMD3(0, sin(roll), cos(roll)) + 0.02 * noise
      if units.contains("counts") {
        g = (g * 180 / .pi * 131).rounded(.toNearestOrEven)
        a = (a / 9.80665 * 16384).rounded(.toNearestOrEven)
      } else if units.contains("deg/s") {
        (g, a) = (g * 180 / .pi, a / 9.80665)
      }
      if units == Self.phone { a *= -1 }
      if units == "time=ms" { t = Double(row) * 10 }
      text += "\(t),\(g.x),\(g.y),\(g.z),\(a.x),\(a.y),\(a.z)\n"
    }
    return text
  }

  /// Lowest and highest roll of what replay wrote, in degrees.
  private func rolls(_ lines: [String]) throws -> ClosedRange<Double> {
    let rolls = lines.dropFirst().map { line in
      let q = line.split(separator: ",").compactMap { Double($0) }
      return atan2(2 * (q[1] * q[2] + q[3] * q[4]), 1 - 2 * (q[2] * q[2] + q[3] * q[3])) * 180 / .pi
    }
    return try #require(rolls.min())...(#require(rolls.max()))
  }

  @Test(arguments: variants + [phone], ["filter", "chip"])
  func saidUnits_giveTheSameAttitudes(units: String, way: String) throws {
    let scratch = try Scratch()
    let path = try scratch.file("u.csv", swing(units))
    let said = units.isEmpty ? [] : ["--units", units]
    let result = try ToolProcess.run(["replay", path, "--through", way, "--output", "-"] + said)
    #expect(result.status == 0 && result.outputLines.count == 1001)
    #expect(result.errorLines.count == 1, "\(result.errors)")
    let rolls = try rolls(result.outputLines)
    #expect(abs(rolls.lowerBound + 40) < 0.5 && abs(rolls.upperBound - 40) < 0.5, "\(rolls)")
  }

  @Test(arguments: variants.dropFirst(), ["replay", "calibrate"])
  func otherUnits_areRefusedWithTheFlagThatReadsThem(units: String, command: String) throws {
    let scratch = try Scratch()
    let path = try scratch.file("u.csv", swing(units))
    let output = scratch.path("o")
    let arguments =
      command == "replay" ? [command, path] : [command, "accelerometer", "--from", path, "--chip", "mpu6050"]
    let result = try ToolProcess.run(arguments + ["--output", output])
    #expect(result.status == 1 && result.errorLines.count == 1)
    #expect(result.errors.contains("Say --units \(units), or"), "\(result.errors)")
    #expect(!FileManager.default.fileExists(atPath: output))
  }

  /// Nobody can tell a phone's sign from a board that lay face down: it has to be said which.
  @Test func thePhonesSign_isAskedFor() throws {
    let scratch = try Scratch()
    let path = try scratch.file("u.csv", swing(Self.phone))
    let arguments = ["replay", path, "--through", "filter", "--output", "/dev/null"]
    let result = try ToolProcess.run(arguments)
    #expect(result.status == 1 && result.errorLines.count == 1)
    #expect(result.errors.contains("Say --units accelerometer=-m/s2, or") && result.errors.contains("face down"))
    for units in ["accelerometer=-m/s2", "accelerometer=m/s2"] {
      let said = try ToolProcess.run(arguments + ["--units", units, "--quiet"])
      #expect(said.status == 0 && said.errors.isEmpty)
    }
  }

  @Test func whatWasSaidWrongly_isNoSuccess() throws {
    let scratch = try Scratch()
    let path = try scratch.file("u.csv", swing("accelerometer=counts/16384,gyro=counts/131"))
    let arguments = ["replay", path, "--units", "accelerometer=m/s2,gyro=rad/s", "--output", scratch.path("o")]
    // No row gives a sample, or every one is at the end of the chip's range.
    let filter = try ToolProcess.run(arguments + ["--through", "filter"])
    #expect(filter.status == 1 && filter.errors.contains("none of its 1000 rows gave a sample"))
    #expect(!FileManager.default.fileExists(atPath: scratch.path("o")))
    let chip = try ToolProcess.run(arguments)
    #expect(chip.errors.contains("values were at the end of the simulated chip's range"))
  }

  @Test func gyroscopeInDegrees_isCalibratedWhenItIsSaid() throws {
    let scratch = try Scratch()
    var text = "time_s,gx,gy,gz,ax,ay,az\n"
    for row in 0..<500 {
      let noise = sin(Double(row * row % 1009))
      text += "\(Double(row) / 100),\(1.2 + 0.05 * noise),-0.4,0.1,0,\(0.002 * noise),1\n"
    }
    let path = try scratch.file("rest.csv", text)
    let arguments = ["calibrate", "gyro", "--from", path, "--chip", "mpu6050", "--output", scratch.path("c.json5")]
    #expect(try ToolProcess.run(arguments).status == 1)
    let result = try ToolProcess.run(arguments + ["--units", "gyro=deg/s,accelerometer=g"])
    #expect(result.status == 0 && result.output.contains("bias [1.2"), "\(result.errors) \(result.output)")
  }
}
