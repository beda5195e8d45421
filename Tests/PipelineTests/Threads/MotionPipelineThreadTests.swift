import Dispatch
import IMUDrivers
import SimulatedIMU
import Testing

@testable import Pipeline

/// The real threads, on a simulated chip in real time. Order, counts and states are judged; time never is.
@Suite(.serialized) struct MotionPipelineThreadTests {
  private static let simulated = PipelineConfiguration(
    source: .simulated(SimulatedSource(motion: .still)), realtime: .none, staleAfterSeconds: 60)

  /// Longest a test waits for something that must happen.
  private static let patience = DispatchTimeInterval.seconds(30)

  @Test func pullIsNilBeforeTheStartAndAfterTheStop() throws {
    let pipeline = MotionPipeline(Self.simulated)
    #expect(pipeline.latest == nil)
    #expect(!pipeline.isRunning)
    let arrived = DispatchSemaphore(value: 0)
    let subscription = pipeline.subscribe(on: .global()) { sample, _ in if sample != nil { arrived.signal() } }
    try pipeline.start()
    #expect(pipeline.isRunning)
    #expect(arrived.wait(timeout: .now() + Self.patience) == .success)
    let sample = try #require(pipeline.latest)
    #expect(abs(sample.specificForce.z - 9.80665) < 0.2)
    #expect(abs(sample.gravity.z + 9.80665) < 0.2)
    #expect(pipeline.sensor?.variant == .mpu6050)
    pipeline.stop()
    #expect(pipeline.latest == nil)
    #expect(pipeline.counters == nil)
    subscription.cancel()
  }

  @Test func aSecondStartIsRefusedAndAThirdAfterAStopWorks() throws {
    let pipeline = MotionPipeline(Self.simulated)
    try pipeline.start()
    #expect(throws: PipelineError.self) { try pipeline.start() }
    pipeline.stop()
    pipeline.stop()
    try pipeline.start()
    #expect(pipeline.isRunning)
    pipeline.stop()
  }

  @Test func aHandlerMayStopThePipeline() throws {
    let pipeline = MotionPipeline(Self.simulated)
    let stopped = DispatchSemaphore(value: 0)
    let subscription = pipeline.subscribe(on: .global()) { sample, _ in
      guard sample != nil, pipeline.isRunning else { return }
      pipeline.stop()
      stopped.signal()
    }
    try pipeline.start()
    #expect(stopped.wait(timeout: .now() + Self.patience) == .success)
    #expect(!pipeline.isRunning)
    subscription.cancel()
  }

