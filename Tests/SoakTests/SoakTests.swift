import SoakWalk
import Testing

/// A few of the walks of `make soak`, always the same.
@Suite struct SoakTests {
  @Test(arguments: 1...8 as ClosedRange<UInt64>)
  func whateverHappens_theBookCloses_timeRises_andTheChipRunsAgain(seed: UInt64) throws {
    var walk = try SoakWalk(seed: seed)
    walk.round()
    #expect(walk.complaints.isEmpty, "\(walk.description): \(walk.complaints.first ?? "")")
    #expect(walk.produced > 100 && walk.delivered > 50)
  }

  @Test func theSameSeed_givesTheSameWalk() throws {
    var totals: [[UInt64]] = []
    for _ in 0..<2 {
      var walk = try SoakWalk(seed: 77)
      walk.round()
      totals.append([walk.produced, walk.delivered, walk.lost, walk.restarts])
    }
    #expect(totals[0] == totals[1])
  }
}
