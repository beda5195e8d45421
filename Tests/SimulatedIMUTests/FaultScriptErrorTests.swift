import SimulatedIMU
import Testing

/// What is wrong with a script is told with file, line, key, value and what is allowed.
@Suite struct FaultScriptErrorTests {
  private func refusal(_ text: String) -> String {
    do throws(FaultScriptError) {
      _ = try FaultScript(text, file: "f.json5")
      return "accepted"
    } catch { return error.description }
  }

  @Test func syntax_isToldWithLineAndColumn() {
    #expect(
      refusal("{\n  faults: [}\n}") == "f.json5: not valid JSON5: line 2, column 12: '}' where a value must stand")
    #expect(refusal("[]").hasPrefix("f.json5: not valid JSON5: the file must hold one object"))
  }

  @Test(arguments: [
    ("{}", "f.json5, line 1: 'faults' is missing; allowed: a list of faults"),
    ("{faults: 3}", "f.json5, line 1: 'faults' is 3; allowed: a list of at most 1000 objects"),
    ("{\nfaults: [3]}", "f.json5, line 2: 'faults[0]' is 3; allowed: an object, { ... }"),
    ("{faults: [],\n\nseed: 1}", "f.json5, line 3: unknown key 'seed'; allowed here: faults"),
    (
      "{faults: [\n{atSeconds: 1}]}",
      "f.json5, line 2: 'faults[0].fault' is missing; allowed: \"noAcknowledge\", \"timeout\", "
    ),
    (
      "{faults: [{\natSeconds: 1, fault:\n'nack'}]}", "f.json5, line 2: 'faults[0].fault' is \"nack\"; allowed: \"noAck"
    ),
    (
      "{faults: [\n {fault: 'timeout', atSeconds: 1},\n {fault: 'timeout'}]}",
      "f.json5, line 3: 'faults[1].atSeconds' is missing; allowed: one of atSeconds, atSample, atTransaction"
    ),
    (
      "{faults: [{fault: 'timeout', atSeconds: 1,\n atSample: 2}]}",
      "f.json5, line 2: 'faults[0].atSample' is 2; allowed: one of atSeconds, atSample, atTransaction"
    ),
    (
      "{faults: [{fault: 'timeout', atSeconds: -1}]}",
      "f.json5, line 1: 'faults[0].atSeconds' is -1; allowed: a number from 0.0 to 31622400.0"
    ),
    (
      "{faults: [{fault: 'timeout', atTransaction: 0}]}",
      "f.json5, line 1: 'faults[0].atTransaction' is 0; allowed: a whole number from 1 to 1000000000000"
    ),
    (
      "{faults: [{fault: 'timeout', atSeconds: 1, times: 1.5}]}",
      "f.json5, line 1: 'faults[0].times' is 1.5; allowed: a whole number from 1 to 1000000000"
    ),
    (
      "{faults: [{fault: 'timeout', atSeconds: 1, everySamples: 5}]}",
      "f.json5, line 1: unknown key 'faults[0].everySamples'; allowed here: fault, atSeconds, atSample, atTransaction, "
        + "everySeconds, times, forSeconds"
    ),
    (
      "{faults: [{fault: 'timeout', atSeconds: 1, strikes: 5}]}",
      "f.json5, line 1: unknown key 'faults[0].strikes'; allowed here: "
    ),
    (
      "{faults: [{fault: 'timeout', atSeconds: 1, everySeconds: 0}]}",
      "f.json5, line 1: 'faults[0].everySeconds' is 0; allowed: a number from 0.001 to "
    ),
    (
      "{faults: [{fault: 'unplug', atSeconds: 1, everySeconds: 2, forSeconds: 2}]}",
      "f.json5, line 1: 'faults[0].forSeconds' is 2; allowed: less than everySeconds, so that the fault ends before"
    ),
    (
      "{faults: [{fault: 'brownOut', atSeconds: 1, forSeconds: 2}]}",
      "f.json5, line 1: unknown key 'faults[0].forSeconds'; allowed here: fault, atSeconds, "
    ),
    (
      "{faults: [{fault: 'flip', atSeconds: 1, register: 0x80, mask: 1}]}",
      "f.json5, line 1: 'faults[0].register' is 128; allowed: a whole number from 0 to 127"
    ),
    (
      "{faults: [{fault: 'corrupt', atSeconds: 1, register: 0x3B}]}",
      "f.json5, line 1: 'faults[0].mask' is missing; allowed: a whole number from 1 to 255"
    ),
    (
      "{faults: [{fault: 'freeze', atSeconds: 1, word: 'az2'}]}",
      "f.json5, line 1: 'faults[0].word' is \"az2\"; allowed: \"ax\", \"ay\", \"az\", \"gx\", \"gy\", \"gz\", \"temperature\""
    ),
    (
      "{faults: [{fault: 'clockError', atSeconds: 1, percent: NaN}]}",
      "f.json5, line 1: 'faults[0].percent' is nan; allowed: a number from -20.0 to 20.0"
    ),
    (
      "{faults: [{fault: 'holdSDA', atSeconds: 1, freedByClocks: 1}]}",
      "f.json5, line 1: 'faults[0].freedByClocks' is 1; allowed: true or false"
    ),
  ])
  func aWrongKeyOrValue_isNamedWithItsLine(text: String, message: String) {
    #expect(refusal(text).hasPrefix(message), "\(refusal(text))")
  }

  @Test func aFileThatIsNotThere_orIsNone_isSaid() {
    for (path, reason) in [
      ("/nonexistent/f.json5", "No such file or directory"), ("/dev/zero", "larger than 1048576 bytes"),
      ("/", "Is a directory"),
    ] {
      #expect {
        try FaultScript(path: path)
      } throws: { error in
        "\(error)".hasPrefix("\(path): can't be read: \(reason)")
      }
    }
  }
}
