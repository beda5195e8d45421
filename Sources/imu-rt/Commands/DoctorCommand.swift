import Pipeline

/// `imu-rt doctor`: bus, line, priority, memory lock, chip; each fault with the line that mends it.
struct DoctorCommand: Command {
  static let name = "doctor"
  static let help = """
    usage: imu-rt doctor [options]

    Looks at the I2C bus, the chip, the data-ready line and the real-time rights, and says for each fault what mends it.
    Ends with status 1 if something keeps imu-rt from running.

    \(SourceOptions.help)
      --self-test          instead, let the chip push on its own sensors and compare with the maker's
                           limits; the device must lie still, and no other program use the chip
      --quiet              only what is not good
      --help, --version    this text; the version
    """

  private var source = SourceOptions()
  private var isQuiet = false
  private var isSelfTest = false

  init(_ arguments: [String]) throws {
    var reader = ArgumentReader(arguments, command: "doctor")
    while let argument = try reader.next() {
      if argument == "--quiet" {
        isQuiet = true
      } else if argument == "--self-test" {
        isSelfTest = true
      } else if try !source.take(argument, from: &reader) {
        throw reader.unknown(argument)
      }
    }
  }

  func run() throws {
    let checks = try isSelfTest ? selfTestChecks() : installationChecks()
    for check in checks where !(isQuiet && check.isGood) { try StandardOutput.write(check.line.singleLine + "\n") }
    let faults = checks.filter(\.isFault)
    guard let first = faults.first else { return }
    throw ToolFault(faults.count == 1 ? first.text : "\(faults.count) faults, the first: \(first.text)")
  }

  private func selfTestChecks() throws -> [Check] {
    var source = source
    // A simulated device lies still unless it is asked to move.
    if source.isSimulated, source.motion == nil { source.motion = .still }
    return SelfTestChecks.list(try source.configuration().selfTest())
  }

  /// What there is to look at, for each sensor of the configuration.
  private func installationChecks() throws -> [Check] {
    guard let named = try source.namedConfigurations() else {
      return BusChecks.run(nil) + LineChecks.run(nil, activeLow: false) + RealtimeChecks.run(RealtimeConfiguration())
    }
    var checks: [Check] = []
    var realtime: [RealtimeConfiguration] = []
    for configuration in try PipelineConfiguration.onSharedBoards(named) {
      switch configuration.source {
      case .hardware(let hardware):
        checks += BusChecks.run(hardware)
        checks += LineChecks.run(hardware.interrupt, activeLow: configuration.sensor.interrupt.activeLow)
      case .simulated, .custom: checks += simulatedChecks(configuration)
      }
      if !realtime.contains(configuration.realtime) { realtime.append(configuration.realtime) }
    }
    return realtime.reduce(checks) { $0 + RealtimeChecks.run($1) }
  }

  /// A simulated chip is started and stopped again.
  private func simulatedChecks(_ configuration: PipelineConfiguration) -> [Check] {
    var configuration = configuration
    configuration.realtime = .none
    let pipeline = MotionPipeline(configuration)
    do throws(PipelineError) { try pipeline.start() } catch {
      return [Check(title: "simulated chip", outcome: .fault(remedy: error.description))]
    }
    defer { pipeline.stop() }
    let title = pipeline.sensor.map { "\($0.variant.name) at \($0.place)" } ?? "simulated chip"
    return [Check(title: title, outcome: .good)]
  }
}
