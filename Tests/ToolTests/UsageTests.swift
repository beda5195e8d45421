import Foundation
import Testing

@Suite("Command lines")
struct UsageTests {
  static let commands = ["detect", "stream", "doctor", "calibrate", "record", "replay", "bench"]

  /// Command lines that can't be carried out, and what the message must name.
  static let refused: [(arguments: String, mention: String)] = [
    ("", "imu-rt --help"), ("fly", "'fly'"), ("Stream", "'Stream'"), ("--simulate", "'--simulate'"), ("-x", "'-x'"),
    ("stream --bogus", "'--bogus'"), ("stream -x", "'-x'"), ("stream word", "'word'"), ("stream --", "'--'"),
    ("stream -n5", "'-n5'"), ("detect --rate 5", "'--rate'"), ("doctor -n 5", "'-n'"), ("replay --bus 1", "'--bus'"),
    ("stream --config", "--config needs a value"), ("stream --bus", "--bus needs a value"),
    ("stream --address", "--address needs a value"), ("stream --rate", "--rate needs a value"),
    ("stream -n", "-n needs a value"), ("stream --duration", "--duration needs a value"),
    ("stream --format", "--format needs a value"), ("stream --chip", "--chip needs a value"),
    ("stream --rate --quiet", "--rate needs a value"), ("replay --output", "--output needs a value"),
    ("stream --config=", "--config needs a value"), ("stream --rate=", "--rate needs a value"),
    ("stream --format=", "--format needs a value"), ("stream --simulate=", "moving, still, rotation"),
    ("stream --quiet=yes", "'yes'"), ("doctor --quiet=", "''"),
    ("stream --simulate -n 0", "'0'"), ("stream --simulate -n -1", "'-1'"), ("stream --simulate -n abc", "'abc'"),
    ("stream --simulate -n 1.5", "'1.5'"), ("stream --simulate -n 99999999999999999999", "'99999999999999999999'"),
    ("stream --simulate --rate nan", "'nan'"), ("stream --simulate --rate inf", "'inf'"),
    ("stream --simulate --rate 0", "'0'"), ("stream --simulate --rate -60", "'-60'"),
    ("stream --simulate --rate fast", "'fast'"), ("stream --simulate --rate 1e9", "'1e9'"),
    ("stream --simulate --control-loop 9", "'9'"), ("stream --simulate --control-loop nan", "'nan'"),
    ("stream --simulate --duration 0", "'0'"), ("stream --simulate --duration -1", "'-1'"),
    ("stream --simulate --duration inf", "'inf'"), ("stream --simulate --format xml", "table, jsonl, csv"),
    ("stream --simulate walking", "moving, still, rotation"),
    ("stream --simulate --chip mpu9250", "mpu6050, lsm6ds3, lsm6ds3tr-c"),
    ("stream --address 0x67", "0x68"), ("stream --address 0x6G", "0x6B"), ("stream --address 300", "'300'"),
    ("stream --chip lsm6ds3", "--simulate"), ("stream --simulate --bus 1", "--bus"),
    ("doctor --simulate --address 0x68", "--address"), ("detect --simulate", "detect looks at hardware"),
    ("detect --chip mpu6050", "detect looks at hardware"), ("replay", "replay needs a recording"),
    ("replay a.csv", "--output"), ("replay a.csv b.csv --output c", "'b.csv'"),
    ("replay a.csv --output c --through air", "chip, filter"), ("replay a.csv --output c --chip bmi160", "lsm6ds3tr-c"),
    ("replay a.csv --output c --units gyro=furlongs", "rad/s, deg/s, mdeg/s"),
    ("replay a.csv --units", "--units needs"),
    ("calibrate gyro --output c --simulate --units gyro=deg/s", "--units is for --from"),
    ("calibrate", "gyro, accelerometer or magnetometer"),
    ("calibrate thermometer --output c", "gyro, accelerometer, magnetometer"), ("calibrate gyro", "--output FILE"),
    ("calibrate gyro accelerometer", "'accelerometer'"), ("calibrate gyro --output -", "--output FILE"),
    ("calibrate gyro --output c --seconds 1.9", "'1.9'"), ("calibrate gyro --output c --seconds 601", "'601'"),
    ("calibrate gyro --output c --timeout nan", "'nan'"),
    ("calibrate gyro --output c --seconds 9 --timeout 9", "--timeout"),
    ("calibrate accelerometer --output c --seconds 9", "--seconds is for calibrate gyro"),
    ("calibrate magnetometer --output c --simulate", "needs --from RECORDING"),
    ("calibrate gyro --output c --from r.csv", "add --chip"),
    ("calibrate gyro --output c --from r.csv --chip mpu6050 --bus 1", "--from takes a recording"),
    ("stream --pipe", "--pipe needs a value"), ("stream --pipe p --format csv", "--pipe writes JSON Lines"),
    ("stream --detect", "--detect needs a value"), ("stream --simulate --fifo --registers", "name one of them"),
    ("stream --simulate --detect jump", "shake, tap, fall, step, orientation"),
    ("stream --simulate --detect tap,,shake", "'tap,,shake'"), ("stream --simulate --detect Tap", "'Tap'"),
  ]

