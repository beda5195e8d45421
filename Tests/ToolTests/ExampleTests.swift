import Foundation
import Testing

/// The example programs, run on a simulated chip.
@Suite struct ExampleTests {
  private func run(
    _ program: String, _ arguments: [String], environment: [String: String] = [:]
  ) throws -> ToolProcess.Result {
    try ToolProcess(arguments, environment: environment, program: program).finish()
  }

  private static let simulated = "{ simulate: { motion: \"moving\" }, realtime: { enabled: false } }"

  @Test func theBallRolls() throws {
    let result = try run("example-ball", ["--simulate", "30"])
    #expect(result.status == 0)
    #expect(result.outputLines.count == 30)
  }

  @Test func theGimbalCommandsItsMotors() throws {
    let result = try run("example-gimbal", ["--simulate", "50"])
    #expect(result.status == 0)
    #expect(result.outputLines.first?.hasPrefix("running ") == true)
    #expect(result.outputLines.last?.hasPrefix("chip ") == true)
    #expect(result.outputLines.contains { $0.hasPrefix("roll ") })
  }

  @Test func sequencesRunSideBySide() throws {
    let result = try run("example-push", ["--simulate", "10"])
    #expect(result.status == 0)
    #expect(result.outputLines.filter { $0.hasPrefix("attitude ") }.count == 10)
    #expect(result.outputLines.filter { $0.hasPrefix("rate ") }.count == 5)
  }

  @Test(arguments: ["example-ball", "example-gimbal", "example-push"])
  func withoutAConfigurationTheReasonIsSaid(_ program: String) throws {
    let result = try run(program, [])
    #expect(result.status == 1)
    #expect(
      result.output.contains("no configuration names a chip") || result.errors.contains("no configuration names a chip")
    )
  }

  /// The variable comes first, and what it names must be there; then the user's file.
  @Test func theConfigurationIsFoundWhereItIsSaidToBe() throws {
    let scratch = try Scratch()
    let named = try scratch.file("named.json5", Self.simulated)
    #expect(try run("example-push", ["2"], environment: ["IMU_RT_CONFIG": named]).status == 0)
    let missing = scratch.path("missing.json5")
    let refused = try run("example-push", ["2"], environment: ["IMU_RT_CONFIG": missing])
    #expect(refused.status == 1)
    #expect(refused.output.contains(missing))
    let folder = scratch.folder.appending(path: ".config/imu-rt")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try Data(Self.simulated.utf8).write(to: folder.appending(path: "config.json5"))
    #expect(try run("example-push", ["2"], environment: ["HOME": scratch.folder.path]).status == 0)
  }
}
