import Foundation
import Testing

@Suite("doctor")
struct DoctorTests {
  /// Checks the form of the list; returns the lines that are not good.
  private func complaints(_ result: ToolProcess.Result) throws -> [String] {
    #expect(!result.outputLines.isEmpty || result.status == 0)
    for line in result.outputLines {
      let match = try #require(line.wholeMatch(of: #/(ok|warning|FAULT) +([^ ].*)/#), "\(line)")
      // What is wrong comes with what mends it, behind the title.
      if match.1 != "ok" { #expect(match.2.split(separator: ": ").count >= 2, "\(line)") }
    }
    return result.outputLines.filter { !$0.hasPrefix("ok ") }
  }

  @Test func simulatedChip_isGood() throws {
    for arguments in [[], ["--chip", "lsm6ds3"], ["--chip", "lsm6ds3tr-c"]] {
      let result = try ToolProcess.run(["doctor", "--simulate"] + arguments)
      #expect(result.status == 0)
      #expect(result.errors.isEmpty)
      // The kernel may refuse priorities here; the chip is good.
      #expect(try complaints(result).allSatisfy { $0.hasPrefix("warning") })
      #expect(result.outputLines.first?.hasPrefix("ok ") == true)
      #expect(result.outputLines.first?.contains("simulated I2C bus address 0x6") == true)
    }
  }

  @Test func absentBus_isTheOneFault() throws {
    let result = try ToolProcess.run(["doctor", "--bus", FaultTests.absentBus])
    #expect(result.status == 1)
    let faults = try complaints(result).filter { $0.hasPrefix("FAULT") }
    #expect(faults.count == 1)
    let fault = try #require(faults.first)
    #expect(fault.contains("\(FaultTests.absentBus): "))
    #expect(fault.contains("sudo modprobe i2c-dev"))
    #expect(result.errors == "imu-rt: \(fault.drop { $0 != "/" })\n")
  }

  @Test func absentLine_isAFaultOfItsOwn() throws {
    let scratch = try Scratch()
    let path = try scratch.file(
      "board.json5",
      "{bus: '\(FaultTests.absentBus)', address: 0x68, interrupt: {chip: 'chip-of-no-machine', line: 'GPIO17'}}")
    let result = try ToolProcess.run(["doctor", "--config", path])
    #expect(result.status == 1)
    let faults = try complaints(result).filter { $0.hasPrefix("FAULT") }
    #expect(faults.count == 2)
    #expect(faults.last?.contains("chip-of-no-machine") == true)
    #expect(result.errors.hasPrefix("imu-rt: 2 faults, the first: \(FaultTests.absentBus): "))
  }

  @Test func quiet_leavesOutWhatIsGood() throws {
    let good = try ToolProcess.run(["doctor", "--simulate", "--quiet"])
    #expect(good.status == 0)
    #expect(!good.outputLines.contains { $0.hasPrefix("ok") })
    let bad = try ToolProcess.run(["doctor", "--quiet", "--bus", FaultTests.absentBus])
    #expect(bad.status == 1)
    #expect(bad.outputLines.contains { $0.hasPrefix("FAULT") } && !bad.outputLines.contains { $0.hasPrefix("ok") })
  }

  @Test func selfTest_printsEachAxisWithValueLimitsAndVerdict() throws {
    for chip in ["mpu6050", "lsm6ds3", "lsm6ds3tr-c"] {
      let result = try ToolProcess.run(["doctor", "--self-test", "--simulate", "--chip", chip])
      #expect(result.status == 0 && result.errors.isEmpty)
      #expect(result.outputLines.count == 6)
      for line in result.outputLines {
        #expect(
          line.contains(
            #/^ok +[^ ]+ (accelerometer|gyroscope) [xyz]: moved by -?[0-9.]+ (g|deg.s), allowed .* to .*: passed$/#),
          "\(line)")
      }
    }
  }

  @Test func selfTest_ofABrokenAxisEndsWithStatus1AndNamesIt() throws {
    let scratch = try Scratch()
    let path = try scratch.file("broken.json5", "{faults: [{atSeconds: 0, fault: 'set', word: 'gy', value: 100}]}")
    let result = try ToolProcess.run(["doctor", "--self-test", "--simulate", "--faults", path])
    #expect(result.status == 1)
    #expect(try complaints(result).count == 1)
    #expect(result.errors.contains("gyroscope y: moved by 0.0 deg/s"))
  }

  @Test func selfTest_refusesADeviceThatMovesInOneLine() throws {
    let result = try ToolProcess.run(["doctor", "--self-test", "--simulate", "moving"])
    #expect(result.status == 1 && result.output.isEmpty)
    #expect(result.errors.contains("the device moves") && result.errors.split(separator: "\n").count == 1)
  }
}
