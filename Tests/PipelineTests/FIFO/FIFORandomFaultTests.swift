import SimulatedIMU
import Testing

@testable import Pipeline

/// Random faults in FIFO mode, from a seed: the account closes (what the chip took = delivered + stated as lost + waiting),
/// time and numbers rise, no wrong stamp, and a chip that is whole again is running again.
@Suite struct FIFORandomFaultTests {
  @Test(arguments: FIFOSetUp.all.filter(\.isWired))
  func busWireAndThreadFaultsCloseTheAccountToTheSample(_ setUp: FIFOSetUp) throws {
    var walk = try FIFOWalk(setUp, seed: 1, isHarsh: false)
    for _ in 0..<3 { walk.round() }
    #expect(walk.pipeline.counters.lost > 0 || setUp.hertz < 400)
    #expect(walk.complaints.isEmpty, "\(setUp): \(walk.complaints.count) \(walk.complaints.first ?? "")")
  }

  @Test(arguments: FIFOSetUp.fast)
  func chipFaultsLeaveNoStateForGood(_ setUp: FIFOSetUp) throws {
    var walk = try FIFOWalk(setUp, seed: 2, isHarsh: true)
    for _ in 0..<2 { walk.round() }
    #expect(walk.complaints.isEmpty, "\(setUp): \(walk.complaints.count) \(walk.complaints.first ?? "")")
  }
}
