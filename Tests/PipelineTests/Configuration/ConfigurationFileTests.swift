import Foundation
import IMUDrivers
import Testing

@testable import Pipeline

/// The folder with the configurations that are shipped.
let shippedConfigurations = URL(filePath: #filePath).deletingLastPathComponent()
  .appending(path: "../../../config").standardizedFileURL

@Suite("Configuration files")
struct ConfigurationFileTests {
  @Test(arguments: ["mpu6050", "lsm6ds3", "simulated"])
  func shippedFile_isAccepted(name: String) throws {
    let configuration = try ConfigurationFile.read(shippedConfigurations.appending(path: "\(name).json5").path)
    switch configuration.source {
    case .hardware(let hardware):
      #expect(name != "simulated")
      #expect(hardware.bus == "/dev/i2c-1")
      #expect(hardware.address == (name == "mpu6050" ? 0x68 : 0x6B))
      #expect(hardware.interrupt?.line == "GPIO17")
    case .simulated(let source):
      #expect(name == "simulated")
      #expect(source == SimulatedSource(chip: .lsm6ds3, motion: .moving, clockErrorPercent: 2.5))
    case .custom: Issue.record("a file can't name one's own bus")
    }
  }

  @Test func everyShippedJSON5_isAmongThoseTested() throws {
    let names = try FileManager.default.contentsOfDirectory(atPath: shippedConfigurations.path)
    #expect(
      names.filter { $0.hasSuffix(".json5") }.sorted()
        == ["lsm6ds3.json5", "mpu6050.json5", "one-line.json5", "simulated.json5", "two-sensors.json5"])
  }

  /// mpu6050.json5 states each default beside the key; the code must agree.
  @Test func documentedDefaults_areTheDefaults() throws {
    let documented = try ConfigurationFile.read(shippedConfigurations.appending(path: "mpu6050.json5").path)
    let bare = try ConfigurationFile.parse("{bus: '/dev/i2c-1', address: 0x68}", file: "bare")
    #expect(documented.sensor == bare.sensor)
    #expect(documented.readout == bare.readout)
    #expect(documented.mounting == bare.mounting)
    #expect(documented.updateInterval == bare.updateInterval)
    #expect(documented.realtime == bare.realtime)
    #expect(documented.staleAfterSeconds == bare.staleAfterSeconds)
    #expect(documented.calibrationPath == nil && bare.calibrationPath == nil)
  }

  @Test(arguments: [
    ("c.json5", "f", "c.json5"), ("c.json5", "/etc/imu-rt/config.json5", "/etc/imu-rt/c.json5"),
    ("sub/c.json5", "here/config.json5", "here/sub/c.json5"), ("/var/c.json5", "/etc/config.json5", "/var/c.json5"),
  ])
  func calibrationPath_countsFromTheConfigurationsFolder(name: String, file: String, path: String) throws {
    let configuration = try ConfigurationFile.parse("{simulate: {}, calibration: '\(name)'}", file: file)
    #expect(configuration.calibrationPath == path)
  }

  @Test(arguments: [("f.json5", "folder/f.json5"), ("/etc/f.json5", "/etc/f.json5")])
  func faultScript_isSeenFromTheConfigurationsFolder(name: String, path: String) throws {
    let configuration = try ConfigurationFile.parse("{simulate: {faults: '\(name)'}}", file: "folder/c.json5")
    guard case .simulated(let source) = configuration.source else {
      Issue.record("not simulated")
      return
    }
    #expect(source.faultScriptPath == path)
  }

  @Test func faultScriptWithAFault_keepsThePipelineFromStarting() {
    let pipeline = MotionPipeline(
      PipelineConfiguration(source: .simulated(SimulatedSource(faultScriptPath: "/nonexistent.json5"))))
    #expect {
      try pipeline.start()
    } throws: { "\($0)" == "/nonexistent.json5: can't be read: No such file or directory" }
    #expect(!pipeline.isRunning)
  }

  @Test func everyKeyOfTheCode_isDocumented() throws {
    let texts = try ["mpu6050", "simulated"].map {
      try String(contentsOf: shippedConfigurations.appending(path: "\($0).json5"), encoding: .utf8)
    }
    let words = Set(texts.joined().split { !$0.isLetter && !$0.isNumber }.map(String.init))
    let probes = [
      "{simulate: {}, stray: 1}", "{simulate: {stray: 1}}", "{simulate: {}, realtime: {stray: 1}}",
      "{simulate: {}, interrupt: {chip: 'c', line: 'l', stray: 1}}",
    ]
    for probe in probes {
      let error = refusal(probe)
      guard case .unknownKey(_, let key, let allowed) = error else {
        Issue.record("\(probe): \(String(describing: error))")
        continue
      }
      #expect(key.hasSuffix("stray"))
      #expect(allowed.count >= 3)
      for name in allowed { #expect(words.contains(name), "\(name) is not described in config/") }
    }
  }

  @Test func everyValue_arrives() throws {
    let text = """
      {
        bus: '/dev/i2c-3', address: 0x6A, sampleRate: 833, readout: 'registers', gyroscopeRange: 125, accelerometerRange: 16,
        acceptSiblings: false, controlLoopRate: 400, mounting: ['-y', '+x', '+z'], staleAfter: 2,
        interrupt: {chip: 'rp1', line: '4', activeLow: true, openDrain: true, latched: true, bias: 'pullUp'},
        realtime: {acquisitionPriority: 50, fusionPriority: 40, processor: 3, lockMemory: false},
      }
      """
    let configuration = try ConfigurationFile.parse(text, file: "full")
    guard case .hardware(let hardware) = configuration.source else {
      Issue.record("not hardware")
      return
    }
    #expect(
      hardware
        == HardwareSource(
          bus: "/dev/i2c-3", address: 0x6A, interrupt: .init(chip: "rp1", line: "4", bias: .pullUp)))
    #expect(
      configuration.sensor
        == .init(
          sampleRateHertz: 833, gyroscopeRange: 125, accelerometerRange: 16,
          interrupt: .init(activeLow: true, openDrain: true, latched: true), acceptsSiblings: false))
    #expect(configuration.readout == .registers)
    #expect(configuration.updateInterval == .controlLoop(hertz: 400))
    #expect(configuration.mounting == Mounting(x: "-y", y: "+x", z: "+z"))
    #expect(configuration.staleAfterSeconds == 2)
    #expect(
      configuration.realtime
        == .init(acquisitionPriority: 50, fusionPriority: 40, processor: 3, locksMemory: false))
  }

  /// 200 Hz is 208 on an LSM6DS3: its next step.
  @Test(arguments: [
    (ChipFamily.mpu6050, 100.0, false), (.mpu6050, 200, false), (.mpu6050, 208, true), (.mpu6050, 1000, true),
    (.lsm6ds3, 100, false), (.lsm6ds3, 105, true), (.lsm6ds3, 200, true), (.lsm6ds3, 416, true),
  ])
  func readoutThatIsNotChosen_isTheFIFOWhereTheChipsRateExceedsTwoHundredHertz(
    family: ChipFamily, hertz: Double, usesFIFO: Bool
  ) throws {
    let configuration = try ConfigurationFile.parse("{simulate: {}, sampleRate: \(hertz)}", file: "rate")
    #expect(try configuration.readout.usesFIFO(configuration.sensor, on: family) == usesFIFO)
    for (name, wanted) in [("fifo", true), ("registers", false)] {
      let chosen = try ConfigurationFile.parse(
        "{simulate: {}, sampleRate: \(hertz), readout: '\(name)'}", file: "chosen")
      #expect(try chosen.readout.usesFIFO(chosen.sensor, on: family) == wanted)
    }
  }

  @Test func realtimeSwitchedOff_asksForNothingWhateverElseStandsThere() throws {
    let text = """
      {simulate: {}, realtime: {enabled: false, acquisitionPriority: 80, fusionPriority: 70, processor: 1, lockMemory: true}}
      """
    #expect(try ConfigurationFile.parse(text, file: "off").realtime == .none)
  }

  @Test func null_isTheSameAsLeavingAKeyOut() throws {
    let text = """
      {
        simulate: {chip: null, motion: null, clockErrorPercent: null}, bus: null, address: null, interrupt: null,
        sampleRate: null, gyroscopeRange: null, accelerometerRange: null, acceptSiblings: null, updateRate: null,
        controlLoopRate: null, mounting: null, staleAfter: null, realtime: null,
      }
      """
    let nulls = try ConfigurationFile.parse(text, file: "nulls")
    let bare = try ConfigurationFile.parse("{simulate: {}}", file: "bare")
    #expect(nulls.sensor == bare.sensor)
    #expect(nulls.updateInterval == bare.updateInterval)
    #expect(nulls.realtime == bare.realtime)
    #expect(nulls.staleAfterSeconds == bare.staleAfterSeconds)
    guard case .simulated(let source) = nulls.source else {
      Issue.record("not simulated")
      return
    }
    #expect(source == SimulatedSource())
  }
}
