import Foundation
import Testing

@Suite("What stream prints")
struct StreamValueTests {
  private func stream(_ motion: String, _ arguments: String...) throws -> StreamTable {
    let result = try ToolProcess.run(["stream", "--simulate", motion, "--format", "csv"] + arguments)
    try #require(result.status == 0, "\(result.errors)")
    return try StreamTable(result.outputLines)
  }

  @Test func hundredRows_areWholeRisingAndConsistent() throws {
    let table = try stream("moving", "-n", "100")
    #expect(table.rows.count == 100)
    #expect(try table.rises("seq"))
    #expect(try table.rises("time_ns"))
    for name in StreamTable.names where name != "health" { _ = try table.numbers(name) }
    #expect(table.rows.allSatisfy { ["starting", "running", "degraded"].contains($0["health"]) })
    #expect(try table.integers("dropped").allSatisfy { $0 >= 0 })
    let scalars = try table.numbers("qw")
    let vectors = try table.vectors("qx", "qy", "qz")
    let forces = try table.vectors("ax", "ay", "az")
    let gravities = try table.vectors("gravity_x", "gravity_y", "gravity_z")
    let users = try table.vectors("user_x", "user_y", "user_z")
    for row in table.rows.indices {
      let (w, v) = (scalars[row], vectors[row])
      #expect(abs(w * w + (v * v).sum() - 1) < 1e-12)
      // Specific force is acceleration minus gravity.
      #expect(distance(forces[row], users[row] - gravities[row]) < 1e-9)
      #expect(abs(length(gravities[row]) - 9.80665) < 1e-9)
      // Gravity points down in the reference frame.
      let down = rotated(gravities[row], scalar: w, vector: v)
      #expect(distance(down, SIMD3(0, 0, -9.80665)) < 1e-9)
    }
  }

  /// Roll, pitch and yaw are those of R = Rz(yaw) Rx(pitch) Ry(roll).
  @Test func angles_areThoseOfTheQuaternion() throws {
    let table = try stream("moving", "-n", "30", "--control-loop", "200")
    let scalars = try table.numbers("qw")
    let vectors = try table.vectors("qx", "qy", "qz")
    let angles = try table.vectors("roll", "pitch", "yaw")
    for row in table.rows.indices {
      let half = angles[row] / 2
      let aboutZ = (cos(half.z), SIMD3(0, 0, sin(half.z)))
      let aboutX = (cos(half.y), SIMD3(sin(half.y), 0, 0))
      let aboutY = (cos(half.x), SIMD3(0, sin(half.x), 0))
      let (w, v) = product(product(aboutZ, aboutX), aboutY)
      #expect(abs(abs(w * scalars[row] + (v * vectors[row]).sum()) - 1) < 1e-12)
    }
  }

