import FuzzEntries
import Testing

/// Whatever a file holds: it is read or refused with a reason, and what was read can be used.
@Suite struct FileFuzzTests {
  private func run(_ entry: FuzzEntry, cases: Int) throws {
    let good = try entry.seeds()
    for seed in good { #expect(entry.complaint(seed) == nil) }
    FuzzCases.run(entry.rawValue, cases: cases) { seed, random in
      let complaint = entry.complaint(Mutator.damaged(random.pick(good), &random))
      #expect(complaint == nil, "\(entry) seed \(seed): \(complaint ?? "")")
    }
  }

  @Test func anyConfiguration() throws { try run(.configuration, cases: 400) }
  @Test func anyFaultScript() throws { try run(.faultScript, cases: 250) }
  @Test func anyCalibration() throws { try run(.calibration, cases: 400) }
  @Test func anyRecording() throws { try run(.recording, cases: 250) }
  /// Recordings of our own, with all the lines that are no rows.
  @Test func anyReplayFile() throws { try run(.replay, cases: 300) }
  @Test func anySavedState() throws { try run(.savedState, cases: 1000) }
  @Test func anyArchiveOfTheRecorder() throws { try run(.archive, cases: 200) }
}
