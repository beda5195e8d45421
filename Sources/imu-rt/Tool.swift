import Foundation

/// The command line: picks the command, and turns every error into one line and an exit status.
///
/// 0: good; 1: a fault; 2: the command line was not understood.
enum Tool {
  static let version = "0.1.0"

  static let help = """
    imu-rt \(version): motion for Linux boards from an MPU-6050 or LSM6DS3

    usage: imu-rt COMMAND [options]

      detect    what is on which I2C bus
      stream    fused motion: a table on a terminal, JSON Lines in a pipe
      doctor    looks for what keeps imu-rt from running well, and says what mends it
      replay    runs a recording through a simulated chip, or through the filter
      bench     measures speed, latency and cost on this machine

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
    guard let command = arguments.first else { throw UsageError("no command; see 'imu-rt --help'") }
    let rest = Array(arguments.dropFirst())
    switch command {
    case "detect": try DetectCommand(rest).run()
    case "stream": try await StreamCommand(rest).run()
    case "doctor": try DoctorCommand(rest).run()
    case "replay": try ReplayCommand(rest).run()
    case "bench": try BenchCommand(rest).run()
    case "--help", "-h", "help": try StandardOutput.write(help + "\n")
    case "--version": try StandardOutput.write("imu-rt \(version)\n")
    default: throw UsageError("unknown command '\(command)'; see 'imu-rt --help'")
    }
  }
}
