import Foundation
import Testing

/// What `doctor --report` puts into a file, and what may go wrong while it does.
@Suite("doctor --report")
struct DoctorReportTests {
  private static let names = [
    "README.txt", "configuration.json5", "figures.txt", "findings.txt", "machine.txt", "recording.csv", "registers.txt",
  ]

  @Test(arguments: ["mpu6050", "lsm6ds3", "lsm6ds3tr-c"])
  func itHoldsWhatItLists_andReplays(chip: String) throws {
    let report = try ExtractedReport(["--simulate", "--chip", chip, "--duration", "1.4"], in: try Scratch())
    #expect(report.result.status == 0, "\(report.result.errors)")
    #expect(report.files.keys.sorted() == Self.names)
    let list = try report.text("README.txt")
    #expect(list.contains("SIMULATED"))
    for name in Self.names where name != "README.txt" {
      // The same line stands in the list inside and in what was printed.
      let size = try report.text(name).utf8.count
      let line = try #require(report.result.outputLines.first { $0.hasPrefix(name + " ") })
      #expect(line.contains(" \(size) bytes ") && list.contains(line + "\n"))
    }
    // What doctor says is in it, and the self-test with each axis.
    let findings = try report.text("findings.txt")
    #expect(report.result.output.hasPrefix(findings))
    #expect(findings.split(separator: "\n").count { $0.hasSuffix(": passed") } == 6)
    #expect(findings.contains("registers read back\n") && findings.contains(": recording: "))
    let rows = try report.text("registers.txt").split(separator: "\n").filter { $0.hasPrefix("0x") }
    #expect(rows.count >= 19)
    for row in rows {
      let bytes = row.split(separator: " ")
      #expect(bytes.count == 3 && bytes[1] == bytes[2], "\(row)")
    }
    let timeSource = "a row's time is the kernel's time of its edge on simulated line 0\n"
    #expect(try report.text("figures.txt").contains(timeSource))
    let recorded = try report.text("recording.csv").split(separator: "\n").count { !$0.hasPrefix("#") } - 1
    #expect(recorded > 50)
    for path in [["--through", "filter"], []] {
      let replay = try ToolProcess.run(["replay", report.path("recording.csv"), "--output", "-"] + path)
      #expect(replay.status == 0 && replay.outputLines.count == recorded + 1)
      #expect(!replay.errors.contains("closing line"))
    }
    // The configuration in force is one that the tool takes.
    let again = try ToolProcess.run(["stream", "--config", report.path("configuration.json5"), "-n", "3", "--quiet"])
    #expect(again.status == 0 && again.errors.isEmpty, "\(again.errors)")
  }

