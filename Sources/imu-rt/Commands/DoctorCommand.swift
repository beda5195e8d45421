import Pipeline

/// `imu-rt doctor`: bus, line, priority, memory lock, chip; each fault with its remedy.
struct DoctorCommand: Command {
  static let name = "doctor"
  static let help = """
    usage: imu-rt doctor [options]

    Looks at the I2C bus, the chip, the data-ready line and the real-time rights, and says for each fault its remedy.
    Ends with status 1 if something keeps imu-rt from running.

    \(SourceOptions.help)
      --self-test          instead, let the chip push on its own sensors and compare with the maker's
                           limits; the device must lie still, and no other program use the chip
      --report FILE.tar.gz puts into one file what others need to see how the chip does on this machine: the above,
                           kernel, board, adapters, registers, samples, self-test; no host, no person
                           (docs/hardware.md). The device must lie still, and no other program use the chip
      --force              --report: replaces a file that is there
      --duration SECONDS   --report: how long samples are recorded, 0.5 to 120 (default 30)
      --quiet              only what is not good
      --help, --version    this text; the version
    """

  private var source = SourceOptions()
  private var isQuiet = false
  private var isSelfTest = false
  private var reportPath: String?
  private var isReplacing = false
  private var duration: Double?

  init(_ arguments: [String]) throws {
    var reader = ArgumentReader(arguments, command: "doctor")
    while let argument = try reader.next() {
      switch argument {
      case "--quiet": isQuiet = true
      case "--self-test": isSelfTest = true
      case "--report": reportPath = try reader.value(of: argument)
      case "--force": isReplacing = true
      case "--duration":
        duration = try reader.number(of: argument, in: DoctorReport.allowedSeconds, unit: "seconds")
      default: if try !source.take(argument, from: &reader) { throw reader.unknown(argument) }
      }
    }
    // A simulated device lies still unless it is asked to move.
    if isSelfTest || reportPath != nil, source.isSimulated, source.motion == nil { source.motion = .still }
  }

  func run() async throws {
    let (checks, list) = try await look()
    for check in checks where !(isQuiet && check.isGood) { try StandardOutput.write(check.line.singleLine + "\n") }
    if !isQuiet { for line in list { try StandardOutput.write(line.singleLine + "\n") } }
    let faults = checks.filter(\.isFault)
    guard let first = faults.first else { return }
    throw ToolFault(faults.count == 1 ? first.text : "\(faults.count) faults, the first: \(first.text)")
  }

  /// What was found; and for a report, what it holds.
  private func look() async throws -> (checks: [Check], list: [String]) {
    guard let reportPath else {
      guard !isReplacing, duration == nil else { throw UsageError("--force and --duration are for --report") }
      return (try isSelfTest ? selfTestChecks() : installationChecks(), [])
    }
    guard !isSelfTest else { throw UsageError("--report holds the self-test, too; leave out --self-test") }
    guard [".tar.gz", ".tgz"].contains(where: reportPath.hasSuffix) else {
      throw UsageError("--report is '\(reportPath)'; a report is a compressed archive: name it FILE.tar.gz")
    }
    var report = DoctorReport(file: reportPath, isReplacing: isReplacing, source: source, isQuiet: isQuiet)
    if let duration { report.seconds = duration }
    return try await report.run()
  }

  private func selfTestChecks() throws -> [Check] { SelfTestChecks.list(try source.configuration().selfTest()) }

  /// What there is to look at, for each sensor of the configuration.
  private func installationChecks() throws -> [Check] {
    InstallationChecks.run(try source.namedConfigurations().map { try PipelineConfiguration.onSharedBoards($0) })
  }
}
