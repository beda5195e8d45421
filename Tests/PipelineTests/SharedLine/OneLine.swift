import IMUDrivers
import SimulatedIMU

@testable import Pipeline

/// Chips whose pins are wired to one GPIO line, each with a pipeline of its own in virtual time.
struct OneLine {
  /// One chip, and what it is set to.
  struct Part: Sendable {
    var model: ChipModel
    var address: UInt8
    var hertz = 200.0
    var clockError = 0.0
  }

  /// What one of them came to.
  struct Outcome: Sendable {
    var samples: [MotionSample] = []
    var events: [PipelineEvent] = []
    var counters = PipelineCounters()
    var error: String?
    /// How often pins drove against each other.
    var contentions: UInt64 = 0
    /// Transactions that addressed the chip after the first two seconds.
    var transactions = 0
    /// Those of them that were neither a pair nor a write.
    var longTransactions = 0
    /// Samples that the chip took from the first that was handed on to the last.
    var produced: UInt64 = 0

    /// By how many nanoseconds the time of a sample is off at most, once the period is known: against the chip's own grid, whose
    /// phase is that of most samples.
    func worstTime(periodNanoseconds: Double) -> Double {
      let settled = samples.dropFirst(100)
      guard let first = settled.first else { return .infinity }
      let errors = settled.map {
        Double($0.timeNanoseconds - first.timeNanoseconds) - Double($0.sequence - first.sequence) * periodNanoseconds
      }
      let median = errors.sorted()[errors.count / 2]
      return errors.map { abs($0 - median) }.max() ?? .infinity
    }

    /// The events but for the start's.
    var troubles: [PipelineEvent] {
      events.filter { if case .healthChanged(.starting, .running) = $0.kind { false } else { true } }
    }
    var polls: Int { events.filter { if case .pollingStarted = $0.kind { true } else { false } }.count }
    var returns: Int { events.filter { $0.kind == .edgesReturned }.count }
  }

  var parts: [Part]
  var seconds: UInt64 = 4
  /// Whose pin is not wired to the line after all.
  var unwired: Int?
  /// Who is never started.
  var unstarted: Int?

  static let pin = SensorConfiguration.InterruptPin(activeLow: true, openDrain: true, latched: true)

  /// Runs all.
  ///
  /// - Parameter trouble: what happens to the first chip after two seconds.
  func run(
    trouble: @escaping @Sendable (SimulatedChip, _ pipeline: MotionPipeline) -> Void = { _, _ in }
  ) throws -> [Outcome] {
    let board = SimulatedBoard(clock: .virtual)
    let clock = SharedClock(board, count: parts.count)
    let (bus, line) = (SharedBus(sensorCount: parts.count), SharedLine(sensorCount: parts.count))
    let outcomes = Guarded(parts.map { _ in Outcome() })
    let chips = parts.map { part in
      board.attach(
        part.model, address: part.address,
        motion: .moving(noise: SeededNoise(seed: 1, angularRate: 0.001, specificForce: 0.02)),
        options: ChipOptions(clockError: part.clockError))
    }
    let wired = chips.indices.filter { $0 != unwired }.map { chips[$0] }
    let seconds = seconds
    let bodies = parts.indices.map { index -> @Sendable () -> Void in
      var configuration = PipelineConfiguration(
        source: clock.source(
          index, address: parts[index].address, line: board.line(for: wired, activeLow: true, bias: .pullUp)),
        updateInterval: .everySample, realtime: .none, name: "part\(index)",
        sharedBus: bus, sharedLine: line)
      configuration.sensor.sampleRateHertz = parts[index].hertz
      configuration.sensor.interrupt = Self.pin
      let isStarted = unstarted != index
      return { [configuration] in
        guard isStarted else { return }
        let pipeline = MotionPipeline.stepped(configuration)
        let subscription = pipeline.subscribeOnDeliveryThread { update in
          outcomes.withLock { outcomes in
            switch update {
            case .sample(let sample):
              if outcomes[index].samples.isEmpty { outcomes[index].produced = 0 &- chips[index].samplesTaken }
              outcomes[index].samples.append(sample)
            case .event(let event): outcomes[index].events.append(event)
            case .detected: break
            }
          }
        }
        do throws(PipelineError) { try pipeline.start() } catch {
          outcomes.withLock { $0[index].error = error.description }
          return
        }
        pipeline.advance(nanoseconds: 2_000_000_000)
        if index == 0 {
          board.startTrace()
          trouble(chips[0], pipeline)
        }
        pipeline.advance(nanoseconds: (seconds - 2) * 1_000_000_000)
        outcomes.withLock { outcomes in
          outcomes[index].contentions = board.pinContentions
          outcomes[index].counters = pipeline.counters ?? pipeline.countersAtStop ?? PipelineCounters()
          outcomes[index].produced &+= chips[index].samplesTaken
        }
        pipeline.stop()
        withExtendedLifetime(subscription) {}
      }
    }
    try clock.run(bodies)
    let trace = board.stopTrace()
    return outcomes.withLock { outcomes in
      for (index, part) in parts.enumerated() {
        let own = trace.filter { $0.messages[0].address == part.address }
        outcomes[index].transactions = own.count
        outcomes[index].longTransactions = own.filter { !$0.isPairOrWrite }.count
      }
      return outcomes
    }
  }
}
