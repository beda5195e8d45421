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

  /// Without edges a grid that was a little wrong took its own error for lost frames, and each made it more wrong.
  @Test(
    arguments: [
      9_037_508_590_177_373_665, 2_086_492_021_874_727_119, 7_925_233_615_950_681_526, 467_433_409_332_452_952,
      4_861_026_845_701_883_971,
    ] as [UInt64])
  func aHeldLineInFIFOMode_makesNoLossesUp(seed: UInt64) throws {
    var run = SoakRun(seed: 0)
    run.walk(seed: seed)
    #expect(run.totals.complaints.isEmpty, "\(run.totals.complaints)")
    #expect(run.totals.produced > 1000)
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
