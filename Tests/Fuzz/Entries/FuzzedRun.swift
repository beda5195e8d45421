import IMUDrivers
import Pipeline
import SimulatedIMU

/// Simulated chips whose registers, FIFO and bus do anything: a value or an error, time that rises, and never a trap.
enum FuzzedRun {
  private static let models: [ChipModel] = [.mpu6050, .mpu6500, .lsm6ds3, .lsm6ds3trc]
  /// Steps that no bounded work of so short a time needs.
  private static let stepLimit = 50_000

  static func pipeline(_ numbers: some FuzzNumbers, usesFIFO: Bool, milliseconds: UInt64) -> String? {
    var random = numbers
    let board = SimulatedBoard()
    let chip = board.attach(random.pick(models), motion: .moving())
    let line = random.below(3) == 0 ? nil : board.line(for: chip)
    var sensor = SensorConfiguration(sampleRateHertz: usesFIFO ? 800 : 200, usesFIFO: usesFIFO)
    sensor.interrupt.latched = random.below(2) == 0
    // Random registers too: what the chip does is then anybody's guess.
    let flips = (0..<random.below(8)).map { _ in
      Fault.flip(register: UInt8(random.below(128)), mask: UInt8(1 + random.below(255)))
    }
    let pipeline = MotionPipeline.stepped(
      PipelineConfiguration(
        source: .custom(bus: FuzzBus(board.bus, random), address: chip.address, line: line), sensor: sensor,
        readout: usesFIFO ? .fifo : .registers, updateInterval: .everySample, realtime: .none))
    let watch = Watch()
    let subscription = pipeline.subscribeOnDeliveryThread { watch.take($0) }
    defer { subscription.cancel() }
    do throws(PipelineError) { try pipeline.start() } catch {
      return error.description.isEmpty ? "an error without a reason" : nil
    }
    for flip in flips { chip.inject(flip) }
    let steps = advance(pipeline, nanoseconds: milliseconds * 1_000_000)
    return steps > stepLimit ? "time stands still" : watch.complaint
  }

  /// What a configuration asks for, for a moment of virtual time.
  static func moment(of configuration: PipelineConfiguration) -> String? {
    let pipeline = MotionPipeline.stepped(configuration)
    do throws(PipelineError) { try pipeline.start() } catch {
      return error.description.isEmpty ? "an error without a reason" : nil
    }
    return advance(pipeline, nanoseconds: 30_000_000) > stepLimit ? "time stands still" : nil
  }

  private static func advance(_ pipeline: MotionPipeline, nanoseconds: UInt64) -> Int {
    var steps = 0
    pipeline.advance(nanoseconds: nanoseconds) { _ in
      steps += 1
      return steps > stepLimit
    }
    pipeline.stop()
    return steps
  }

  static func selfTest(_ numbers: some FuzzNumbers) -> String? {
    var random = numbers
    let board = SimulatedBoard()
    let chip = board.attach(random.pick(models), motion: .still())
    let bus = FuzzBus(board.bus, random)
    let begin = board.nowNanoseconds
    do throws(SelfTestError) {
      let report = try SelfTest.run(bus: bus, address: chip.address)
      guard report.axes.count == 6, report.axes.allSatisfy(\.response.isFinite) else {
        return "axes without a response"
      }
    } catch {
      guard !error.description.isEmpty else { return "an error without a reason" }
    }
    return board.nowNanoseconds - begin < 60_000_000_000 ? nil : "it took long"
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