  @Test func startsAndStopsFromManyThreadsEndInOrder() {
    let pipeline = MotionPipeline(Self.simulated)
    DispatchQueue.concurrentPerform(iterations: 8) { index in
      if index % 2 == 0 {
        do { try pipeline.start() } catch { #expect("\(error)".contains("runs already")) }
      } else {
        pipeline.stop()
      }
    }
    pipeline.stop()
    #expect(!pipeline.isRunning)
  }

  @Test func aSequenceEndsWithTheStop() async throws {
    let pipeline = MotionPipeline(Self.simulated)
    let updates = pipeline.updates(interval: .everySample)
    try pipeline.start()
    var last: UInt64 = 0
    var count = 0
    for await update in updates {
      guard case .sample(let sample) = update else { continue }
      #expect(sample.sequence > last)
      last = sample.sequence
      count += 1
      if count == 20 { pipeline.stop() }
    }
    #expect(count >= 20)
  }

  @Test func manyReadersSeeWholeValues() throws {
    let pipeline = MotionPipeline(Self.simulated)
    pipeline.updateInterval = .everySample
    let arrived = DispatchSemaphore(value: 0)
    let subscription = pipeline.subscribe(on: .global()) { sample, _ in if sample != nil { arrived.signal() } }
    try pipeline.start()
    #expect(arrived.wait(timeout: .now() + Self.patience) == .success)
    DispatchQueue.concurrentPerform(iterations: 4) { _ in
      var last: UInt64 = 0
      for _ in 0..<20_000 {
        guard let sample = pipeline.latest else { continue }
        #expect(sample.sequence >= last)
        last = sample.sequence
        let q = sample.orientation
        #expect(abs(q.dot(q) - 1) < 1e-9)
      }
    }
    pipeline.stop()
    subscription.cancel()
  }

  @Test func aLostChipIsToldOnceAndComesBack() throws {
    let board = SimulatedBoard(clock: .realTime)
    let chip = board.attach(.mpu6050, motion: .still())
    let source = PipelineConfiguration.Source.custom(
      bus: board.bus, address: chip.address, line: board.line(for: chip))
    var configuration = Self.simulated
    configuration.source = source
    let pipeline = MotionPipeline(configuration)
    let errors = Guarded<[String]>([])
    let lost = DispatchSemaphore(value: 0)
    let samples = DispatchSemaphore(value: 0)
    let subscription = pipeline.subscribe(on: DispatchQueue(label: "handler")) { sample, error in
      if let error {
        errors.withLock { $0.append("\(error)") }
        lost.signal()
      }
      if sample != nil { samples.signal() }
    }
    try pipeline.start()
    #expect(samples.wait(timeout: .now() + Self.patience) == .success)
    chip.inject(.unplug)
    #expect(lost.wait(timeout: .now() + Self.patience) == .success)
    let text = errors.withLock { $0 }
    #expect(text.count == 1)
    #expect(text.first?.contains("0x68") == true)
    while samples.wait(timeout: .now()) == .success {}
    chip.inject(.replug)
    #expect(samples.wait(timeout: .now() + Self.patience) == .success)
    pipeline.stop()
    subscription.cancel()
    #expect(chip.register(0x6B) & 0x40 != 0)
  }

  @Test func aStaleValueBecomesNil() throws {
    let board = SimulatedBoard(clock: .realTime)
    let chip = board.attach(.mpu6050, motion: .still())
    var configuration = Self.simulated
    configuration.source = .custom(bus: board.bus, address: chip.address, line: board.line(for: chip))
    configuration.staleAfterSeconds = 0
    let pipeline = MotionPipeline(configuration)
    let arrived = DispatchSemaphore(value: 0)
    let subscription = pipeline.subscribe(on: .global()) { sample, _ in if sample != nil { arrived.signal() } }
    try pipeline.start()
    #expect(arrived.wait(timeout: .now() + Self.patience) == .success)
    chip.powerOff()
    let pause = DispatchSemaphore(value: 0)
    for _ in 0..<30_000 where pipeline.latest != nil { _ = pause.wait(timeout: .now() + .milliseconds(1)) }
    #expect(pipeline.latest == nil)
    pipeline.stop()
    subscription.cancel()
  }

  @Test func realtimeRightsAreReportedWhetherGrantedOrNot() throws {
    var configuration = Self.simulated
    configuration.realtime = RealtimeConfiguration(processor: 0)
    let pipeline = MotionPipeline(configuration)
    try pipeline.start()
    defer { pipeline.stop() }
    // The threads note what they got before their loops begin.
    let arrived = DispatchSemaphore(value: 0)
    let subscription = pipeline.subscribe(on: .global()) { sample, _ in if sample != nil { arrived.signal() } }
    #expect(arrived.wait(timeout: .now() + Self.patience) == .success)
    let report = try #require(pipeline.realtimeReport)
    #expect(report.entries.count == 7)
    #expect(report.entries.allSatisfy { $0.isGranted || $0.remedy != nil })
    // One processor for all three, whatever their priority: none is woken on another's behalf.
    for thread in ["imu-acquisition", "imu-fusion", "imu-delivery"] {
      #expect(report.entries.contains { $0.line.hasPrefix("\(thread): processor 0") }, "\(thread)")
    }
    subscription.cancel()
  }
}
