import Foundation
import Fusion
import IMUDrivers
import SimulatedIMU
import Testing

@testable import Pipeline

/// Detectors on the whole way: registers, driver, ring, filter, delivery.
@Suite struct DetectionTests {
  private func pipeline(
    _ model: ChipModel = .mpu6050, hertz: Double = 200, interval: UpdateInterval = .everySample
  ) throws -> VirtualPipeline {
    let noise = SeededNoise(seed: 1, angularRate: 0.001, specificForce: 0.02)
    return try VirtualPipeline(
      model, motion: .gestures(noise: noise), configuration: SensorConfiguration(sampleRateHertz: hertz),
      interval: interval)
  }

  /// The kinds in order, the steps as one.
  private func names(_ events: [MotionEvent]) -> [String] {
    var names: [String] = []
    for event in events {
      let name =
        switch event.kind {
        case .shake: "shake"
        case .tap(let count): "tap \(count)"
        case .freeFall: "fall"
        case .landing: "landing"
        case .step: "steps"
        case .orientation(let orientation): orientation.name
        }
      if name != "steps" || names.last != name { names.append(name) }
    }
    return names
  }

  static let gestures = [
    "face_up", "tap 1", "tap 2", "portrait", "shake", "steps", "face_up", "fall", "landing",
  ]

  @Test(arguments: [(ChipModel.mpu6050, 100.0), (.mpu6050, 500), (.lsm6ds3, 104), (.lsm6ds3trc, 208)])
  func everyGestureIsFoundOnEveryChip(_ model: ChipModel, _ hertz: Double) throws {
    let pipeline = try pipeline(model, hertz: hertz)
    pipeline.detect(.all)
    pipeline.run(seconds: 23.5)
    #expect(names(pipeline.detected) == Self.gestures)
    let last = try #require(pipeline.detected.last { $0.kind.detector == .step })
    guard case .step(let count, let cadence) = last.kind else { return }
    #expect(abs(Int(count) - 16) <= 1)
    #expect(abs(cadence - 2) < 0.1)
  }

  @Test func nobodyAskingGetsNothing() throws {
    let pipeline = try pipeline()
    pipeline.run(seconds: 10)
    #expect(pipeline.detected.isEmpty)
    pipeline.detect(.shake)
    pipeline.run(seconds: 30)
    #expect(names(pipeline.detected) == ["shake"])
  }

  /// Served at 10 Hz, taps of 10 ms are still found, in order with the values.
  @Test func theUpdateIntervalDoesNotMatter() throws {
    let pipeline = try pipeline(interval: UpdateInterval(hertz: 10))
    pipeline.detect(.all)
    pipeline.run(seconds: 23.5)
    #expect(names(pipeline.detected) == Self.gestures)
    #expect(pipeline.samples.count < 250)
    var lastValue: UInt64 = 0
    var pending: UInt64 = 0
    for update in pipeline.updates {
      switch update {
      case .sample(let sample):
        #expect(pending <= sample.sequence)
        lastValue = sample.sequence
      case .detected(let event):
        #expect(event.sequence > lastValue)
        #expect(event.beganNanoseconds <= event.timeNanoseconds)
        pending = event.sequence
      case .event: break
      }
    }
  }

  @Test func theEventNamesItsSample() throws {
    let pipeline = try pipeline()
    pipeline.detect(.all)
    pipeline.run(seconds: 23.5)
    let times = Dictionary(
      pipeline.samples.map { ($0.sequence, $0.timeNanoseconds) }, uniquingKeysWith: { first, _ in first })
    for event in pipeline.detected { #expect(times[event.sequence] == event.timeNanoseconds) }
  }

  @Test func twiceGivesTheSame() throws {
    let runs = try (0..<2).map { _ in
      let pipeline = try pipeline()
      pipeline.detect(.all)
      pipeline.run(seconds: 12)
      return pipeline.detected
    }
    #expect(runs[0] == runs[1])
    #expect(!runs[0].isEmpty)
  }

  @Test func below70HzThereAreNoTapsAndTheRestRemains() throws {
    let pipeline = try pipeline(.lsm6ds3, hertz: 52)
    pipeline.detect(.all)
    pipeline.run(seconds: 23.5)
    #expect(names(pipeline.detected) == Self.gestures.filter { !$0.hasPrefix("tap") })
  }

  /// A sensor moved through space by hand, fast and in all directions: it turns over again and again, and that is all.
  @Test func recordedMotionIsNoTapNorShakeNorFallNorWalk() throws {
    let path = try #require(Bundle.module.path(forResource: "broad_21_excerpt.csv", ofType: "gz"))
    let trial = try RecordedTrial(path: path)
    let pipeline = try VirtualPipeline(
      .mpu6050, motion: trial, configuration: SensorConfiguration(sampleRateHertz: 285, accelerometerRange: 16))
    pipeline.detect(.all)
    pipeline.run(seconds: 0.5)
    #expect(pipeline.chip.startRecording(atNanoseconds: pipeline.board.nowNanoseconds + 5_000_000) != nil)
    let length = try #require(trial.rows.last).timeSeconds
    pipeline.run(seconds: length)
    #expect(pipeline.counters.samples > 9000)
    #expect(pipeline.detected.allSatisfy { $0.kind.detector == .orientation })
    // It lies face up for the first 8 s.
    let first = try #require(pipeline.detected.first)
    #expect(first.kind == .orientation(.faceUp))
    #expect(pipeline.detected.dropFirst().allSatisfy { $0.timeNanoseconds - first.timeNanoseconds > 7_500_000_000 })
    #expect(pipeline.detected.count > 40)
    // Hysteresis and settling keep two changes at least that far apart.
    for (one, next) in zip(pipeline.detected, pipeline.detected.dropFirst()) {
      #expect(next.timeNanoseconds - one.timeNanoseconds >= 150_000_000)
    }
  }
}
