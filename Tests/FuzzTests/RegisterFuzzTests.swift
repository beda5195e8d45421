import FuzzEntries
import Testing

/// Whatever registers and FIFO hold and the adapter answers: a value or an error, time that rises, and never a trap.
@Suite struct RegisterFuzzTests {
  private func run(_ entry: FuzzEntry, cases: Int) {
    FuzzCases.run(entry.rawValue, cases: cases) { seed, _ in
      let complaint = entry.complaint(seed: seed)
      #expect(complaint == nil, "\(entry) seed \(seed): \(complaint ?? "")")
    }
  }

  @Test func anyRegisters() { run(.registers, cases: 40) }
  @Test func anyFIFOBytes() { run(.fifo, cases: 40) }
  @Test func anySelfTest() { run(.selfTest, cases: 60) }

  /// The same runs, decided by the bytes of an input: none leaves the chip in peace, and each byte is taken.
  @Test(arguments: [FuzzEntry.registers, .fifo, .selfTest])
  func aRunDecidedByBytes_goesOnInPeaceBehindThem(entry: FuzzEntry) {
    for length in [0, 1, 7, 100, 3000] {
      #expect(entry.complaint((0..<length).map { UInt8(truncatingIfNeeded: $0 &* 37) }) == nil, "\(entry) \(length)")
    }
  }
}
