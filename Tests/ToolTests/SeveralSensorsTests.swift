import Foundation
import Testing

@Suite("Several sensors")
struct SeveralSensorsTests {
  private func objects(_ lines: [String]) throws -> [[String: Any]] {
    try lines.map { try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any], "\($0)") }
  }

  @Test func everyLineSaysWhoseItIs_andEachSensorGetsItsCount() throws {
    let result = try ToolProcess.run(["stream", "--simulate", "--chip", "mpu6050,lsm6ds3", "-n", "5"])
    #expect(result.status == 0)
    let lines = try objects(result.outputLines)
    #expect(lines.allSatisfy { $0["sensor"] is String })
    for name in ["mpu6050", "lsm6ds3"] {
      let samples = lines.filter { $0["event"] == nil && $0["sensor"] as? String == name }
      #expect(samples.count == 5)
      #expect(samples.allSatisfy { Set($0.keys) == Set(StreamTable.names + ["sensor"]) })
      #expect(result.errors.contains("\(name): printed 5, "))
    }
    #expect(result.errors.contains("mpu6050: MPU-6050 at simulated I2C bus address 0x68"))
    #expect(result.errors.contains("lsm6ds3: LSM6DS3 at simulated I2C bus address 0x6A"))
  }

  @Test func csvAndTableHaveTheColumnToo() throws {
    let csv = try ToolProcess.run([
      "stream", "--simulate", "still", "--chip", "mpu6050,mpu6050", "-n", "3", "--format", "csv",
    ])
    #expect(csv.outputLines.first == "sensor," + StreamTable.columns)
    let names = csv.outputLines.dropFirst().map { $0.prefix { $0 != "," } }
    #expect(names.sorted() == ["mpu6050", "mpu6050", "mpu6050", "mpu6050-2", "mpu6050-2", "mpu6050-2"])
    let table = try ToolProcess.run([
      "stream", "--simulate", "--chip", "mpu6050,lsm6ds3tr-c", "-n", "2", "--format", "table",
    ])
    #expect(table.outputLines.first?.hasPrefix("sensor  ") == true)
    #expect(table.outputLines.dropFirst().allSatisfy { $0.hasPrefix("mpu6050  ") || $0.hasPrefix("lsm6ds3tr-c ") })
  }

  @Test func oneThatIsNotThereIsTold_andTheOtherRuns() throws {
    let scratch = try Scratch()
    let file = try scratch.file(
      "two.json5",
      "{sensors: [{name: 'gone', bus: '/dev/i2c-99', address: 0x68}, {name: 'here', simulate: {}}]}")
    let result = try ToolProcess.run(["stream", "--config", file, "-n", "4"])
    #expect(result.status == 1)
    let lines = try objects(result.outputLines)
    let failure = try #require(lines.first { $0["event"] as? String == "start_failed" })
    #expect(failure["sensor"] as? String == "gone")
    #expect((failure["reason"] as? String)?.contains("/dev/i2c-99") == true)
    #expect(failure["time_ns"] is NSNumber)
    #expect(lines.filter { $0["event"] == nil }.map { $0["sensor"] as? String } == ["here", "here", "here", "here"])
    #expect(result.errors.contains("imu-rt: gone: not started: /dev/i2c-99"))
    #expect(result.errors.contains("here: printed 4, "))
    let none = try ToolProcess.run(["stream", "--config", file, "--sensor", "gone"])
    #expect(none.status == 1)
    #expect(none.output.isEmpty)
  }

  /// Field report 48: two sensors on one line, one is lost.
  @Test func row48_bothChipsOfOneLineStream() throws {
    let file = packageFolder.appending(path: "config/one-line.json5").path
    let result = try ToolProcess.run(["stream", "--config", file, "--simulate", "-n", "40"])
    #expect(result.status == 0)
    let lines = try objects(result.outputLines)
    for name in ["front", "rear"] {
      #expect(lines.filter { $0["event"] == nil && $0["sensor"] as? String == name }.count == 40)
      #expect(result.errors.contains("\(name): printed 40, "))
    }
    #expect(!lines.contains { $0["event"] as? String == "polling_started" })
    let scratch = try Scratch()
    let text = try String(contentsOfFile: file, encoding: .utf8)
    let pulsed = try scratch.file("pulsed.json5", text.replacing("latched: true", with: "latched: false"))
    let refused = try ToolProcess.run(["stream", "--config", pulsed, "--simulate", "-n", "1"])
    #expect(refused.status != 0 && refused.output.isEmpty)
    #expect(refused.errors.contains("sensor 'front' needs activeLow: true, openDrain: true, latched: true"))
    // Said on the command line, too.
    let batches = try ToolProcess.run(["stream", "--config", file, "--simulate", "-n", "5", "--fifo"])
    #expect(batches.status == 1)
    for (sensor, address) in [("front", "0x68"), ("rear", "0x6B")] {
      let text = "\(sensor): not started: address \(address): to share its line it needs readout: \"registers\""
      #expect(batches.errors.contains(text))
    }
  }

  @Test func oneOfSeveralAloneLooksAsOneEverDid() throws {
    let file = packageFolder.appending(path: "config/two-sensors.json5").path
    let result = try ToolProcess.run([
      "stream", "--config", file, "--simulate", "--sensor", "rear", "-n", "3", "--format", "csv",
    ])
    #expect(result.status == 0)
    #expect(try StreamTable(result.outputLines).rows.count == 3)
    #expect(result.errors.hasPrefix("LSM6DS3 at /dev/i2c-1 address 0x6B"))
  }

  @Test func doctorLooksAtEach_andWhatNeedsOneAsksWhich() throws {
    let file = packageFolder.appending(path: "config/two-sensors.json5").path
    let doctor = try ToolProcess.run(["doctor", "--config", file, "--simulate"])
    #expect(doctor.output.contains("MPU-6050 at /dev/i2c-1 address 0x68"))
    #expect(doctor.output.contains("LSM6DS3 at /dev/i2c-1 address 0x6B"))
    let demo = try ToolProcess.run(["demo", "angle", "--config", file])
    #expect(demo.status == 2)
    #expect(demo.errors.contains("choose with --sensor: front, rear"))
  }

  @Test(arguments: [
    (["--simulate", "--chip", "mpu6050,mpu6050,mpu6050"], "a bus has two addresses for mpu6050"),
    (["--simulate", "--chip", "mpu6050,bmi270"], "--chip is 'mpu6050,bmi270'; allowed: mpu6050, lsm6ds3, lsm6ds3tr-c"),
    (["--chip", "mpu6050,lsm6ds3"], "add --simulate"), (["--sensor", "x"], "--sensor is for a configuration"),
    (["--simulate", "--chip", "mpu6050,lsm6ds3", "--faults", "f"], "--faults is for one chip"),
  ])
  func wrongOptionsAreTold(options: [String], says: String) throws {
    let result = try ToolProcess.run(["stream"] + options)
    #expect(result.status == 2)
    #expect(result.errors.contains(says), "\(result.errors)")
  }
}