  @Test(arguments: ["mpu6050", "lsm6ds3", "lsm6ds3tr-c"])
  func still_isStillOnEveryChip(chip: String) throws {
    let table = try stream("still", "--chip", chip, "-n", "20", "--control-loop", "200")
    #expect(table.rows.count == 20)
    for (force, user) in zip(try table.vectors("ax", "ay", "az"), try table.vectors("user_x", "user_y", "user_z")) {
      #expect(distance(force, SIMD3(0, 0, 9.80665)) < 0.3)
      #expect(length(user) < 0.3)
    }
    for angle in try table.numbers("roll") + table.numbers("pitch") { #expect(abs(angle) < 0.02) }
    for rate in try table.vectors("gx", "gy", "gz") { #expect(length(rate) < 0.05) }
  }

  @Test(arguments: ["mpu6050", "lsm6ds3", "lsm6ds3tr-c"])
  func rotation_turnsByRateTimesTimeOnEveryChip(chip: String) throws {
    let table = try stream("rotation", "--chip", chip, "-n", "40", "--control-loop", "200")
    for rate in try table.vectors("gx", "gy", "gz") { #expect(distance(rate, SIMD3(0, 0, 0.5)) < 0.05) }
    let yaw = try table.numbers("yaw")
    let time = try table.integers("time_ns")
    let turned = try #require(yaw.last) - #require(yaw.first)
    let seconds = Double(try #require(time.last) - #require(time.first)) * 1e-9
    #expect(abs(turned - 0.5 * seconds) < 0.01)
  }

  @Test(arguments: ["mpu6050", "lsm6ds3", "lsm6ds3tr-c"])
  func moving_movesOnEveryChip(chip: String) throws {
    let table = try stream("moving", "--chip", chip, "-n", "40", "--control-loop", "200")
    let rolls = try table.numbers("roll")
    #expect(try #require(rolls.max()) - #require(rolls.min()) > 0.02)
  }

  /// The chip runs at 200 Hz, so the steps of its numbers tell the rate that comes out.
  @Test(
    arguments: [("4", 50, nil), ("500", 2, "clamped to 100.0 Hz"), ("50", 4, nil)]
      as [(String, Int, String?)])
  func rate_isKeptUpTo100AndClampedBeyond(rate: String, step: Int, note: String?) throws {
    let result = try ToolProcess.run(["stream", "--simulate", "--format", "csv", "-n", "4", "--rate", rate])
    #expect(result.status == 0)
    let numbers = try StreamTable(result.outputLines).integers("seq")
    let steps = zip(numbers.dropFirst(), numbers).map { $0 - $1 }.sorted()
    #expect(steps[steps.count / 2] == step)
    #expect(result.errors.contains("clamped") == (note != nil))
    if let note { #expect(result.errors.contains(note)) }
  }

  @Test func controlLoopBeyondTheChip_isSaid() throws {
    let result = try ToolProcess.run(["stream", "--simulate", "-n", "2", "--control-loop", "1000"])
    #expect(result.status == 0)
    #expect(result.errors.contains("the chip gives 200.0 Hz"))
  }

  @Test func configuration_choosesTheChipAndOptionsOverrideIt() throws {
    let scratch = try Scratch()
    let path = try scratch.file(
      "c.json5", "{simulate: {chip: 'lsm6ds3', motion: 'still'}, sampleRate: 416, controlLoopRate: 400}")
    let asWritten = try ToolProcess.run(["stream", "--config", path, "-n", "3"])
    #expect(asWritten.status == 0)
    #expect(asWritten.errors.hasPrefix("LSM6DS3 at ") && asWritten.errors.contains("416.0 Hz"))
    let other = try ToolProcess.run(["stream", "--config", path, "--chip", "lsm6ds3tr-c", "-n", "3"])
    #expect(other.errors.hasPrefix("LSM6DS3TR-C at "))
    let turned = try ToolProcess.run([
      "stream", "--config", path, "--simulate", "rotation", "--format", "csv", "-n", "3",
    ])
    #expect(turned.errors.hasPrefix("LSM6DS3 at "))
    for rate in try StreamTable(turned.outputLines).numbers("gz") { #expect(abs(rate - 0.5) < 0.1) }
    let named = try ToolProcess.run(["stream", "-n", "1"], environment: ["IMU_RT_CONFIG": path])
    #expect(named.status == 0 && named.errors.hasPrefix("LSM6DS3 at "))
  }

  @Test func configurationOfTheUser_isFound() throws {
    let scratch = try Scratch()
    let folder = scratch.folder.appending(path: ".config/imu-rt")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    _ = try scratch.file(".config/imu-rt/config.json5", "{simulate: {chip: 'lsm6ds3tr-c'}}")
    let result = try ToolProcess.run(["stream", "-n", "1"], environment: ["HOME": scratch.folder.path])
    #expect(result.status == 0 && result.errors.hasPrefix("LSM6DS3TR-C at "))
  }

  @Test(arguments: [("--fifo", true), ("--registers", false)], ["mpu6050", "lsm6ds3tr-c"])
  func readout_isChosenAndSaid(_ choice: (option: String, isFIFO: Bool), chip: String) throws {
    let result = try ToolProcess.run([
      "stream", "--simulate", "still", "--chip", chip, "-n", "20", "--format", "csv", choice.option,
    ])
    #expect(result.status == 0)
    #expect(result.outputLines.count == 21)
    #expect(result.errors.contains("FIFO, edges from") == choice.isFIFO)
    #expect(result.errors.contains("FIFO overflow 0, FIFO slip 0"))
  }
}
