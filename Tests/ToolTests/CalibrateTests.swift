import Foundation
import Testing

@Suite("calibrate")
struct CalibrateTests {
  private static let bias = SIMD3(0.21, -0.1, 0.02)

  /// The numbers of a list in a calibration file.
  private func numbers(_ key: String, in text: String) throws -> [Double] {
    let line = try #require(text.split(separator: "\n").first { $0.contains(" \(key): [") })
    let tail = try #require(line.split(separator: "[").last)
    let list = try #require(tail.split(separator: "]").first)
    return list.split(separator: ",").compactMap { Double($0.trimmingCharacters(in: .whitespaces)) }
  }

  private func contents(_ path: String) throws -> String { try String(contentsOfFile: path, encoding: .utf8) }

  /// A recording of a rest.
  private func rest(_ scratch: Scratch, temperature: Double = 25, slope: Double = 0) throws -> String {
    var recording = RecordingText()
    recording.add(
      seconds: 5, rate: Self.bias + slope * (temperature - 25) * SIMD3(1, 0, 0), temperature: temperature)
    return try scratch.file("rest\(temperature).csv", recording.text)
  }

  // MARK: A chip

  @Test func simulatedChipAtRest_isCalibratedWithPlainProgressInAPipe() throws {
    let scratch = try Scratch()
    let path = scratch.path("c.json5")
    let result = try ToolProcess.run(["calibrate", "gyro", "--simulate", "--seconds", "2", "--output", path])
    #expect(result.status == 0)
    #expect(result.output.hasPrefix("gyroscope bias [") && result.output.contains("in \(path), for MPU-6050 at"))
    #expect(result.output.contains("temperature slope: none yet"))
    #expect(result.errorLines.contains { $0.hasSuffix("leave it alone for 2.0 s") })
    #expect(result.errorLines.contains { $0.hasPrefix("at rest for 1.") })
    #expect(!result.errors.contains("\u{1B}") && !result.errors.contains("\r"))
    let text = try contents(path)
    for value in try numbers("bias", in: text) { #expect(abs(value) < 0.001) }
    #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.folder.path) == ["c.json5"])
    // The same chip takes it.
    let configuration = try scratch.file(
      "config.json5", "{simulate: {motion: 'still'}, calibration: 'c.json5', sampleRate: 100}")
    let stream = try ToolProcess.run(["stream", "--config", configuration, "-n", "2", "--format", "csv"])
    #expect(stream.status == 0 && stream.outputLines.count == 3)
  }

  @Test func chipThatNeverTurns_timesOutWithTheMissingPoses() throws {
    let scratch = try Scratch()
    let path = scratch.path("c.json5")
    let result = try ToolProcess.run(
      ["calibrate", "accelerometer", "--simulate", "--timeout", "3", "--output", path])
    #expect(result.status == 1)
    #expect(result.output.isEmpty)
    #expect(result.errorLines.contains("+z is up: 1 of 6; wanted: +x, -x, +y, -y, -z"))
    #expect(
      result.errorLines.last
        == "imu-rt: not all poses within 3.0 s; missing, by the axis that points up: +x, -x, +y, -y, -z; "
        + "nothing was written")
    #expect(!FileManager.default.fileExists(atPath: path))
  }

  @Test(arguments: [("moving", "deg/s"), ("rotation", "more than any bias")])
  func movingChip_isRefusedWithTheReason(motion: String, reason: String) throws {
    let scratch = try Scratch()
    let path = scratch.path("c.json5")
    let result = try ToolProcess.run(
      ["calibrate", "gyro", "--simulate", motion, "--seconds", "2", "--timeout", "2.5", "--output", path])
    #expect(result.status == 1)
    let last = try #require(result.errorLines.last)
    #expect(last.hasPrefix("imu-rt: no rest of 2.0 s within 2.5 s (the last time: ") && last.contains(reason))
    #expect(last.hasSuffix("nothing was written"))
    #expect(!FileManager.default.fileExists(atPath: path))
  }

