/// A command of the tool.
protocol Command: Sendable {
  static var name: String { get }
  static var help: String { get }

  /// Takes the arguments behind the command's name.
  init(_ arguments: [String]) throws
  func run() async throws
}

/// The command line: picks the command, and turns every error into one line and an exit status.
///
/// 0: good; 1: a fault; 2: the command line was not understood.
enum Tool {
  static let version = "0.1.1"

  private static let commands: [any Command.Type] = [
    DetectCommand.self, StreamCommand.self, DoctorCommand.self, CalibrateCommand.self, RecordCommand.self,
    ReplayCommand.self, BenchCommand.self, DemoCommand.self, SimulateCommand.self,
  ]

  static let help = """
    imu-rt \(version): motion for Linux boards from an MPU-6050 or LSM6DS3

    usage: imu-rt COMMAND [options]

      detect    what is on which I2C bus
      stream    fused motion: a table on a terminal, JSON Lines in a pipe
      doctor    looks for what keeps imu-rt from running well, and says what mends it
      calibrate what a chip's sensors are off by, into a file
      record    every sample of a session into a file, from which replay makes the same attitudes
      replay    runs a recording through a simulated chip, or through the filter
      bench     measures speed, latency and cost on this machine
      demo      a ball that rolls and bounces; how the board is turned and held
      simulate  simulated chips on a real bus of this kernel, for any program

    'imu-rt COMMAND --help' tells more; 'imu-rt stream --simulate' needs no hardware.
    """

  static func run(_ arguments: [String]) async -> Int32 {
    do {
      try await dispatch(arguments)
      return 0
    } catch is StandardOutput.Closed {
      return 0
    } catch let error as UsageError {
      note("imu-rt: \(error)")
      return 2
    } catch {
      note("imu-rt: \(error)")
      return 1
    }
  }

  private static func dispatch(_ arguments: [String]) async throws {
    guard let word = arguments.first else { throw UsageError("no command; see 'imu-rt --help'") }
    let rest = Array(arguments.dropFirst())
    guard let command = commands.first(where: { $0.name == word }) else {
      switch word {
      case "--help", "-h", "help": return try StandardOutput.write(help(about: rest.first) + "\n")
      case "--version": return try StandardOutput.write("imu-rt \(version)\n")
      default: throw UsageError("unknown command '\(word)'; see 'imu-rt --help'")
      }
    }
    // Before the other arguments are looked at: who asks for help may not have them right.
    if rest.contains("--help") || rest.contains("-h") { return try StandardOutput.write(command.help + "\n") }
    if rest.contains("--version") { return try StandardOutput.write("imu-rt \(version)\n") }
    try await command.init(rest).run()
  }

  private static func help(about word: String?) -> String {
    commands.first { $0.name == word }?.help ?? help
  }
}