  /// Against what the simulated chip was made with: its clock, its noise, its rest.
  @Test func periodNoiseAndBiasAreTheChips() throws {
    let scratch = try Scratch()
    let path = try scratch.file(
      "c.json5", "{simulate: {motion: 'still', clockErrorPercent: 2}, sampleRate: 500, readout: 'registers'}")
    let report = try ExtractedReport(["--config", path, "--duration", "1.4"], in: scratch)
    let text = try report.text("figures.txt")
    let period = try #require(text.firstMatch(of: #/period ([0-9.]+) ms \([0-9.]+ Hz, ([0-9.]+) % from the nominal/#))
    #expect(abs((Double(period.1) ?? 0) - 2 / 1.02) < 0.001)
    #expect(abs((Double(period.2) ?? 0) - 2) < 0.05)
    let number = #/-?[0-9.]+/#
    let rate = try #require(text.split(separator: "\n").first { $0.hasPrefix("  gyroscope bias ") })
    let rates = rate.matches(of: number).compactMap { Double($0.output) }
    // 0.001 rad/s of noise with steps of 0.061 deg/s.
    #expect(
      rates.count == 6 && rates[..<3].allSatisfy { abs($0) < 0.02 }
        && rates[3...].allSatisfy { (0.05...0.07).contains($0) })
    let force = try #require(text.split(separator: "\n").first { $0.hasPrefix("  accelerometer ") })
    // The fourth is the exponent of m/s^2.
    let forces = force.matches(of: number).compactMap { Double($0.output) }
    #expect(forces.count >= 7 && abs(forces[2] - 9.80665) < 0.01 && abs(forces[4] - 9.80665) < 0.01)
  }

  @Test func fromTheFIFO_timesAreSaidToBeReckoned() throws {
    let scratch = try Scratch()
    let path = try scratch.file("c.json5", "{simulate: {chip: 'lsm6ds3', motion: 'still'}, readout: 'fifo'}")
    let report = try ExtractedReport(["--config", path, "--duration", "0.8"], in: scratch)
    #expect(report.result.status == 0, "\(report.result.errors)")
    #expect(try report.text("figures.txt").contains("from the FIFO: a row's time is reckoned from the edges of "))
    // The FIFO's own registers are among those read back: its threshold, and that it runs.
    let registers = try report.text("registers.txt")
    for register in ["0x06", "0x0A"] { #expect(registers.contains("\n\(register)      ")) }
  }

  @Test func whatMoves_isSaidNotToBeAtRest() throws {
    let report = try ExtractedReport(["--simulate", "moving", "--duration", "1", "--quiet"], in: try Scratch())
    #expect(report.result.status == 0)
    let findings = try report.text("findings.txt")
    #expect(findings.contains("warning  simulated I2C bus address 0x68: noise and bias: not at rest: "))
    #expect(findings.contains("warning  simulated I2C bus address 0x68: self-test: the device moves"))
    #expect(try !report.text("figures.txt").contains("gyroscope bias"))
  }

  @Test func ofSeveralSensors_eachHasItsFiles() throws {
    let path = packageFolder.appending(path: "config/two-sensors.json5").path
    let report = try ExtractedReport(["--config", path, "--simulate", "--duration", "0.6"], in: try Scratch())
    #expect(report.result.status == 0, "\(report.result.errors)")
    for sensor in ["sensor-1", "sensor-2"] {
      for name in ["configuration.json5", "figures.txt", "recording.csv", "registers.txt"] {
        #expect(report.files["\(sensor)/\(name)"] != nil)
      }
    }
    #expect(try report.text("sensor-1/registers.txt").hasPrefix("MPU-6050 at /dev/i2c-1 address 0x68"))
    #expect(try report.text("sensor-2/registers.txt").hasPrefix("LSM6DS3 at /dev/i2c-1 address 0x6B"))
  }

  /// Each name that could tell whose machine it is, looked for in everything that the archive holds and shows.
  @Test func itNamesNoHostAndNoPerson() throws {
    let scratch = try Scratch()
    let home = scratch.path("anna-karenina")
    try FileManager.default.createDirectory(atPath: home + "/oblonski", withIntermediateDirectories: true)
    let text = "// of levin\n{sensors: [{name: 'vronsky', simulate: {}, calibration: 'oblonski/cal.json5'}]}"
    try text.write(toFile: home + "/wronskij.json5", atomically: true, encoding: .utf8)
    // Without its calibration nothing starts, and the reason has the path; in the second there is no reason.
    for extra in [[], ["--simulate"]] {
      let report = try ExtractedReport(
        (extra.isEmpty ? ["--config", home + "/wronskij.json5"] : []) + ["--duration", "0.5"] + extra,
        environment: ["HOME": home, "USER": "anna-karenina", "LOGNAME": "anna-karenina"], in: scratch)
      if extra.isEmpty { #expect(try report.text("findings.txt").contains("cal.json5: ")) }
      var secrets = ["anna", "karenina", "oblonski", "levin", "vronsky", "wronskij", scratch.folder.path]
      secrets += [ProcessInfo.processInfo.hostName, NSUserName()].filter { $0.count > 3 && $0 != "root" }
      for path in ["/etc/machine-id", "/proc/sys/kernel/random/boot_id", "/etc/hostname"] {
        let id = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
        secrets.append(id.trimmingCharacters(in: .whitespacesAndNewlines))
      }
      for card in (try? FileManager.default.contentsOfDirectory(atPath: "/sys/class/net")) ?? [] {
        let address = (try? String(contentsOfFile: "/sys/class/net/\(card)/address", encoding: .utf8)) ?? ""
        secrets.append(address.trimmingCharacters(in: .whitespacesAndNewlines))
      }
      let all = report.files.map { $0 + "\n" + $1 }.joined(separator: "\n") + report.listing
      for secret in secrets where secret.count > 3 && !secret.hasPrefix("00:00:00:00") {
        #expect(!all.lowercased().contains(secret.lowercased()), "\(secret)")
      }
      #expect(report.listing.split(separator: "\n").allSatisfy { $0.contains(" 0/0 ") })
    }
  }

  static let absent = ["--bus", FaultTests.absentBus]

  /// A stranger needs a report most when there is no sample to be had.
  @Test func aMissingChip_isAReportAllTheSame() throws {
    let report = try ExtractedReport(Self.absent + ["--duration", "1"], in: try Scratch())
    #expect(report.result.status == 1)
    #expect(report.files["recording.csv"] == nil)
    // Said once, although nothing could be set up for the same reason.
    #expect(try report.text("findings.txt").split(separator: "\n").count { $0.hasPrefix("FAULT") } == 1)
    #expect(try report.text("machine.txt").contains("\(FaultTests.absentBus): not there"))
    #expect(try report.text("configuration.json5").contains("bus: \"\(FaultTests.absentBus)\""))
  }

  @Test(arguments: [
    ("{faults: [{atSeconds: 0, fault: 'holdSDA', freedByClocks: false}]}", "0.5", "timeout (errno 110)", false),
    ("{faults: [{atSeconds: 0.6, fault: 'unplug'}]}", "1.5", "the chip is lost: ", true),
    ("{faults: [{atSeconds: 0.6, fault: 'unplug', forSeconds: 0.2}]}", "2", "check wiring and supply; lost ", true),
    (
      "{faults: [{atSeconds: 0.6, fault: 'withholdEdges'}]}", "1.2",
      "warning  simulated I2C bus address 0x68: recording: ", true
    ),
  ])
  func aFaultInTheMidst_isAFinding(script: String, seconds: String, says: String, isRecorded: Bool) throws {
    let scratch = try Scratch()
    let path = try scratch.file("faults.json5", script)
    let report = try ExtractedReport(["--simulate", "--faults", path, "--duration", seconds], in: scratch)
    #expect(report.result.status == (says.hasPrefix("warning") ? 0 : 1))
    let findings = try report.text("findings.txt")
    #expect(findings.contains(says), "\(findings)")
    #expect((report.files["recording.csv"] != nil) == isRecorded)
    guard isRecorded else { return }
    let replay = try ToolProcess.run(["replay", report.path("recording.csv"), "--through", "filter", "--output", "-"])
    #expect(replay.status == 0)
  }

  @Test(arguments: [SIGINT, SIGTERM], [0.0, 0.4])
  func aSignal_leavesNothingBehind(signal: Int32, after: Double) throws {
    let scratch = try Scratch()
    let path = try scratch.file("r.tar.gz", "mine")
    let tool = try ToolProcess(["doctor", "--report", path, "--force", "--simulate"])
    #expect(tool.firstNote().contains("nothing is sent"))
    usleep(UInt32(after * 1e6))
    tool.send(signal)
    let result = try tool.finish()
    #expect(result.status == 1)
    #expect(result.errors.hasSuffix("imu-rt: stopped before it was done; nothing was written\n"))
    #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.folder.path) == ["r.tar.gz"])
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "mine")
  }

  @Test func whereItCannotBeWritten_isSaidBeforeAnythingIsMeasured() throws {
    let scratch = try Scratch()
    let there = try scratch.file("there.tar.gz", "mine")
    try FileManager.default.createDirectory(atPath: scratch.path("d.tgz"), withIntermediateDirectories: true)
    for (path, reason) in [
      (there, "\(there) exists already; name another file, or replace it with --force"),
      (scratch.path("no/where.tar.gz"), "can't write \(scratch.path("no/where.tar.gz")): No such file or directory"),
      ("/proc/r.tar.gz", "can't write /proc/r.tar.gz: No such file or directory"),
    ] {
      let result = try ToolProcess.run(["doctor", "--report", path, "--simulate"])
      #expect(result.status == 1 && result.output.isEmpty)
      #expect(result.errors == "imu-rt: \(reason)\n")
    }
    let folder = try ToolProcess.run(["doctor", "--report", scratch.path("d.tgz"), "--force", "--simulate"])
    #expect(folder.errors == "imu-rt: can't write \(scratch.path("d.tgz")): Is a directory\n")
    #expect(try String(contentsOfFile: there, encoding: .utf8) == "mine")
    let replaced = try ToolProcess.run(["doctor", "--report", there, "--force", "--simulate", "--duration", "0.5"])
    #expect(replaced.status == 0)
    #expect(try Data(contentsOf: URL(filePath: there)).prefix(2) == Data([0x1F, 0x8B]))
  }

  @Test func aDiskThatIsFull_costsNothingThatWasThere() throws {
    let scratch = try Scratch()
    let path = try scratch.file("r.tar.gz", "mine")
    let tool = try ToolProcess(
      ["doctor", "--report", path, "--force", "--simulate", "--duration", "0.5"],
      shell: "ulimit -f 1; exec \"$0\" \"$@\"")
    let result = try tool.finish()
    #expect(result.status == 1)
    #expect(result.errors.hasSuffix("imu-rt: can't write \(path): File too large\n"), "\(result.errors)")
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "mine")
    #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.folder.path) == ["r.tar.gz"])
  }

  @Test(arguments: [
    ("--report", "--report needs a value"), ("--report r.zip", "name it FILE.tar.gz"),
    ("--report r.tar.gz --duration 0.1", "--duration is '0.1'"), ("--duration 3", "are for --report"),
    ("--force", "are for --report"), ("--report r.tar.gz --self-test", "leave out --self-test"),
    ("--report r.tar.gz --simulate --bus 1", "leave out --bus"),
  ])
  func whatIsNotUnderstood_isSaid(arguments: String, reason: String) throws {
    let result = try ToolProcess.run(["doctor"] + arguments.split(separator: " ").map(String.init))
    #expect(result.status == 2)
    #expect(result.errorLines.count == 1 && result.errors.contains(reason), "\(result.errors)")
    #expect(!FileManager.default.fileExists(atPath: "r.tar.gz"))
  }
}
