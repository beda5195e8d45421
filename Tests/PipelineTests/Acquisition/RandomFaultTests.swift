import IMUDrivers
import SimulatedIMU
import Testing

@testable import Pipeline

/// Random faults in random order, from a seed: whatever happens, the sums close, time and numbers rise, virtual time moves,
/// and a chip that is whole again is running again within a bounded time.
@Suite struct RandomFaultTests {
  /// How a chip is wired in one walk.
  struct Wiring: Sendable, CustomStringConvertible {
    var model = ChipModel.mpu6050
    var isWired = true
    var latched = false
    var activeLow = false
    var openDrain = false

    var description: String {
      "\(model)\(isWired ? "" : " polled")\(latched ? " latched" : "")\(activeLow ? " active-low" : "")"
        + (openDrain ? " open-drain" : "")
    }

    static let all: [Wiring] = AcquisitionTests.models.flatMap { model in
      [
        Wiring(model: model), Wiring(model: model, latched: true), Wiring(model: model, activeLow: true),
        Wiring(model: model, latched: true, activeLow: true, openDrain: true), Wiring(model: model, openDrain: true),
        Wiring(model: model, isWired: false),
      ]
    }
  }

  @Test(arguments: Wiring.all, [(1, false), (2, true)])
  func theSumsCloseAndNoStateIsLeftForGood(_ wiring: Wiring, _ walk: (seed: UInt64, isHarsh: Bool)) throws {
    var faults = try FaultWalk(wiring, seed: walk.seed, isHarsh: walk.isHarsh)
    for _ in 0..<3 { faults.round() }
    #expect(faults.complaints.isEmpty, "seed \(walk.seed), \(wiring): \(faults.complaints.first ?? "")")
  }

  /// Right up to, at, and beyond the count at which the chip is set up anew.
  @Test(arguments: [1, 29, 30, 31, 60])
  func acknowledgesMissingSoManyTimesCostWhatIsStated(_ count: Int) throws {
    for wiring in Wiring.all where !wiring.activeLow && !wiring.openDrain {
      var walk = try FaultWalk(wiring, seed: 0, isHarsh: false)
      walk.round([.noAcknowledge(.times(count))])
      #expect(walk.complaints.isEmpty, "\(count), \(wiring): \(walk.complaints.first ?? "")")
    }
  }

  /// A chip that runs at twice its rate must not teach that as its period, or nothing would ever fit again.
  @Test func aRateGoneWrongIsNotLearnt() throws {
    let pipeline = try VirtualPipeline(.lsm6ds3trc)
    pipeline.run(seconds: 0.5)
    // Both sensors from 208 to 416 Hz.
    pipeline.chip.inject(.flip(register: 0x10, mask: 0x30))
    pipeline.chip.inject(.flip(register: 0x11, mask: 0x30))
    pipeline.run(seconds: 3)
    pipeline.chip.inject(.unplug)
    pipeline.run(seconds: 1)
    pipeline.chip.inject(.replug)
    pipeline.run(seconds: 4)
    #expect(pipeline.health == .running)
    let period = pipeline.stages.withAcquisition { $0.period.nanoseconds }
    #expect(abs(period * 208e-9 - 1) < 0.01)
  }
}
