import Testing

/// The example programs, run on a simulated chip.
@Suite struct ExampleTests {
  private func run(_ program: String, _ arguments: [String]) throws -> ToolProcess.Result {
    try ToolProcess(arguments, program: program).finish()
  }

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
}
