import Foundation
import IMUDrivers
import SimulatedIMU
import SoakWalk
import Testing

@testable import Pipeline

/// Whatever registers and FIFO hold and the adapter answers: a value or an error, time that rises, and never a trap.
@Suite struct RegisterFuzzTests {
  private let models: [ChipModel] = [.mpu6050, .mpu6500, .lsm6ds3, .lsm6ds3trc]

  private func run(_ random: inout SeededNumbers, usesFIFO: Bool) -> String? {
    let board = SimulatedBoard()
    let chip = board.attach(random.pick(models), motion: .moving())
    let bus = FuzzBus(board.bus, seed: random.next())
    let line = random.below(3) == 0 ? nil : board.line(for: chip)
    var sensor = SensorConfiguration(sampleRateHertz: usesFIFO ? 800 : 200, usesFIFO: usesFIFO)
    sensor.interrupt.latched = random.below(2) == 0
    let pipeline = MotionPipeline.stepped(
      PipelineConfiguration(
        source: .custom(bus: bus, address: chip.address, line: line), sensor: sensor,
        readout: usesFIFO ? .fifo : .registers, updateInterval: .everySample, realtime: .none))
    let watch = Watch()
    let subscription = pipeline.subscribeOnDeliveryThread { watch.take($0) }
    defer { subscription.cancel() }
    do throws(PipelineError) { try pipeline.start() } catch { return nil }
    // Random registers too: what the chip does is then anybody's guess.
    for _ in 0..<random.below(8) {
      chip.inject(.flip(register: UInt8(random.below(128)), mask: UInt8(1 + random.below(255))))
    }
    var steps = 0
    pipeline.advance(nanoseconds: 600_000_000) { _ in
      steps += 1
      return steps > 50_000
    }
    pipeline.stop()
    return steps > 50_000 ? "time stands still" : watch.complaint
  }

  @Test func anyRegisters() {
    FuzzCases.run("registers", cases: 40) { seed, random in
      let complaint = run(&random, usesFIFO: false)
      #expect(complaint == nil, "seed \(seed): \(complaint ?? "")")
    }
  }

  @Test func anyFIFOBytes() {
    FuzzCases.run("fifo", cases: 40) { seed, random in
      let complaint = run(&random, usesFIFO: true)
      #expect(complaint == nil, "seed \(seed): \(complaint ?? "")")
    }
  }

  @Test func anySelfTest() {
    FuzzCases.run("self-test", cases: 60) { seed, random in
      let board = SimulatedBoard()
      let chip = board.attach(random.pick(models), motion: .still())
      let bus = FuzzBus(board.bus, seed: random.next())
      let begin = board.nowNanoseconds
      do throws(SelfTestError) {
        let report = try SelfTest.run(bus: bus, address: chip.address)
        #expect(report.axes.count == 6 && report.axes.allSatisfy(\.response.isFinite), "seed \(seed)")
      } catch { #expect(!error.description.isEmpty) }
      #expect(board.nowNanoseconds - begin < 60_000_000_000, "seed \(seed) took long")
    }
  }
}

/// Looks at what a fuzzed pipeline delivers.
///
/// @unchecked Sendable: a stepped pipeline calls its handler on the thread that advances it, which is the only one here.
private final class Watch: @unchecked Sendable {
  private(set) var complaint: String?
  private var last: MotionSample?

  func take(_ update: MotionUpdate) {
    guard case .sample(let sample) = update else { return }
    if let last, sample.timeNanoseconds <= last.timeNanoseconds || sample.sequence <= last.sequence {
      complaint = "time or sequence steps back"
    }
    let q = sample.orientation
    if !(q.w + q.x + q.y + q.z).isFinite { complaint = "an orientation is not finite" }
    last = sample
  }
}
