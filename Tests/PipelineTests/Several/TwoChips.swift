import IMUDrivers
import SimulatedIMU

@testable import Pipeline

/// Two chips on one simulated bus, each with a pipeline of its own and with motion that tells it from the other.
struct TwoChips {
  /// What one of them came to.
  struct Outcome: Sendable {
    var samples: [MotionSample] = []
    var events: [PipelineEvent] = []
    var counters = PipelineCounters()
    var error: String?

    /// The events but for the start's.
    var troubles: [PipelineEvent] {
      events.filter { if case .healthChanged(.starting, .running) = $0.kind { false } else { true } }
    }
    var healths: [Health] {
      events.compactMap { if case .healthChanged(_, let to) = $0.kind { to } else { nil } }
    }
  }

  let models: [ChipModel]
  let addresses: [UInt8]
  var readout = Readout.registers
  var seconds: UInt64 = 2
  /// Whose interrupt lines are wired; the other chips are polled.
  var isWired = [true, true]

  /// What tells the chips apart: the temperature, and the acceleration along x.
  static let temperatures = [20.0, 40.0]
  static let forces = [-2.0, 3.0]

  /// Runs both.
  ///
  /// - Parameter trouble: what happens to the first chip after a second.
  func run(trouble: @escaping @Sendable (SimulatedChip, _ advance: (UInt64) -> Void) -> Void = { _, _ in }) throws
    -> [Outcome]
  {
    let board = SimulatedBoard(clock: .virtual)
    let clock = SharedClock(board, count: 2)
    let shared = SharedBus(sensorCount: 2)
    let outcomes = Guarded([Outcome(), Outcome()])
    let (seconds, readout) = (seconds, readout)
    let bodies = models.indices.map { index -> @Sendable () -> Void in
      let chip = board.attach(
        models[index], address: addresses[index],
        motion: .still(
          accelerometerBias: SIMD3(Self.forces[index], 0, 0), temperature: Self.temperatures[index],
          noise: SeededNoise(seed: 1, angularRate: 0.001, specificForce: 0.02)))
      let configuration = PipelineConfiguration(
        source: clock.source(index, address: chip.address, line: isWired[index] ? board.line(for: chip) : nil),
        readout: readout, updateInterval: .everySample, realtime: .none, name: "part\(index)", sharedBus: shared)
      return {
        let pipeline = MotionPipeline.stepped(configuration)
        let subscription = pipeline.subscribeOnDeliveryThread { update in
          outcomes.withLock { outcomes in
            switch update {
            case .sample(let sample): outcomes[index].samples.append(sample)
            case .event(let event): outcomes[index].events.append(event)
            case .detected: break
            }
          }
        }
        do throws(PipelineError) { try pipeline.start() } catch {
          outcomes.withLock { $0[index].error = error.description }
          return
        }
        pipeline.advance(nanoseconds: 1_000_000_000)
        if index == 0 { trouble(chip) { pipeline.advance(nanoseconds: $0) } }
        pipeline.advance(nanoseconds: (seconds - 1) * 1_000_000_000)
        outcomes.withLock { $0[index].counters = pipeline.counters ?? PipelineCounters() }
        pipeline.stop()
        withExtendedLifetime(subscription) {}
      }
    }
    try clock.run(bodies)
    return outcomes.withLock { $0 }
  }
}