  @Test(arguments: [SIGINT, SIGTERM])
  func signal_leavesTheOldFileWhole(signal: Int32) throws {
    let scratch = try Scratch()
    let path = scratch.path("c.json5")
    let rest = try rest(scratch)
    #expect(
      try ToolProcess.run(["calibrate", "gyro", "--from", rest, "--chip", "mpu6050", "--output", path]).status == 0)
    let old = try contents(path)
    let tool = try ToolProcess(["calibrate", "accelerometer", "--simulate", "--output", path])
    #expect(tool.firstNote().contains("hold it still"))
    tool.send(signal)
    let result = try tool.finish()
    #expect(result.status == 1)
    #expect(result.errorLines.last == "imu-rt: stopped before it was done; nothing was written")
    #expect(try contents(path) == old)
  }

  @Test func quiet_saysNothing() throws {
    let scratch = try Scratch()
    let path = scratch.path("c.json5")
    let result = try ToolProcess.run(
      ["calibrate", "gyro", "--simulate", "--seconds", "2", "--output", path, "--quiet"])
    #expect(result.status == 0 && result.output.isEmpty && result.errors.isEmpty)
    #expect(FileManager.default.fileExists(atPath: path))
  }

  @Test func calibration_changesWhatStreamShows() throws {
    let scratch = try Scratch()
    _ = try scratch.file(
      "c.json5",
      """
      {version: 1, chip: {part: "MPU-6050", whoAmI: 0x68}, accelerometer: {date: "now", offset: [1, 2, -0.5],
      scale: [1, 1, 1.5], offsetUncertainty: [0, 0, 0], scaleUncertainty: [0, 0, 0], residual: 0, condition: 1, poses: 6}}
      """)
    let configuration = try scratch.file("config.json5", "{simulate: {motion: 'still'}, calibration: 'c.json5'}")
    let stream = try ToolProcess.run(["stream", "--config", configuration, "-n", "5", "--format", "csv"])
    #expect(stream.status == 0)
    for force in try StreamTable(stream.outputLines).vectors("ax", "ay", "az") {
      #expect(distance(force, SIMD3(-1, -2, 1.5 * 10.30665)) < 0.3)
    }
    let other = try scratch.file(
      "other.json5", "{simulate: {motion: 'still', chip: 'lsm6ds3'}, calibration: 'c.json5'}")
    let refused = try ToolProcess.run(["stream", "--config", other, "-n", "5"])
    #expect(refused.status == 1 && refused.output.isEmpty)
    #expect(
      refused.errorLines.last
        == "imu-rt: calibration: \(scratch.path("c.json5")): 'chip.part' is \"MPU-6050\"; allowed: \"LSM6DS3\", "
        + "the part that is meant here")
  }

  // MARK: Recordings

  @Test func recordings_fillOneFile() throws {
    let scratch = try Scratch()
    let path = scratch.path("c.json5")
    let (offset, scale) = (SIMD3(0.4, -0.3, 0.7), SIMD3(0.98, 1.03, 0.96))
    let poses = try scratch.file("poses.csv", RecordingText.poses(offset: offset, scale: scale))
    let first = try ToolProcess.run(
      ["calibrate", "accelerometer", "--from", poses, "--chip", "mpu6050", "--output", path])
    #expect(first.status == 0, "\(first.errors)")
    #expect(first.output.contains("6 poses, no residual from six poses alone"))
    // The file says by now which part it is of.
    for temperature in [22.0, 26, 31] {
      let rest = try rest(scratch, temperature: temperature, slope: 0.002)
      let result = try ToolProcess.run(["calibrate", "gyro", "--from", rest, "--output", path])
      #expect(result.status == 0, "\(result.errors)")
      #expect(result.output.contains("temperature slope [") == (temperature == 31))
    }
    var recording = RecordingText(hasField: true)
    recording.add(fields: Self.sphere.map { SIMD3(80, -50, 30) + $0 * SIMD3(50, 45, 48) })
    let field = try scratch.file("field.csv", recording.text)
    let third = try ToolProcess.run(["calibrate", "magnetometer", "--from", field, "--output", path])
    #expect(third.status == 0, "\(third.errors)")
    let text = try contents(path)
    let sections = text.components(separatedBy: "accelerometer: {")
    let bias = try numbers("bias", in: sections[0])
    #expect(distance(SIMD3(bias[0], bias[1], bias[2]), Self.bias + SIMD3(0.012, 0, 0)) < 0.0005)
    let (found, factor) = (try numbers("offset", in: sections[1]), try numbers("scale", in: sections[1]))
    #expect(distance(SIMD3(found[0], found[1], found[2]), offset) < 0.01)
    #expect(distance(SIMD3(factor[0], factor[1], factor[2]), scale) < 0.001)
    let iron = try numbers("offset", in: text.components(separatedBy: "magnetometer: {")[1])
    #expect(distance(SIMD3(iron[0], iron[1], iron[2]), SIMD3(80, -50, 30)) < 0.1)
  }

  /// Fibonacci's points, even over the sphere.
  private static let sphere = (0..<400).map { index in
    let z = 1 - 2 * (Double(index) + 0.5) / 400
    let angle = Double(index) * .pi * (3 - 5.0.squareRoot())
    return SIMD3(cos(angle) * (1 - z * z).squareRoot(), sin(angle) * (1 - z * z).squareRoot(), z)
  }

  /// What is wrong with a recording, and what the refusal must say.
  @Test func recordingsThatDoNotDo_areRefusedAndChangeNothing() throws {
    let scratch = try Scratch()
    let path = scratch.path("c.json5")
    #expect(
      try ToolProcess.run(["calibrate", "gyro", "--from", rest(scratch), "--chip", "lsm6ds3", "--output", path]).status
        == 0)
    let old = try contents(path)
    var moved = RecordingText()
    moved.add(seconds: 3)
    moved.add(seconds: 0.5, shaking: 1)
    moved.add(seconds: 3)
    var short = RecordingText()
    short.add(seconds: 1)
    var flat = RecordingText(hasField: true)
    flat.add(fields: (0..<200).map { SIMD3(50 * cos(Double($0)), 50 * sin(Double($0)), 20) })
    let poses = RecordingText.poses(5, offset: .zero, scale: SIMD3(1, 1, 1))
    let cases: [(sensor: String, text: String, mention: String)] = [
      ("gyro", moved.text, "moved at 2.86 s"), ("gyro", short.text, "2.0 s are needed"),
      ("accelerometer", poses, "missing, by the axis that points up: -z"),
      ("accelerometer", moved.text, "+x, -x, +y, -y, -z"), ("magnetometer", moved.text, "no columns mx, my, mz"),
      ("magnetometer", flat.text, "until the field has pointed along +z, -z"), ("gyro", "", "no rows"),
    ]
    for (sensor, text, mention) in cases {
      let recording = try scratch.file("r.csv", text)
      let result = try ToolProcess.run(["calibrate", sensor, "--from", recording, "--output", path])
      #expect(result.status == 1 && result.output.isEmpty)
      #expect(result.errorLines.count == 1 && result.errors.hasPrefix("imu-rt: \(recording): "))
      #expect(result.errors.contains(mention), "\(result.errors)")
      #expect(try contents(path) == old)
    }
    // The first seconds of the moved one are a rest.
    let recording = try scratch.file("r.csv", moved.text)
    let part = try ToolProcess.run(["calibrate", "gyro", "--from", recording, "--output", path, "--seconds", "2.5"])
    #expect(part.status == 0, "\(part.errors)")
  }

  @Test func fileOfAnotherChip_orDamaged_isLeftAsItIs() throws {
    let scratch = try Scratch()
    let path = scratch.path("c.json5")
    let rest = try rest(scratch)
    #expect(
      try ToolProcess.run(["calibrate", "gyro", "--from", rest, "--chip", "lsm6ds3", "--output", path]).status == 0)
    let good = try contents(path)
    let cases = [
      (good, "'chip.part' is \"LSM6DS3\""), (String(good.dropLast(60)), "not valid JSON5"), ("", "not valid"),
    ]
    for (text, mention) in cases {
      _ = try scratch.file("c.json5", text)
      for arguments in [["--from", rest, "--chip", "mpu6050"], ["--simulate", "--seconds", "2"]] {
        let result = try ToolProcess.run(["calibrate", "gyro", "--output", path] + arguments)
        #expect(result.status == 1)
        #expect(result.errors.contains(mention), "\(result.errors)")
        #expect(try contents(path) == text)
      }
    }
  }

  @Test func recordingItself_isNeverOverwritten() throws {
    let scratch = try Scratch()
    let rest = try rest(scratch)
    // As an output it is no calibration; as one that can't be read yet it is refused all the same.
    let result = try ToolProcess.run(["calibrate", "gyro", "--from", rest, "--chip", "mpu6050", "--output", rest])
    #expect(result.status == 1 && result.errors.contains("not valid JSON5"))
    #expect(try contents(rest).hasPrefix("time_s,"))
  }

  /// A limit on the size of files ends the write after its first bytes: by a signal, or by a fault where that is ignored.
  @Test(arguments: [false, true])
  func interruptedWrite_leavesTheOldFileWhole(isIgnored: Bool) throws {
    let scratch = try Scratch()
    let path = scratch.path("c.json5")
    let rest = try rest(scratch)
    let arguments = ["calibrate", "gyro", "--from", rest, "--chip", "mpu6050", "--output", path]
    #expect(try ToolProcess.run(arguments).status == 0)
    let old = try contents(path)
    let script = (isIgnored ? "trap '' XFSZ; " : "") + "ulimit -c 0; ulimit -f 0; exec \"$0\" \"$@\""
    let result = try ToolProcess(arguments, shell: script).finish()
    // Whoever started the tests may have had the signal ignored, and then a shell can't have it back.
    #expect(isIgnored ? result.status == 1 : result.status != 0)
    if isIgnored {
      #expect(result.errors == "imu-rt: can't write \(path): File too large\n")
      let left = try FileManager.default.contentsOfDirectory(atPath: scratch.folder.path)
      #expect(left.filter { $0.hasSuffix(".tmp") }.isEmpty)
    }
    #expect(try contents(path) == old)
  }

  @Test func placeThatTakesNoFile_isSaidBeforeAnythingIsMeasured() throws {
    let scratch = try Scratch()
    let result = try ToolProcess.run(["calibrate", "gyro", "--simulate", "--output", scratch.path("no/c.json5")])
    #expect(result.status == 1)
    #expect(result.errors == "imu-rt: can't write \(scratch.path("no/c.json5")): No such file or directory\n")
  }
}
