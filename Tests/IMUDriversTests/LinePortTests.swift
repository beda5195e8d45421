import IMUDrivers
import Testing

@Suite struct LinePortTests {
  @Test func waitAndLevel_reachTheLineAndComeBackWhole() {
    let line = ScriptedLine()
    let port = LinePort(line)
    let edges = EdgeWait(status: 3, firstNanoseconds: 11, lastNanoseconds: .max, lastSequence: 1 << 40)
    line.answer = edges
    #expect(port.wait(untilNanoseconds: 12345) == edges)
    #expect(line.deadlines == [12345])
    line.answer = .deadline
    #expect(port.wait(untilNanoseconds: .max).status == 0)
    line.answer = .failed(19)
    #expect(port.wait(untilNanoseconds: 0).status == -19)
    #expect(line.deadlines == [12345, .max, 0])
    for level: Int32 in [0, 1, -19] {
      line.answerLevel = level
      #expect(port.level() == level)
    }
    #expect(port.name == "scripted line")
  }

  @Test func aPort_keepsItsLineAlive() {
    weak var line: ScriptedLine?
    do {
      let port: LinePort
      do {
        let made = ScriptedLine()
        line = made
        port = LinePort(made)
      }
      #expect(line != nil)
      #expect(port.level() == 0)
    }
    #expect(line == nil)
  }

  /// @unchecked Sendable: made and used by one test.
  private final class ScriptedLine: DataReadyLine, @unchecked Sendable {
    let name = "scripted line"
    var answer = EdgeWait.deadline
    var answerLevel: Int32 = 0
    private(set) var deadlines: [UInt64] = []

    func wait(untilNanoseconds deadline: UInt64) -> EdgeWait {
      deadlines.append(deadline)
      return answer
    }

    func level() -> Int32 { answerLevel }
  }
}