  @Test(arguments: refused)
  func wrongCommandLine_endsWith2AndOneLine(arguments: String, mention: String) throws {
    let result = try ToolProcess.run(arguments.split(separator: " ").map(String.init))
    #expect(result.status == 2)
    #expect(result.output.isEmpty)
    #expect(result.errorLines.count == 1)
    #expect(result.errors.hasPrefix("imu-rt: "))
    #expect(result.errors.contains(mention), "\(result.errors)")
  }

  @Test func emptyValue_isNoValue() throws {
    let result = try ToolProcess.run(["stream", "--config", ""])
    #expect(result.status == 2)
    #expect(result.errors == "imu-rt: --config needs a value\n")
  }

  @Test func controlCharacters_areWrittenOut() throws {
    let result = try ToolProcess.run(["a\nb\u{1B}[31m\u{202E}"])
    #expect(result.status == 2)
    #expect(result.errors == "imu-rt: unknown command 'a\\nb\\u{1B}[31m\\u{202E}'; see 'imu-rt --help'\n")
  }

  @Test(arguments: commands)
  func help_isPrintedWhateverElseIsWrong(command: String) throws {
    for arguments in [[command, "--help"], [command, "-h"], [command, "--bogus", "--help"], ["help", command]] {
      let result = try ToolProcess.run(arguments)
      #expect(result.status == 0)
      #expect(result.errors.isEmpty)
      #expect(result.output.hasPrefix("usage: imu-rt \(command) "))
      #expect(result.outputLines.allSatisfy { $0.count <= 120 })
    }
  }

  /// Every option that the help names is known to the command.
  @Test(arguments: commands)
  func help_namesOnlyOptionsThatExist(command: String) throws {
    let help = try ToolProcess.run([command, "--help"]).outputLines
    let options = help.compactMap { line -> String? in
      let words = line.split(separator: " ")
      return line.hasPrefix("  ") && words.first?.hasPrefix("-") == true ? words.first.map(String.init) : nil
    }
    #expect(options.contains { $0.hasPrefix("--help") })
    for option in options {
      let name = option.hasSuffix(",") ? String(option.dropLast()) : option
      let errors = try ToolProcess.run([command, name, "\u{1}", "--bogus"]).errors
      #expect(!errors.contains("unknown argument '\(name)'"), "\(errors)")
    }
  }

  @Test func toolsHelp_namesEveryCommand() throws {
    for arguments in [["--help"], ["-h"], ["help"]] {
      let result = try ToolProcess.run(arguments)
      #expect(result.status == 0 && result.errors.isEmpty)
      for command in Self.commands { #expect(result.output.contains("\n  \(command) ")) }
    }
  }

  // Swift 6.0 crashes at a closure among the arguments of a test.
  private static let versionArguments = [["--version"]] + commands.map { [$0, "--version"] }

  @Test(arguments: versionArguments)
  func version_isPrinted(arguments: [String]) throws {
    let result = try ToolProcess.run(arguments)
    #expect(result.status == 0 && result.errors.isEmpty)
    #expect(result.output.wholeMatch(of: #/imu-rt \d+\.\d+\.\d+\n/#) != nil)
  }

  @Test func repeatedOption_lastOneCounts() throws {
    let result = try ToolProcess.run(
      ["stream", "--simulate", "-n", "9", "-n", "2", "--format", "table", "--format=csv", "--quiet", "--quiet"])
    #expect(result.status == 0)
    #expect(try StreamTable(result.outputLines).rows.count == 2)
  }
}
