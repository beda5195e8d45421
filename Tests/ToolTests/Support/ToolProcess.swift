import Foundation
import Synchronization
import Testing

/// The tool as a child process, with a bound on how long it may take.
final class ToolProcess: Sendable {
  /// How a run ended.
  struct Result {
    /// Exit status; nil when a signal ended the program.
    let status: Int32?
    let output: String
    let errors: String

    var outputLines: [String] { ToolProcess.lines(output) }
    var errorLines: [String] { ToolProcess.lines(errors) }
  }

  /// Where standard output goes.
  enum Output {
    /// To a pipe that is read here.
    case pipe
    /// To what was opened elsewhere.
    case handle(FileHandle)
  }

  /// No run of these tests takes a tenth of it.
  static let patienceSeconds = 60.0

  let output = Pipe()
  let errors = Pipe()
  private let process = Process()
  private let hasEnded = DispatchSemaphore(value: 0)
  private let isKilled = Mutex(false)

  /// Starts the tool.
  ///
  /// - Parameters:
  ///   - environment: on top of an environment without any configuration of the user's or the machine's.
  ///   - program: which of the package's programs.
  ///   - shell: a script for bash that starts the tool, as "$0" "$@"; nil starts it directly.
  init(
    _ arguments: [String], environment: [String: String] = [:], output destination: Output = .pipe,
    shell: String? = nil, program: String = "imu-rt"
  ) throws {
    let tool = try Self.tool(program)
    process.executableURL = shell == nil ? tool : URL(filePath: "/bin/bash")
    process.arguments = (shell.map { ["-c", $0, tool.path] } ?? []) + arguments
    process.environment = ["HOME": "/nonexistent", "IMU_RT_CONFIG": ""].merging(environment) { $1 }
    process.standardInput = FileHandle.nullDevice
    switch destination {
    case .pipe: process.standardOutput = output
    case .handle(let handle): process.standardOutput = handle
    }
    process.standardError = errors
    process.terminationHandler = { [hasEnded] _ in hasEnded.signal() }
    try process.run()
    DispatchQueue.global().asyncAfter(deadline: .now() + Self.patienceSeconds) { [weak self] in self?.giveUp() }
  }

  var isRunning: Bool { process.isRunning }

  deinit { if process.isRunning { send(SIGKILL) } }

  /// Runs the tool to its end.
  static func run(_ arguments: [String], environment: [String: String] = [:]) throws -> Result {
    try ToolProcess(arguments, environment: environment).finish()
  }

  /// How often a thread of the tool has gone to sleep; nil while there is no such thread.
  func sleeps(ofThread name: String) -> Int? {
    let folder = "/proc/\(process.processIdentifier)/task"
    guard let threads = try? FileManager.default.contentsOfDirectory(atPath: folder) else { return nil }
    for thread in threads {
      guard let status = try? String(contentsOfFile: "\(folder)/\(thread)/status", encoding: .utf8),
        status.hasPrefix("Name:\t\(name)\n")
      else { continue }
      return status.firstMatch(of: #/\nvoluntary_ctxt_switches:\t(\d+)/#).flatMap { Int($0.output.1) }
    }
    return nil
  }

  func send(_ signal: Int32) { kill(process.processIdentifier, signal) }

  /// Waits until something comes out, and returns it; empty when the output ends.
  func firstOutput() -> String { String(decoding: output.fileHandleForReading.availableData, as: UTF8.self) }

  /// Waits until the tool says something on standard error, and returns it.
  func firstNote() -> String { String(decoding: errors.fileHandleForReading.availableData, as: UTF8.self) }

  /// Reads both outputs to the end and waits for the exit; a tool that never ends is killed, and the test fails.
  ///
  /// - Parameter readsOutput: false leaves standard output alone, as a reader does that is gone or stuck.
  func finish(readsOutput: Bool = true) throws -> Result {
    // Beside each other: a full pipe would keep the tool from ending.
    let errorText = Mutex("")
    let reading = DispatchGroup()
    DispatchQueue.global().async(group: reading) {
      let text = Self.text(self.errors)
      errorText.withLock { $0 = text }
    }
    let text = readsOutput ? Self.text(output) : ""
    reading.wait()
    hasEnded.wait()
    try #require(!isKilled.withLock { $0 }, "the tool did not end within \(Self.patienceSeconds) s")
    return Result(
      status: process.terminationReason == .exit ? process.terminationStatus : nil, output: text,
      errors: errorText.withLock { $0 })
  }

  private func giveUp() {
    guard process.isRunning else { return }
    isKilled.withLock { $0 = true }
    send(SIGKILL)
  }

  private static func text(_ pipe: Pipe) -> String {
    String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
  }

  private static func lines(_ text: String) -> [String] {
    text.split(separator: "\n", omittingEmptySubsequences: false).dropLast(text.hasSuffix("\n") ? 1 : 0).map(
      String.init)
  }

  /// The tool lies beside the test bundle, where the build put both.
  static func tool(_ program: String = "imu-rt") throws -> URL {
    let bundle = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    let tool = URL(filePath: bundle).deletingLastPathComponent().appending(path: program)
    try #require(FileManager.default.isExecutableFile(atPath: tool.path), "\(tool.path) is not built")
    return tool
  }
}
