import Foundation
import Testing

/// Faults of hardware. No test depends on what this machine has: the buses named do not exist.
@Suite("Faults")
struct FaultTests {
  static let absentBus = "/dev/i2c-of-no-machine"

  @Test(arguments: [["stream"], ["detect"], ["detect", "--quiet"], ["stream", "--address", "0x6B"]])
  func absentBus_isNamedWithTheRemedy(arguments: [String]) throws {
    for bus in [["--bus", Self.absentBus], ["--bus=\(Self.absentBus)"]] {
      let result = try ToolProcess.run(arguments + bus)
      #expect(result.status == 1)
      #expect(result.output.isEmpty)
      #expect(result.errorLines.count == 1)
      #expect(result.errors.hasPrefix("imu-rt: \(Self.absentBus): "))
      #expect(result.errors.contains("raspi-config") && result.errors.contains("modprobe i2c-dev"))
    }
  }

  @Test func busNumber_standsForItsNode() throws {
    let result = try ToolProcess.run(["stream", "--bus", "250"])
    #expect(result.status == 1)
    #expect(result.errors.hasPrefix("imu-rt: /dev/i2c-250: "))
  }

  @Test(arguments: ["stream", "detect"])
  func whatIsNoBus_isNamed(command: String) throws {
    let result = try ToolProcess.run([command, "--bus", "/dev/null"])
    #expect(result.status == 1)
    #expect(result.errorLines.count == 1)
    #expect(result.errors.hasPrefix("imu-rt: /dev/null: not an I2C adapter"))
    #expect(result.errors.contains("imu-rt detect"))
  }

  @Test(arguments: ["stream", "detect"])
  func hardwareConfiguration_faultNamesItsBus(command: String) throws {
    let scratch = try Scratch()
    let path = try scratch.file("board.json5", "{bus: '\(Self.absentBus)', address: 0x69}")
    let result = try ToolProcess.run([command, "--config", path])
    #expect(result.status == 1)
    #expect(result.errorLines.count == 1)
    #expect(result.errors.hasPrefix("imu-rt: \(Self.absentBus): "))
  }

  @Test(arguments: ["stream", "detect", "doctor"])
  func badConfiguration_startsNothing(command: String) throws {
    let scratch = try Scratch()
    let path = try scratch.file("board.json5", "{bus: '\(Self.absentBus)',\n address: 0x70}")
    let result = try ToolProcess.run([command, "--config", path])
    #expect(result.status == 1)
    #expect(result.output.isEmpty)
    #expect(result.errors == "imu-rt: \(path): 'address' is 112; allowed: 0x68, 0x69, 0x6A, 0x6B\n")
  }

  @Test func absentConfiguration_isNamed() throws {
    for arguments in [
      ["stream", "--config", "/nonexistent.json5"], ["stream", "--simulate", "--config", "/nonexistent.json5"],
    ] {
      let result = try ToolProcess.run(arguments)
      #expect(result.status == 1)
      #expect(result.errors == "imu-rt: /nonexistent.json5: can't be read: No such file or directory\n")
    }
  }

  @Test func rangeThatTheChipLacks_isRefusedBeforeAnySample() throws {
    let scratch = try Scratch()
    let path = try scratch.file("c.json5", "{simulate: {}, gyroscopeRange: 125}")
    let result = try ToolProcess.run(["stream", "--config", path])
    #expect(result.status == 1)
    #expect(result.output.isEmpty)
    #expect(result.errorLines.count == 1)
    #expect(result.errors.contains("125") && result.errors.contains("250, 500, 1000, 2000"))
  }

  private static let hasHardware =
    FileManager.default.fileExists(atPath: "/etc/imu-rt/config.json5")
    || ((try? FileManager.default.contentsOfDirectory(atPath: "/dev"))?.contains { $0.hasPrefix("i2c-") } ?? false)

  @Test(.disabled(if: hasHardware, "this machine may have a chip"))
  func nothingThere_saysHowToRunSimulated() throws {
    let result = try ToolProcess.run(["stream"])
    #expect(result.status == 1)
    #expect(result.errorLines.count == 1)
    #expect(result.errors.contains("imu-rt stream --simulate"))
    let detect = try ToolProcess.run(["detect"])
    #expect(detect.status == 1)
    #expect(detect.errorLines.count == 1)
    #expect(detect.errors.hasPrefix("imu-rt: /dev/i2c-*: ") && detect.errors.contains("modprobe i2c-dev"))
  }
}
